/**
 * The second factor of a person: an authenticator app or passkeys, and backup codes that stand in for
 * them once each. A code is good in its own 30 s by the server's clock, once: of many at the same moment one is
 * taken. Guesses are counted before they are looked at, those of strangers apart from the owner's.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { AUTHENTICATOR_SETUP_MS, BACKUP_CODES, FACTOR_BUDGET } from './limits.ts';
import { clear, spend } from './login-budget.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';
import { base32, isCodeOf, stepAt, totpUri } from './totp.ts';
import { lockUser, noteSecured, userNotFound } from './users.ts';

/** What an app is set up with. */
export interface AuthenticatorSetup {
  /** To type, where there is no camera. */
  readonly secret: string;
  /** To scan. */
  readonly uri: string;
  /** Unix ms; from then on another one is needed. */
  readonly expiresAt: number;
}

/** What its owner sees of it. */
export interface SecondFactor {
  /** Unix ms at which the app was set up, 0 = there is none. */
  readonly madeAt: number;
  readonly backupCodesLeft: number;
}

const SECRET_BYTES = 20;
/** 50 random bits, of letters and digits that do not look alike. */
const BACKUP_CODE_LENGTH = 10;
const BACKUP_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Whether the user has a second factor: an app, or a passkey. */
export async function hasSecondFactor(db: Kysely<IdentityTables>, uid: number): Promise<boolean> {
  for (const table of ['authenticators', 'passkeys'] as const) {
    const row = await db.selectFrom(table).select('uid').where('uid', '=', uid).executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** The state of the user's second factor. */
export async function secondFactor(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<SecondFactor> {
  const { db } = context;
  const app = await db
    .selectFrom('authenticators')
    .select('made_at')
    .where('uid', '=', input.uid)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('backup_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', input.uid)
    .executeTakeFirstOrThrow();
  return { madeAt: app?.made_at ?? 0, backupCodesLeft: count };
}

/** Makes the secret of a new app, which counts once a code of it was shown. Throws `notFound`. */
export async function beginAuthenticator(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<AuthenticatorSetup> {
  const { uid } = input;
  const user = await userOf(context.db, uid);
  const secret = randomBytes(SECRET_BYTES);
  const expiresAt = context.now() + AUTHENTICATOR_SETUP_MS;
  const row = { secret: sealed(context, uid, secret), expires_at: expiresAt };
  await context.db
    .insertInto('authenticator_setups')
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
    .execute();
  return { secret: base32(secret), uri: totpUri(user.email, secret), expiresAt };
}

/**
 * Takes the new app, in place of one that was there, and ends all sessions. The backup codes are told
 * this once. Throws `setupOver`, `badCode`, `loginBackoff`.
 */
export async function confirmAuthenticator(
  context: IdentityContext,
  input: {
    readonly uid: number;
    /** Id of the session that it is done in, whose guesses are its own; undefined = in none. */
    readonly session?: string | undefined;
    readonly code: string;
    readonly origin: MailOrigin;
  },
): Promise<{ readonly codes: readonly string[] }> {
  const { uid, session = '' } = input;
  const now = context.now();
  const subject = ownSubject(uid, session);
  await spend(context.db, subject, FACTOR_BUDGET, now);
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    const setup = await db
      .selectFrom('authenticator_setups')
      .selectAll()
      .where('uid', '=', uid)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (setup === undefined) {
      throw new RecordsError('setupOver', 'This QR code is too old: take a new one.');
    }
    const step = stepAt(now);
    if (!isCodeOf(opened(context, uid, setup.secret), step, plain(input.code))) throw badCode();
    await dropApp(db, uid);
    await dropCodes(db, uid);
    const app = { uid, secret: setup.secret, made_at: now, last_step: step };
    await db.insertInto('authenticators').values(app).execute();
    const codes = await makeBackupCodes(context, db, uid);
    await clear(db, subject);
    await factorChanged(context, db, { uid, kind: 'totpOn', origin: input.origin });
    await note(context, db, 'confirmAuthenticator', input);
    return { codes };
  });
}

/** Removes the app, and the backup codes with the last factor; ends all sessions; whether there was one. */
export async function removeAuthenticator(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: MailOrigin },
): Promise<boolean> {
  const { uid, origin } = input;
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    if (!(await dropApp(db, uid))) return false;
    await dropIdleCodes(db, uid);
    await factorChanged(context, db, { uid, kind: 'totpOff', origin });
    await note(context, db, 'removeAuthenticator', input);
    return true;
  });
}

/**
 * Removes app, passkeys and backup codes and ends all sessions: the operator's way for who has lost
 * them. Whether there was a second factor.
 */
export async function resetSecondFactor(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: MailOrigin },
): Promise<boolean> {
  const { uid, origin } = input;
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    const app = await dropApp(db, uid);
    const { numDeletedRows } = await db
      .deleteFrom('passkeys')
      .where('uid', '=', uid)
      .executeTakeFirst();
    if (!app && numDeletedRows === 0n) return false;
    await dropCodes(db, uid);
    await factorChanged(context, db, { uid, kind: app ? 'totpOff' : 'passkeyOff', origin });
    await note(context, db, 'resetSecondFactor', input);
    return true;
  });
}

/** New backup codes in place of those that are left; told this once. Throws `notFound`. */
export async function renewBackupCodes(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<{ readonly codes: readonly string[] }> {
  const { uid } = input;
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    if (!(await hasSecondFactor(db, uid))) {
      throw new RecordsError('notFound', 'There is no second factor.');
    }
    await db.deleteFrom('backup_codes').where('uid', '=', uid).execute();
    const codes = await makeBackupCodes(context, db, uid);
    await note(context, db, 'renewBackupCodes', input);
    return { codes };
  });
}

/**
 * Uses a code of the app, or a backup code, up. `from` is the device of a known browser at the sign-in,
 * '' = an unknown one, or the id of a session: each has guesses of its own. Throws `codeNeeded`,
 * `badCode`, `loginBackoff`.
 */
export async function takeCode(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly code: string | undefined;
    readonly from: { readonly device: string } | { readonly session: string };
  },
): Promise<void> {
  const { uid, code, from } = input;
  if (code === undefined) {
    throw new RecordsError(
      'codeNeeded',
      'Enter the code of your authenticator app, or a backup code.',
    );
  }
  const { db } = context;
  const subject =
    'session' in from ? ownSubject(uid, from.session) : deviceSubject(uid, from.device);
  await spend(db, subject, FACTOR_BUDGET, context.now());
  const text = plain(code);
  const taken = /^\d{6}$/.test(text)
    ? await takeTotp(context, uid, text)
    : await takeBackup(context, uid, text);
  if (!taken) throw badCode();
  await clear(db, subject);
}

async function takeTotp(context: IdentityContext, uid: number, code: string): Promise<boolean> {
  const { db } = context;
  const app = await db
    .selectFrom('authenticators')
    .select('secret')
    .where('uid', '=', uid)
    .executeTakeFirst();
  const step = stepAt(context.now());
  if (app === undefined || !isCodeOf(opened(context, uid, app.secret), step, code)) return false;
  // The row decides: a code that was used, also a moment ago by somebody else, is none.
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('uid', '=', uid)
    .where('secret', '=', app.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function takeBackup(context: IdentityContext, uid: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await context.db
    .deleteFrom('backup_codes')
    .where('uid', '=', uid)
    .where('code_mac', '=', context.box.backupCodeMac(uid, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Backup codes of a new second factor, in its transaction. */
export async function makeBackupCodes(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  uid: number,
): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () =>
    Array.from(
      randomBytes(BACKUP_CODE_LENGTH),
      (byte) => BACKUP_LETTERS[byte % BACKUP_LETTERS.length],
    ).join(''),
  );
  const rows = codes.map((code) => ({ uid, code_mac: context.box.backupCodeMac(uid, code) }));
  await db.insertInto('backup_codes').values(rows).execute();
  return codes;
}

async function dropApp(db: Kysely<IdentityTables>, uid: number): Promise<boolean> {
  await db.deleteFrom('authenticator_setups').where('uid', '=', uid).execute();
  const { numDeletedRows } = await db
    .deleteFrom('authenticators')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

async function dropCodes(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  await db.deleteFrom('backup_codes').where('uid', '=', uid).execute();
}

/** Backup codes go with the last factor that they stand in for. */
export async function dropIdleCodes(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  if (!(await hasSecondFactor(db, uid))) await dropCodes(db, uid);
}

/** A change of a second factor, and who asked for it. */
export interface FactorChange {
  readonly uid: number;
  readonly kind: 'totpOn' | 'totpOff' | 'passkeyOn' | 'passkeyOff';
  readonly origin: MailOrigin;
}

/** What was proved before is over; the owner is told by mail. */
export async function factorChanged(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  { uid, kind, origin }: FactorChange,
): Promise<void> {
  const { email: recipient, anti_phishing: antiPhishing } = await userOf(db, uid);
  await noteSecured(db, uid, context.now());
  await db.deleteFrom('sessions').where('uid', '=', uid).execute();
  await writeMail(context, db, { uid, recipient, antiPhishing, kind, ...origin });
}

async function userOf(db: Kysely<IdentityTables>, uid: number) {
  const user = await db
    .selectFrom('users')
    .select(['email', 'anti_phishing'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined) throw userNotFound(uid);
  return user;
}

/** As people type it: with spaces or hyphens, in any case. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

function sealed(context: IdentityContext, uid: number, secret: Buffer): string {
  return context.box.encrypt(secret.toString('base64'), `authenticator ${uid}`);
}

function opened(context: IdentityContext, uid: number, stored: string): Buffer {
  return Buffer.from(context.box.decrypt(stored, `authenticator ${uid}`), 'base64');
}

/** Guesses of somebody who is signed in. */
function ownSubject(uid: number, session: string): string {
  return `factor-session:${uid}:${session}`;
}

/** Guesses at the sign-in. */
function deviceSubject(uid: number, device: string): string {
  return device === '' ? `factor:${uid}` : `factor-device:${device}`;
}

function badCode(): RecordsError {
  const message = 'The code is wrong, was used already or is over: enter the one shown now.';
  return new RecordsError('badCode', message, { field: 'code' });
}
