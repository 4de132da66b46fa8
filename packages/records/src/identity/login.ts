/**
 * Signing in and changing the password. Guesses are counted before they are looked at: at one
 * account by browsers that never signed in to it (together), by each browser that did (apart), and
 * by address. So a stranger gets at most ten guesses an hour, and the owner, whose browser is known,
 * is not locked out by them. Whether an e-mail is registered shows neither in the answer nor in the
 * time it takes.
 */

import { addressGroup } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { tokenHash } from './context.ts';
import { knownDevice, meetAgain, rememberDevice } from './devices.ts';
import { ACCOUNT_BUDGET, ADDRESS_BUDGET, DEVICE_BUDGET } from './limits.ts';
import { clear, refund, spend } from './login-budget.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import { badPasskey, type ShownPasskey, shownId } from './passkey-check.ts';
import { passkeyOwner, takePasskey } from './passkeys.ts';
import { checkPassword } from './password-rules.ts';
import type { IdentityTables } from './schema.ts';
import { hasSecondFactor, takeCode } from './second-factor.ts';
import {
  checkActive,
  findByEmail,
  lockUser,
  normaliseEmail,
  noteSecured,
  userNotFound,
} from './users.ts';

/** Somebody who signed in. */
export interface LoginResult {
  readonly uid: number;
  readonly email: string;
  /** Tells this browser from strangers at the next sign-in: a long-lived, HttpOnly cookie. */
  readonly deviceToken: string;
  /** Whether this browser had signed in to the account before. */
  readonly known: boolean;
  /** See `users.secured_at`: what was shown is as of then. */
  readonly securedAt: number;
}

interface Attempt {
  readonly subject: string;
  readonly budget: typeof ACCOUNT_BUDGET;
  /** '' = by address only when that is not counted either. */
  readonly addressSubject: string;
}

/**
 * Checks e-mail and password, and the code of who has a second factor. `address` null is not counted (loopback). Throws `badCredentials`,
 * `loginBackoff`, `busy`, and, only to who knows the password, `accountFrozen`, `selfFrozen`,
 * `accountClosed`, `codeNeeded` and `badCode`.
 */
export async function verifyLogin(
  context: IdentityContext,
  input: {
    readonly email: string;
    readonly password: string;
    /** Of the authenticator app, or a backup code. */
    readonly code?: string | undefined;
    readonly address: string | null;
    readonly deviceToken?: string | undefined;
    /** What the browser says of itself. */
    readonly userAgent?: string | undefined;
  },
): Promise<LoginResult> {
  const email = loginEmail(input.email);
  const user = await findByEmail(context.db, email);
  const device = await knownDevice(context, input.deviceToken ?? '', user?.uid ?? 0);
  const attempt = await begin(context, email, device, input.address);
  let right: boolean;
  try {
    right = await context.hasher.verify(input.password, user?.password_hash ?? null);
  } catch (error) {
    await giveBack(context, attempt);
    throw error;
  }
  if (!right || user === undefined) {
    throw new RecordsError('badCredentials', 'E-mail address or password is wrong.');
  }
  await clear(context.db, attempt.subject);
  if (attempt.addressSubject !== '') {
    await refund(context.db, attempt.addressSubject, ADDRESS_BUDGET);
  }
  checkActive(user);
  if (await hasSecondFactor(context.db, user.uid)) {
    await takeCode(context, { uid: user.uid, code: input.code, from: { device } });
  }
  return arrive(context, user, device, input);
}

/**
 * Checks a passkey that somebody signs in with; it is both factors. `address` null is not counted
 * (loopback). Throws `badPasskey`, `loginBackoff`, and, only to who has the passkey, `accountFrozen`,
 * `selfFrozen` and `accountClosed`.
 */
export async function verifyPasskeyLogin(
  context: IdentityContext,
  input: {
    readonly shown: ShownPasskey;
    readonly address: string | null;
    readonly deviceToken?: string | undefined;
    /** What the browser says of itself. */
    readonly userAgent?: string | undefined;
  },
): Promise<LoginResult> {
  const { db } = context;
  const subject = input.address === null ? '' : subjectOfAddress(input.address);
  if (subject !== '') await spend(db, subject, ADDRESS_BUDGET, context.now());
  const owner = await passkeyOwner(db, shownId(input.shown));
  const uid = await takePasskey(context, { uid: 0, shown: input.shown });
  if (subject !== '') await refund(db, subject, ADDRESS_BUDGET);
  // Read before what was shown was looked at: a change in between undoes the sign-in.
  if (owner?.uid !== uid) throw badPasskey();
  checkActive(owner);
  const device = await knownDevice(context, input.deviceToken ?? '', uid);
  return arrive(context, owner, device, input);
}

/** Somebody proved who they are at the sign-in: their browser is known from now on. */
async function arrive(
  context: IdentityContext,
  user: { readonly uid: number; readonly email: string; readonly secured_at: number },
  device: string,
  browser: { readonly deviceToken?: string | undefined; readonly userAgent?: string | undefined },
): Promise<LoginResult> {
  const { uid, email, secured_at: securedAt } = user;
  const deviceToken =
    device === ''
      ? await rememberDevice(context, { uid, userAgent: browser.userAgent })
      : await meetAgain(context, device, browser);
  return { uid, email, deviceToken, known: device !== '', securedAt };
}

/**
 * The one way in which somebody who is signed in proves again who they are: by the code or a passkey of
 * who has a second factor, else by the password. Says as of when (`users.secured_at`). Throws
 * `codeNeeded`, `badCode`, `badPasskey`, `badCredentials`, `loginBackoff`, `busy`, `notFound`.
 */
export async function proveAgain(
  context: IdentityContext,
  input: {
    readonly uid: number;
    /** Id of the session that it is done in, whose guesses are its own; undefined = in none. */
    readonly session?: string | undefined;
    readonly password?: string | undefined;
    readonly code?: string | undefined;
    readonly passkey?: ShownPasskey | undefined;
  },
): Promise<number> {
  const { uid, session = '', password = '', code, passkey } = input;
  const { secured_at: before } = await userOf(context.db, uid);
  if (passkey !== undefined) {
    await takePasskey(context, { uid, shown: passkey });
    return before;
  }
  if (await hasSecondFactor(context.db, uid)) {
    await takeCode(context, { uid, code, from: { session } });
    return before;
  }
  const { secured_at: at } = await proveOwner(context, input, password, 'password');
  await clear(context.db, ownerSubject(input));
  return at;
}

/**
 * Changes the password, ends all sessions and tells the user by mail. Throws `badCredentials` for a wrong current password,
 * `passwordRefused` for a bad new one, `loginBackoff`, `busy`, `notFound`.
 */
export async function changePassword(
  context: IdentityContext,
  input: {
    readonly uid: number;
    /** Id of the session that it is done in, whose guesses are its own; undefined = in none. */
    readonly session?: string | undefined;
    readonly currentPassword: string;
    readonly newPassword: string;
    readonly origin: MailOrigin;
  },
): Promise<void> {
  await checkNewPassword(context, input);
  const proved = await proveOwner(context, input, input.currentPassword, 'currentPassword');
  const hash = await context.hasher.hash(input.newPassword);
  const { uid, origin } = input;
  await context.db.transaction().execute(async (transaction) => {
    await lockUser(transaction, uid);
    // Of two changes at once only one knows the current password.
    const { password_hash: current } = await userOf(transaction, uid);
    if (current !== proved.password_hash) throw wrongPassword('currentPassword');
    await storePassword(context, transaction, { uid, passwordHash: hash, origin });
    await note(context, transaction, 'changePassword', input);
  });
}

/** Throws `passwordRefused` for what the rules do not take as the password of this person. */
export async function checkNewPassword(
  { db }: IdentityContext,
  { uid, newPassword }: { readonly uid: number; readonly newPassword: string },
): Promise<void> {
  checkPassword(newPassword, (await userOf(db, uid)).email);
}

/**
 * Stores a new password in the transaction of who proved to be the owner. What was proved with the old
 * one is over: sessions, browsers that were known, links that reset it. The owner is told by mail.
 */
export async function storePassword(
  context: IdentityContext,
  transaction: Kysely<IdentityTables>,
  input: { readonly uid: number; readonly passwordHash: string; readonly origin: MailOrigin },
): Promise<void> {
  const { uid, passwordHash, origin } = input;
  const { email: recipient, anti_phishing: antiPhishing } = await userOf(transaction, uid);
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: context.now() })
    .where('uid', '=', uid)
    .execute();
  await noteSecured(transaction, uid, context.now());
  for (const table of ['sessions', 'devices', 'password_resets'] as const) {
    await transaction.deleteFrom(table).where('uid', '=', uid).execute();
  }
  await clear(transaction, accountSubject(recipient));
  const kind = 'passwordChanged';
  await writeMail(context, transaction, { uid, recipient, antiPhishing, kind, ...origin });
}

/** Counts a guess at the password of somebody who is signed in; the row that it matched. */
async function proveOwner(
  context: IdentityContext,
  who: Guesser,
  password: string,
  field: string,
): Promise<Owner> {
  const { db } = context;
  const user = await userOf(db, who.uid);
  const subject = ownerSubject(who);
  await spend(db, subject, DEVICE_BUDGET, context.now());
  let right: boolean;
  try {
    right = await context.hasher.verify(password, user.password_hash);
  } catch (error) {
    await refund(db, subject, DEVICE_BUDGET);
    throw error;
  }
  if (!right) throw wrongPassword(field);
  return user;
}

/** Guesses at one account by browsers that never signed in to it. */
function accountSubject(email: string): string {
  return `account:${tokenHash(email)}`;
}

/** Guesses from one network address, of IPv6 from one network. */
function subjectOfAddress(address: string): string {
  return `address:${addressGroup(address)}`;
}

/** Who guesses in which session. */
interface Guesser {
  readonly uid: number;
  readonly session?: string | undefined;
}

/** Each session has guesses of its own: who stole one does not use up those of the owner's others. */
function ownerSubject({ uid, session = '' }: Guesser): string {
  return `change:${uid}:${session}`;
}

/** What is known of a user and a password. */
interface Owner {
  readonly email: string;
  readonly anti_phishing: string;
  readonly password_hash: string;
  readonly secured_at: number;
}

async function userOf(db: Kysely<IdentityTables>, uid: number): Promise<Owner> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'anti_phishing', 'password_hash', 'secured_at'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined) throw userNotFound(uid);
  return user;
}

function wrongPassword(field: string): RecordsError {
  return new RecordsError('badCredentials', 'The password is wrong.', { field });
}

/** A text that is no address is treated as one that nobody has: same answer, same time. */
function loginEmail(text: string): string {
  try {
    return normaliseEmail(text);
  } catch {
    return `invalid:${tokenHash(String(text))}`;
  }
}

async function begin(
  context: IdentityContext,
  email: string,
  device: string,
  address: string | null,
): Promise<Attempt> {
  const now = context.now();
  const known = device !== '';
  const subject = known ? `device:${device}` : accountSubject(email);
  const budget = known ? DEVICE_BUDGET : ACCOUNT_BUDGET;
  const addressSubject = address === null ? '' : subjectOfAddress(address);
  if (addressSubject !== '') await spend(context.db, addressSubject, ADDRESS_BUDGET, now);
  try {
    await spend(context.db, subject, budget, now);
  } catch (error) {
    if (addressSubject !== '') await refund(context.db, addressSubject, ADDRESS_BUDGET);
    throw error;
  }
  return { subject, budget, addressSubject };
}

async function giveBack(context: IdentityContext, attempt: Attempt): Promise<void> {
  await refund(context.db, attempt.subject, attempt.budget);
  if (attempt.addressSubject !== '') {
    await refund(context.db, attempt.addressSubject, ADDRESS_BUDGET);
  }
}
