import { isEmail } from '@halcyon/domain';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, checkText, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { isDuplicate, tokenHash } from './context.ts';
import { storedLanguage } from './language.ts';
import {
  ANTI_PHISHING_MAX,
  ANTI_PHISHING_MIN,
  ATTRIBUTION_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  REGISTER_BUDGET,
} from './limits.ts';
import { spend } from './login-budget.ts';
import { UNTOLD_HASH_COST } from './password-hasher.ts';
import { checkPassword } from './password-rules.ts';
import type { IdentityTables } from './schema.ts';

/** A frozen user cannot sign in and has no sessions or usable keys; a closed one is so for good. */
export type UserStatus = 'active' | 'frozen' | 'closed';

/** A registered person, without secrets. */
export interface UserRecord {
  /** The core's user number. */
  readonly uid: number;
  readonly email: string;
  readonly status: UserStatus;
  /** JSON text of what the registration brought along (channel codes), '' = nothing. */
  readonly attribution: string;
  /** Unix ms. */
  readonly createdAt: number;
  readonly passwordChangedAt: number;
  /** Unix ms at which what the person proves itself with was changed last; 0 = never. */
  readonly securedAt: number;
  /** See `setAntiPhishing`. */
  readonly antiPhishing: string;
}

/** Lower case and composed; throws `badRequest` when it is no address. */
export function normaliseEmail(text: string): string {
  const email = text.trim().normalize('NFC').toLowerCase();
  checkText('email', email, 3, EMAIL_LENGTH_MAX);
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) {
    throw new RecordsError('badRequest', 'email must look like name@host', { field: 'email' });
  }
  return email;
}

/** The same of an address that is new here; throws `badRequest` also when it is anything but one address. */
export function newEmail(text: string): string {
  const email = normaliseEmail(text);
  if (isEmail(email)) return email;
  throw new RecordsError('badRequest', 'email must be one address such as name@host', {
    field: 'email',
  });
}

/**
 * Whether a registration would be accepted, before a core user is opened for it. Throws `badRequest`,
 * `passwordRefused` or `emailTaken`; does not hash, so it is cheap.
 */
export async function checkNewUser(
  context: IdentityContext,
  input: { readonly email: string; readonly password: string },
): Promise<{ readonly email: string }> {
  const email = rightEmail(input);
  if ((await findByEmail(context.db, email)) !== undefined) throw emailTaken();
  return { email };
}

/** The address as it is stored; throws `badRequest` or `passwordRefused`. */
function rightEmail(input: { readonly email: string; readonly password: string }): string {
  const email = newEmail(input.email);
  checkPassword(input.password, email);
  return email;
}

/**
 * Registers a person. Throws as `checkNewUser`, `busy`, and `loginBackoff` when the address was tried
 * too often. For a taken address the same is done as for a free one, a password hash and a write, so
 * that the time it takes does not tell which it is.
 */
export async function createUser(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly email: string;
    readonly password: string;
    readonly attribution?: string | undefined;
    /** Code of the one that the page is in. */
    readonly language?: string | undefined;
    /** The password is random and nobody is told it. */
    readonly untold?: true;
  },
): Promise<UserRecord> {
  checkInteger('uid', input.uid, 1, Number.MAX_SAFE_INTEGER);
  const attribution = input.attribution ?? '';
  checkText('attribution', attribution, 0, ATTRIBUTION_LENGTH_MAX);
  const email = rightEmail(input);
  const hash = await context.hasher.hash(input.password, input.untold && UNTOLD_HASH_COST);
  const now = context.now();
  const row = {
    uid: input.uid,
    email,
    password_hash: hash,
    status: 'active',
    attribution,
    key_count: 0,
    anti_phishing: '',
    secured_at: 0,
    self_frozen: 0,
    language: storedLanguage(input.language ?? ''),
    created_at: now,
    password_changed_at: now,
  };
  if (!(await insertUser(context, row))) throw emailTaken();
  return toRecord(row);
}

/** Writes the row unless its address is taken; whether it was written. */
async function insertUser(
  context: IdentityContext,
  row: Insertable<IdentityTables['users']>,
): Promise<boolean> {
  try {
    return await context.db.transaction().execute(async (db) => {
      await spend(db, `register:${tokenHash(row.email)}`, REGISTER_BUDGET, context.now());
      const { numInsertedOrUpdatedRows: rows } = await db
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst();
      if (rows === 1n) await note(context, db, 'createUser', { uid: row.uid });
      return rows === 1n;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new RecordsError('badRequest', `uid ${row.uid} is registered already`, { field: 'uid' });
  }
}

/** One user, or null. */
export async function userByUid(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<UserRecord | null> {
  const row = await context.db
    .selectFrom('users')
    .selectAll()
    .where('uid', '=', input.uid)
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** One user, or null. */
export async function userByEmail(
  context: IdentityContext,
  input: { readonly email: string },
): Promise<UserRecord | null> {
  const row = await findByEmail(context.db, normaliseEmail(input.email));
  return row === undefined ? null : toRecord(row);
}

/** Users by number, ascending: at most `limit` (1..500) after `afterUid`, of all statuses or of one. */
export async function listUsers(
  context: IdentityContext,
  input: {
    readonly afterUid?: number | undefined;
    readonly limit: number;
    readonly status?: UserStatus;
  },
): Promise<UserRecord[]> {
  const { afterUid = 0, limit, status } = input;
  checkInteger('limit', limit, 1, 500);
  let query = context.db.selectFrom('users').selectAll().where('uid', '>', afterUid);
  if (status !== undefined) query = query.where('status', '=', status);
  const rows = await query.orderBy('uid').limit(limit).execute();
  return rows.map(toRecord);
}

/** Freezes or thaws a user; freezing ends all sessions. Throws `notFound`, `accountClosed`. */
export async function setUserStatus(
  context: IdentityContext,
  input: { readonly uid: number; readonly status: UserStatus },
): Promise<void> {
  const { uid, status } = input;
  await context.db.transaction().execute(async (db) => {
    await setStatus(db, uid, status);
    await note(context, db, 'setUserStatus', input);
  });
}

/** The same inside a transaction; closing too. What the owner froze is the operator's from then on. */
export async function setStatus(
  transaction: Kysely<IdentityTables>,
  uid: number,
  status: UserStatus,
): Promise<void> {
  const result = await transaction
    .updateTable('users')
    .set({ status, self_frozen: 0 })
    .where('uid', '=', uid)
    .where('status', '<>', 'closed')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) {
    const row = await transaction
      .selectFrom('users')
      .select('uid')
      .where('uid', '=', uid)
      .executeTakeFirst();
    throw row === undefined ? userNotFound(uid) : accountClosed();
  }
  if (status !== 'active') {
    await transaction.deleteFrom('sessions').where('uid', '=', uid).execute();
  }
}

/** Sets the code that mails to the user show; '' = none. Throws `badRequest`, `notFound`. */
export async function setAntiPhishing(
  context: IdentityContext,
  input: { readonly uid: number; readonly code: string },
): Promise<void> {
  const code = input.code.trim().normalize('NFC');
  if (code !== '') checkText('antiPhishing', code, ANTI_PHISHING_MIN, ANTI_PHISHING_MAX);
  await context.db.transaction().execute(async (db) => {
    const result = await db
      .updateTable('users')
      .set({ anti_phishing: code })
      .where('uid', '=', input.uid)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw userNotFound(input.uid);
    await note(context, db, 'setAntiPhishing', { uid: input.uid });
  });
}

/** The whole row of an e-mail address, password hash included. */
export async function findByEmail(
  db: Kysely<IdentityTables>,
  email: string,
): Promise<Selectable<IdentityTables['users']> | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/**
 * Makes the transactions of one user come one after the other, where a database runs them beside each
 * other: what is counted or compared after this stays so until the transaction ends.
 */
export async function lockUser(transaction: Kysely<IdentityTables>, uid: number): Promise<void> {
  await transaction.updateTable('users').set({ uid }).where('uid', '=', uid).execute();
}

/** Notes that what a user proves itself with has changed: what was proved before counts no more. */
export async function noteSecured(
  transaction: Kysely<IdentityTables>,
  uid: number,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({
      secured_at: sql<number>`case when secured_at >= ${now} then secured_at + 1 else ${now} end`,
    })
    .where('uid', '=', uid)
    .execute();
}

/** Throws `selfFrozen`, `accountFrozen` or `accountClosed` unless the user may sign in. */
export function checkActive(user: { readonly status: string; readonly self_frozen: number }): void {
  const status = user.status as UserStatus;
  if (status === 'closed') throw accountClosed();
  if (status !== 'frozen') return;
  if (user.self_frozen === 1) throw new RecordsError('selfFrozen', 'You froze this account.');
  throw new RecordsError('accountFrozen', 'This account is frozen.');
}

function accountClosed(): RecordsError {
  return new RecordsError('accountClosed', 'This account is closed.');
}

/** The error for a user number that is not registered. */
export function userNotFound(uid: number): RecordsError {
  return new RecordsError('notFound', `user ${uid} is not registered`, { field: 'uid' });
}

function emailTaken(): RecordsError {
  return new RecordsError('emailTaken', 'This e-mail address is registered already.', {
    field: 'email',
  });
}

function toRecord(row: Selectable<IdentityTables['users']>): UserRecord {
  return {
    uid: row.uid,
    // A sub-account has none.
    email: row.email.startsWith('#') ? '' : row.email,
    status: row.status as UserStatus,
    attribution: row.attribution,
    createdAt: row.created_at,
    passwordChangedAt: row.password_changed_at,
    securedAt: row.secured_at,
    antiPhishing: row.anti_phishing,
  };
}

/** Whom a mail to the user is for. Throws `notFound`. */
export async function mailedRow(
  db: Kysely<IdentityTables>,
  uid: number,
): Promise<{ readonly recipient: string; readonly antiPhishing: string }> {
  const user = await db
    .selectFrom('users')
    .select(['email as recipient', 'anti_phishing as antiPhishing'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined) throw userNotFound(uid);
  return user;
}
