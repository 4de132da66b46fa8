/**
 * What a passkey signs: a number that nobody can make up, good for one thing, one person, one origin
 * and five minutes. Nothing is stored for one that is only handed out, so that whoever asks for many
 * costs nothing; one that was used is remembered until it is over.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityContext } from './context.ts';
import { PASSKEY_CHALLENGE_MS } from './limits.ts';
import type { IdentityTables } from './schema.ts';

/** What is signed for. */
export interface ChallengePurpose {
  /** A new passkey, a sign-in, or a proof in a session. */
  readonly act: 'add' | 'login' | 'prove';
  /** Whose; 0 = of whoever signs in. */
  readonly uid: number;
  /** Of the page, such as `https://exchange.example`. */
  readonly origin: string;
}

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;

/** Makes one, base64url. */
export function makeChallenge(context: IdentityContext, purpose: ChallengePurpose): string {
  const head = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(RANDOM_BYTES)]);
  head.writeUIntBE(context.now() + PASSKEY_CHALLENGE_MS, 0, TIME_BYTES);
  return seal(context, purpose, head);
}

/** Whether it is one of ours for this purpose, and not over. */
export function isChallenge(
  context: IdentityContext,
  purpose: ChallengePurpose,
  challenge: string,
): boolean {
  const head = Buffer.from(challenge, 'base64url').subarray(0, HEAD_BYTES);
  if (head.length !== HEAD_BYTES || endOf(challenge) <= context.now()) return false;
  return context.box.isSame(seal(context, purpose, head), challenge);
}

/** Uses it up; false when it was used before. Of many at once one is told true. */
export async function useChallenge(
  db: Kysely<IdentityTables>,
  challenge: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ challenge, expires_at: endOf(challenge) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unix ms. */
function endOf(challenge: string): number {
  return Buffer.from(challenge, 'base64url').readUIntBE(0, TIME_BYTES);
}

function seal(context: IdentityContext, purpose: ChallengePurpose, head: Buffer): string {
  const { act, uid, origin } = purpose;
  const mac = context.box.challengeMac(`${act} ${uid} ${origin} ${head.toString('hex')}`);
  return Buffer.concat([head, mac]).toString('base64url');
}
