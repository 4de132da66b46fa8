/**
 * A new password for who has forgotten the old one, by a mail to the address of the account. Whether
 * there is such an account shows neither in the answer nor in the time it takes: the same rows are
 * written for an address that nobody has, to nobody. What strangers ask for, the owner can use: a mail
 * does not make an earlier one void, and when no more are written one of the last minutes is there.
 */
import type { Kysely } from 'kysely';
import { checkLength, RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { randomToken, tokenHash } from './context.ts';
import { knownDevice } from './devices.ts';
import { RESET_ADDRESS_BUDGET, RESET_BUDGET, RESET_LINK_MAX, RESET_TTL_MS } from './limits.ts';
import { storePassword } from './login.ts';
import { spend } from './login-budget.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import { checkPassword } from './password-rules.ts';
import type { IdentityTables } from './schema.ts';
import { findByEmail, normaliseEmail } from './users.ts';

/** Somebody whose password is new. */
export interface ResetResult {
  readonly uid: number;
}

/**
 * Writes a mail with a link, if the address is that of an account. Throws `badRequest` for a text that
 * is no address, and `loginBackoff` when one network address asks too often.
 */
export async function requestReset(
  context: IdentityContext,
  input: {
    readonly email: string;
    /** Address of the page that takes the token, which is put behind it. */
    readonly page: string;
    /** Address not counted (loopback) = true. */
    readonly loopback: boolean;
    readonly deviceToken?: string | undefined;
    readonly origin: MailOrigin;
  },
): Promise<void> {
  const email = normaliseEmail(input.email);
  checkLength('page', input.page, 1, RESET_LINK_MAX);
  const { db } = context;
  const now = context.now();
  if (!input.loopback) {
    await spend(db, `reset-from:${input.origin.address}`, RESET_ADDRESS_BUDGET, now);
  }
  const user = await findByEmail(db, email);
  const device = await knownDevice(context, input.deviceToken ?? '', user?.uid ?? 0);
  const subject = device === '' ? `reset:${tokenHash(email)}` : `reset-device:${device}`;
  if (!(await maySpend(db, subject, now))) return;
  const token = randomToken();
  const uid = user?.status === 'active' ? user.uid : 0;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('password_resets')
      .values({ token_hash: tokenHash(token), uid, expires_at: now + RESET_TTL_MS })
      .execute();
    await writeMail(context, transaction, {
      ...input.origin,
      uid,
      recipient: email,
      antiPhishing: user?.anti_phishing ?? '',
      kind: 'passwordReset',
      link: `${input.page}#token=${token}`,
      ttlMs: RESET_TTL_MS,
    });
  });
}

/** Counts a mail; false when enough were written lately, which is nobody's business but the owner's. */
async function maySpend(
  db: Kysely<IdentityTables>,
  subject: string,
  now: number,
): Promise<boolean> {
  try {
    await spend(db, subject, RESET_BUDGET, now);
    return true;
  } catch (error) {
    if (error instanceof RecordsError && error.code === 'loginBackoff') return false;
    throw error;
  }
}

/**
 * Sets the password of a token's account, once, and ends all its sessions. Throws `resetOver` for a
 * token that is unknown, used or too old, `passwordRefused`, which leaves the token good, and `busy`.
 */
export async function resetPassword(
  context: IdentityContext,
  input: { readonly token: string; readonly newPassword: string; readonly origin: MailOrigin },
): Promise<ResetResult> {
  const hash = tokenHash(input.token);
  const owner = await context.db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.uid', 'password_resets.uid')
    .select(['users.uid', 'users.email'])
    .where('token_hash', '=', hash)
    .where('password_resets.expires_at', '>', context.now())
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  if (owner === undefined) throw resetOver();
  checkPassword(input.newPassword, owner.email);
  const passwordHash = await context.hasher.hash(input.newPassword);
  await context.db.transaction().execute(async (transaction) => {
    // Of many at once the one that takes the row away wins.
    const { numDeletedRows } = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw resetOver();
    await storePassword(context, transaction, { uid: owner.uid, passwordHash, ...input });
  });
  return { uid: owner.uid };
}

function resetOver(): RecordsError {
  return new RecordsError('resetOver', 'This link was used already or is too old.', {
    field: 'token',
  });
}
