/** One-time tokens that carry a web session over to a WebSocket. */
import { randomBytes } from 'node:crypto';
import type { UserId } from '@halcyon/domain';
import type { Revocation } from '../auth/revocations.ts';
import type { TokenBearer, TokenTaker } from '../ws/logins.ts';

/** How long a token can be used, ms. */
const WS_TOKEN_MS = 30_000;
/** Tokens that may be out at a time; the oldest goes first. */
export const TOKENS_MAX = 100_000;

interface Issued extends TokenBearer {
  readonly expiresAt: number;
}

/** Tokens that were given out and not used yet. */
export class WsTokens implements TokenTaker {
  readonly #clock: () => number;
  /** In the order in which they expire. */
  readonly #tokens = new Map<string, Issued>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A new token for a session. */
  issue(user: UserId, session: string, sessionEnds: number): string {
    this.#sweep();
    const token = randomBytes(32).toString('base64url');
    const expiresAt = this.#clock() + WS_TOKEN_MS;
    this.#tokens.set(token, { user, session, sessionEnds, expiresAt });
    return token;
  }

  take(token: string): TokenBearer | null {
    const issued = this.#tokens.get(token);
    if (issued === undefined) return null;
    this.#tokens.delete(token);
    return this.#clock() < issued.expiresAt ? issued : null;
  }

  /** Ends the tokens of what stopped being valid. */
  forget(revocation: Revocation): void {
    for (const [token, { session, user }] of this.#tokens) {
      const ended =
        revocation.kind === 'user'
          ? revocation.user === user
          : revocation.kind === 'session' && revocation.id === session;
      if (ended) this.#tokens.delete(token);
    }
  }

  #sweep(): void {
    const now = this.#clock();
    for (const [token, issued] of this.#tokens) {
      if (issued.expiresAt > now && this.#tokens.size < TOKENS_MAX) return;
      this.#tokens.delete(token);
    }
  }
}
