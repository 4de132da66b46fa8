import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { REST, randomToken, storedAddress, storedUserAgent, tokenHash } from './context.ts';
import { guestByToken } from './guests.ts';
import {
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  SESSION_PRESENCE_MS,
  SESSION_TOUCH_MS,
  SESSION_USERS_MAX,
  SESSIONS_PER_USER,
} from './limits.ts';
import { type Login, noteLogin } from './logins.ts';
import type { MailOrigin } from './mails.ts';
import { NEW_BROWSER } from './noted-acts.ts';
import type { IdentityTables } from './schema.ts';
import type { SessionRecord } from './session-record.ts';
import { lockUser } from './users.ts';

const SESSION_ID_LENGTH = 16;

/** A session that just began; the token is nowhere else. */
export interface NewSession {
  readonly token: string;
  /** Has to come back with every request that changes something. */
  readonly csrfToken: string;
  /** Unix ms. */
  readonly expiresAt: number;
  /** Ids of those that ended because there were too many. */
  readonly ended: readonly string[];
}

/** One session in a user's own list; the id is not the token. */
export interface SessionEntry {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Begins a session of 12 hours, for somebody who has just proved who they are; `replaces` (a token)
 * ends in the same transaction. Throws `badCredentials` when what was shown has changed since
 * (`securedAt`): a change ends all sessions, those too that were about to begin.
 */
export async function createSession(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly address: string;
    readonly userAgent: string;
    readonly replaces?: string | undefined;
    /** See `users.secured_at`; undefined = the change itself begins the session. */
    readonly securedAt?: number | undefined;
    /** It begins with a sign-in, not in place of another; it is listed, and told if it is unusual. */
    readonly login?: Login | undefined;
  },
): Promise<NewSession> {
  const now = context.now();
  const token = randomToken();
  const expiresAt = now + SESSION_ABSOLUTE_MS;
  const ended = await context.db.transaction().execute(async (db) => {
    await lockUser(db, input.uid);
    if (input.securedAt !== undefined) await checkSecuredAt(db, input.uid, input.securedAt);
    if (input.replaces !== undefined) {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(input.replaces)).execute();
    }
    const { login } = input;
    const unusual = login !== undefined && (await noteLogin(context, db, { ...input, login }));
    await db
      .insertInto('sessions')
      .values({
        token_hash: tokenHash(token),
        uid: input.uid,
        created_at: now,
        last_seen_at: now,
        active_at: now,
        expires_at: expiresAt,
        address: storedAddress(input.address),
        user_agent: storedUserAgent(input.userAgent),
      })
      .execute();
    const over = await endOldest(db, input.uid);
    await note(context, db, 'createSession', unusual ? { ...input, detail: NEW_BROWSER } : input);
    return over;
  });
  return { token, csrfToken: context.box.csrfToken(token), expiresAt, ended };
}

/** What a session is named by: not its token. */
function idOf(row: { readonly token_hash: string }): string {
  return row.token_hash.slice(0, SESSION_ID_LENGTH);
}

/** Ends the oldest where a user has too many; their ids. */
async function endOldest(db: Kysely<IdentityTables>, uid: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('uid', '=', uid)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(REST)
        .offset(SESSIONS_PER_USER),
    )
    .returning('token_hash')
    .execute();
  return rows.map(idOf);
}

async function checkSecuredAt(db: Kysely<IdentityTables>, uid: number, at: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('secured_at')
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user?.secured_at === at) return;
  throw new RecordsError('badCredentials', 'Password or second factor have just been changed.');
}

/** The session of a token, or null when there is none, it has ended or its user is frozen. */
export async function sessionByToken(
  context: IdentityContext,
  input: { readonly token: string },
): Promise<SessionRecord | null> {
  const now = context.now();
  const hash = tokenHash(input.token);
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .leftJoin('authenticators', 'authenticators.uid', 'sessions.uid')
    .select([
      'sessions.uid',
      'users.email',
      'users.status',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.active_at as activeAt',
      'sessions.expires_at as expiresAt',
      'authenticators.made_at as appAt',
      (eb) =>
        eb
          .selectFrom('passkeys')
          .whereRef('passkeys.uid', '=', 'sessions.uid')
          .select((count) => count.fn.countAll<number>().as('passkeys'))
          .as('passkeys'),
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return guestByToken(context, input.token);
  if (row.status !== 'active') return null;
  if (now >= row.expiresAt || now - row.lastSeenAt >= SESSION_IDLE_MS) return null;
  if (now - row.lastSeenAt >= SESSION_TOUCH_MS) {
    await context.db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('token_hash', '=', hash)
      .execute();
  }
  const { uid, email, createdAt, lastSeenAt, activeAt, expiresAt } = row;
  const csrfToken = context.box.csrfToken(input.token);
  const passkeys = (row.passkeys ?? 0) > 0;
  const secondFactor = row.appAt !== null || passkeys;
  return {
    uid,
    email,
    secondFactor,
    passkeys,
    csrfToken,
    createdAt,
    lastSeenAt,
    activeAt,
    expiresAt,
  };
}

/** The person of a session did something; nothing happens when that is too long after the last act. */
export async function noteActivity(
  context: IdentityContext,
  input: { readonly token: string },
): Promise<void> {
  const now = context.now();
  await context.db
    .updateTable('sessions')
    .set({ active_at: now })
    .where('token_hash', '=', tokenHash(input.token))
    .where('active_at', '>', now - SESSION_PRESENCE_MS)
    .execute();
}

/** Ends one session, by its person logging out; whether there was one. */
export async function endSession(
  context: IdentityContext,
  input: { readonly token: string; readonly origin: MailOrigin },
): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    const ended = await db
      .deleteFrom('sessions')
      .where('token_hash', '=', tokenHash(input.token))
      .returning('uid')
      .executeTakeFirst();
    if (ended === undefined) return false;
    await note(context, db, 'endSession', { uid: ended.uid, origin: input.origin });
    return true;
  });
}

/** Ends one session of a user by its id in their list; whether there was one. */
export async function endSessionById(
  context: IdentityContext,
  input: { readonly uid: number; readonly id: string },
): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('uid', '=', input.uid)
      .where(sql`substr(token_hash, 1, ${sql.lit(SESSION_ID_LENGTH)})`, '=', input.id)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return false;
    await note(context, db, 'endSessionById', input);
    return true;
  });
}

/** Ends all sessions of a user, except that of `exceptToken`; their ids, also of those that were over. */
export async function endAllSessions(
  context: IdentityContext,
  input: { readonly uid: number; readonly exceptToken?: string | undefined },
): Promise<string[]> {
  const { uid, exceptToken } = input;
  return context.db.transaction().execute(async (db) => {
    let query = db.deleteFrom('sessions').where('uid', '=', uid);
    if (exceptToken !== undefined) {
      query = query.where('token_hash', '<>', tokenHash(exceptToken));
    }
    const rows = await query.returning('token_hash').execute();
    await note(context, db, 'endAllSessions', { uid });
    return rows.map(idOf);
  });
}

/** Ids of the valid sessions of some users, at most 500: a session that ends by silence tells nobody. */
export async function validSessions(
  context: IdentityContext,
  { uids }: { readonly uids: readonly number[] },
): Promise<string[]> {
  checkInteger('uids', uids.length, 1, SESSION_USERS_MAX);
  const now = context.now();
  const rows = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .select('token_hash')
    .where('sessions.uid', 'in', uids)
    .where('users.status', '=', 'active')
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - SESSION_IDLE_MS)
    .execute();
  return rows.map(idOf);
}

/** A user's valid sessions, newest first. */
export async function listSessions(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<SessionEntry[]> {
  const now = context.now();
  const rows = await context.db
    .selectFrom('sessions')
    .selectAll()
    .where('uid', '=', input.uid)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - SESSION_IDLE_MS)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_PER_USER)
    .execute();
  return rows.map((row) => ({
    id: idOf(row),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  }));
}
