import { createHash, randomBytes } from 'node:crypto';
import { withoutHidden } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { VenueName } from './api-key-rules.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { IdentityTables } from './schema.ts';

/** Whose notices of a venue are others now: there is a new one, or some were read. */
export interface NoticesChange {
  readonly uid: number;
  readonly venue: VenueName;
  /** An alert in this instrument fired. */
  readonly alertOf?: number;
}

/** What every identity function works with. */
export interface IdentityContext {
  readonly db: Kysely<IdentityTables>;
  readonly box: SecretBox;
  readonly hasher: PasswordHasher;
  /** Unix ms. */
  readonly now: () => number;
  /** Called by who changes notices; it is told when the call has ended well. */
  readonly noticesChanged: (change: NoticesChange) => void;
}

/** 256 random bits as text of 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A name that grows with time and that nobody guesses. */
export function timedId(now: number): string {
  return now.toString(16).padStart(12, '0') + randomBytes(8).toString('hex');
}

/** How a token is stored: it has 256 random bits, so a fast hash hides it well enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Rows that are removed at once where there are more than there may be; an offset needs a limit. */
export const REST = 1_000;

const ADDRESS_MAX = 64;
const USER_AGENT_MAX = 256;

/** An address as it is stored. */
export function storedAddress(address: string): string {
  return address.slice(0, ADDRESS_MAX);
}

/** What a browser says of itself, as it is stored. */
export function storedUserAgent(userAgent: string): string {
  return withoutHidden(userAgent.slice(0, USER_AGENT_MAX));
}

/** Whether a database error says that a row with this key or unique value exists already. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // PostgreSQL's unique_violation; SQLite's CONSTRAINT_PRIMARYKEY and CONSTRAINT_UNIQUE.
  return code === '23505' || errcode === 1555 || errcode === 2067;
}
