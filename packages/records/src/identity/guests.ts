/** Guests of the paper venue: a number bound to a browser by a token, without e-mail or password. */
import { randomBytes } from 'node:crypto';
import { FIRST_GUEST_ID } from '@halcyon/domain';
import { dropAlerts } from './alerts.ts';
import type { IdentityContext } from './context.ts';
import { randomToken, tokenHash } from './context.ts';
import { GUEST_IDLE_MS, SESSION_TOUCH_MS } from './limits.ts';
import type { SessionRecord } from './session-record.ts';

/** Bytes of a guest's number, which nobody can guess or meet by chance. */
const NUMBER_BYTES = 6;
const IDLE_LISTED_MAX = 500;

/** A guest that just came; the token is nowhere else. */
export interface NewGuest {
  readonly uid: number;
  readonly token: string;
  readonly csrfToken: string;
}

/** Lets a guest in. */
export async function createGuest(context: IdentityContext): Promise<NewGuest> {
  const now = context.now();
  const token = randomToken();
  const uid = FIRST_GUEST_ID + randomBytes(NUMBER_BYTES).readUIntBE(0, NUMBER_BYTES);
  const row = { token_hash: tokenHash(token), uid, created_at: now, last_seen_at: now };
  await context.db.insertInto('guests').values(row).execute();
  return { uid, token, csrfToken: context.box.csrfToken(token) };
}

/** The session of a guest's token, which begins anew with every request; null when there is none. */
export async function guestByToken(
  context: IdentityContext,
  token: string,
): Promise<SessionRecord | null> {
  const now = context.now();
  const hash = tokenHash(token);
  const row = await context.db
    .selectFrom('guests')
    .select(['uid', 'created_at', 'last_seen_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined || now - row.last_seen_at >= GUEST_IDLE_MS) return null;
  if (now - row.last_seen_at >= SESSION_TOUCH_MS) {
    await context.db
      .updateTable('guests')
      .set({ last_seen_at: now })
      .where('token_hash', '=', hash)
      .execute();
  }
  return {
    uid: row.uid,
    email: '',
    secondFactor: false,
    passkeys: false,
    csrfToken: context.box.csrfToken(token),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    // There is no password to ask for again.
    activeAt: now,
    expiresAt: now + GUEST_IDLE_MS,
  };
}

/** Guests who have not been seen for too long, at most 500 of them. */
export async function idleGuests(context: IdentityContext): Promise<number[]> {
  const rows = await context.db
    .selectFrom('guests')
    .select('uid')
    .where('last_seen_at', '<=', context.now() - GUEST_IDLE_MS)
    .orderBy('last_seen_at')
    .limit(IDLE_LISTED_MAX)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Forgets a guest; whether there was one. */
export async function dropGuest(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<boolean> {
  for (const table of ['notice_marks', 'notices_read'] as const) {
    await context.db.deleteFrom(table).where('uid', '=', input.uid).execute();
  }
  await dropAlerts(context.db, input.uid);
  const result = await context.db
    .deleteFrom('guests')
    .where('uid', '=', input.uid)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
