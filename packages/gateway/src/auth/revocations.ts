/** Tells everybody at once that a session, a key or everything of a user is no longer valid. */
import type { UserId } from '@halcyon/domain';

/** A credential that stopped being valid. */
export type Revocation =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string }
  /** Everything of a user: password change, freeze. */
  | { readonly kind: 'user'; readonly user: UserId };

/** Tells at once what stopped being valid. */
export interface Revocations {
  /** Returns the way to unsubscribe. */
  onRevoked(listener: (revocation: Revocation) => void): () => void;
}

/** Where revocations are announced and heard. */
export class RevocationBus implements Revocations {
  readonly #subAccountsOf: (user: UserId) => readonly UserId[];
  readonly #listeners = new Set<(revocation: Revocation) => void>();

  /** @param subAccountsOf what of a user goes for its sub-accounts too */
  constructor(subAccountsOf: (user: UserId) => readonly UserId[] = () => []) {
    this.#subAccountsOf = subAccountsOf;
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A session ended. */
  session(id: string): void {
    this.#tell({ kind: 'session', id });
  }

  /** An API key was changed or deleted. */
  key(id: string): void {
    this.#tell({ kind: 'key', id });
  }

  /** All sessions and keys of a user and its sub-accounts: password change, freeze. */
  user(user: UserId): void {
    for (const one of [user, ...this.#subAccountsOf(user)]) this.#tell({ kind: 'user', user: one });
  }

  #tell(revocation: Revocation): void {
    for (const listener of this.#listeners) listener(revocation);
  }
}
