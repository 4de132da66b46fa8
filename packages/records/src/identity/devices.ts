/**
 * Browsers that are known to an account by a cookie: they signed in to it before. Their guesses are
 * counted apart from those of strangers, and their log-in gives no notice.
 */
import { sql } from 'kysely';
import { RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { REST, randomToken, storedUserAgent, tokenHash } from './context.ts';
import { DEVICE_KNOWN_MS, DEVICES_PER_USER } from './limits.ts';

/** A browser in its owner's list; the id is not the token. */
export interface DeviceEntry {
  readonly id: string;
  /** '' = it has not signed in since this is kept. */
  readonly userAgent: string;
  /** Unix ms. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

const DEVICE_ID_LENGTH = 16;

/** The hash of the token when it is of a browser that signed in to this account before, else ''. */
export async function knownDevice(
  context: IdentityContext,
  token: string,
  uid: number,
): Promise<string> {
  const hash = tokenHash(token);
  const row = await context.db
    .selectFrom('devices')
    .select('uid')
    .where('token_hash', '=', hash)
    .where('uid', '=', uid)
    .where('last_used_at', '>', context.now() - DEVICE_KNOWN_MS)
    .executeTakeFirst();
  return row === undefined ? '' : hash;
}

/** Notes that a known browser signed in again; its token. */
export async function meetAgain(
  context: IdentityContext,
  device: string,
  browser: { readonly deviceToken?: string | undefined; readonly userAgent?: string | undefined },
): Promise<string> {
  await context.db
    .updateTable('devices')
    .set({ last_used_at: context.now(), user_agent: storedUserAgent(browser.userAgent ?? '') })
    .where('token_hash', '=', device)
    .execute();
  return browser.deviceToken ?? '';
}

/** Tells the browser in which `uid` just proved to be the owner from strangers; the new token. */
export async function rememberDevice(
  context: IdentityContext,
  input: { readonly uid: number; readonly userAgent?: string | undefined },
): Promise<string> {
  const now = context.now();
  const token = randomToken();
  const times = { created_at: now, last_used_at: now };
  const user_agent = storedUserAgent(input.userAgent ?? '');
  await context.db
    .insertInto('devices')
    .values({ token_hash: tokenHash(token), uid: input.uid, ...times, user_agent })
    .execute();
  await context.db
    .deleteFrom('devices')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('devices')
        .select('token_hash')
        .where('uid', '=', input.uid)
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .limit(REST)
        .offset(DEVICES_PER_USER),
    )
    .execute();
  return token;
}

/** The browsers that are known to the user, the one that signed in last first. */
export async function listDevices(
  context: IdentityContext,
  input: { readonly uid: number; readonly deviceToken?: string | undefined },
): Promise<DeviceEntry[]> {
  const own = tokenHash(input.deviceToken ?? '');
  const rows = await context.db
    .selectFrom('devices')
    .selectAll()
    .where('uid', '=', input.uid)
    .where('last_used_at', '>', context.now() - DEVICE_KNOWN_MS)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(DEVICES_PER_USER)
    .execute();
  return rows.map((row) => ({
    id: row.token_hash.slice(0, DEVICE_ID_LENGTH),
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    current: row.token_hash === own,
  }));
}

/** The browser is a stranger from now on; its sessions go on. Throws `notFound`. */
export async function forgetDevice(
  context: IdentityContext,
  input: { readonly uid: number; readonly id: string },
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('devices')
      .where('uid', '=', input.uid)
      .where(sql`substr(token_hash, 1, ${sql.lit(DEVICE_ID_LENGTH)})`, '=', input.id)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) {
      throw new RecordsError('notFound', 'there is no such browser', { field: 'id' });
    }
    await note(context, db, 'forgetDevice', input);
  });
}
