/** What people do to their whole account: another e-mail address, freezing it, closing it. */
import type { Kysely } from 'kysely';
import { checkLength, RecordsError } from '../errors.ts';
import { dropAlerts } from './alerts.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { isDuplicate, randomToken, tokenHash } from './context.ts';
import { RESET_BUDGET, RESET_LINK_MAX, RESET_TTL_MS } from './limits.ts';
import { spend } from './login-budget.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';
import {
  checkActive,
  findByEmail,
  lockUser,
  mailedRow,
  newEmail,
  noteSecured,
  setStatus,
  userNotFound,
} from './users.ts';

/**
 * Sends a link to the new address, unless somebody has it: that shows to nobody, as when somebody
 * registers. Throws `badRequest`, `loginBackoff`, `notFound`.
 */
export async function requestEmailChange(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly email: string;
    /** Address of the page that takes the token, which is put behind it. */
    readonly page: string;
    readonly origin: MailOrigin;
  },
): Promise<void> {
  const { uid, page, origin } = input;
  const { db } = context;
  const email = newEmail(input.email);
  checkLength('page', page, 1, RESET_LINK_MAX);
  const now = context.now();
  await spend(db, `email-change:${uid}`, RESET_BUDGET, now);
  const user = await mailedRow(context.db, uid);
  if (user.recipient === email) {
    throw new RecordsError('badRequest', 'This is your address already.', { field: 'email' });
  }
  const free = (await findByEmail(db, email)) === undefined;
  const owner = free ? uid : 0;
  const token = randomToken();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('email_changes')
      .values({ token_hash: tokenHash(token), uid: owner, email, expires_at: now + RESET_TTL_MS })
      .execute();
    await writeMail(context, transaction, {
      ...origin,
      uid: owner,
      recipient: email,
      antiPhishing: user.antiPhishing,
      kind: 'emailChange',
      link: `${page}#email=${token}`,
      ttlMs: RESET_TTL_MS,
    });
    await note(context, transaction, 'requestEmailChange', { uid, origin });
  });
}

/**
 * The link was followed: the account has the new address, all sessions end, and the old address is
 * told. Throws `resetOver` for a token that is unknown, used, too old, or whose address is taken now.
 */
export async function confirmEmailChange(
  context: IdentityContext,
  input: { readonly token: string; readonly origin: MailOrigin },
): Promise<{ readonly uid: number }> {
  const hash = tokenHash(input.token);
  const change = await context.db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.uid', 'email_changes.uid')
    .select(['users.uid', 'users.email as old', 'users.anti_phishing', 'email_changes.email'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', context.now())
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  if (change === undefined) throw linkOver();
  const { uid, old: recipient, anti_phishing: antiPhishing, email } = change;
  try {
    await context.db.transaction().execute(async (db) => {
      // Of many at once the one that takes the row away wins.
      const { numDeletedRows } = await db
        .deleteFrom('email_changes')
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw linkOver();
      await db.updateTable('users').set({ email }).where('uid', '=', uid).execute();
      await noteSecured(db, uid, context.now());
      for (const table of ['sessions', 'password_resets', 'email_changes'] as const) {
        await db.deleteFrom(table).where('uid', '=', uid).execute();
      }
      const mail = { ...input.origin, uid, recipient, antiPhishing };
      await writeMail(context, db, { ...mail, kind: 'emailChanged' });
      await note(context, db, 'confirmEmailChange', { uid, origin: input.origin });
    });
  } catch (error) {
    if (isDuplicate(error)) throw linkOver();
    throw error;
  }
  return { uid };
}

/**
 * Freezes the account at its owner's wish, who can thaw it (`thawSelf`). Throws `notFound`, and what
 * `checkActive` does: what the operator has just frozen stays so.
 */
export async function freezeSelf(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: MailOrigin },
): Promise<void> {
  const { uid, origin } = input;
  const { recipient, antiPhishing } = await mailedRow(context.db, uid);
  await context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    checkActive(await statusOf(db, uid));
    await setStatus(db, uid, 'frozen');
    await db.updateTable('users').set({ self_frozen: 1 }).where('uid', '=', uid).execute();
    const kind = 'accountFrozen';
    await writeMail(context, db, { ...origin, uid, recipient, antiPhishing, kind });
    await note(context, db, 'freezeSelf', input);
  });
}

/**
 * Closes the account for good: nobody signs in, its keys are deleted, and its address is nobody else's.
 * What it did stays for the operator. Throws `notFound`, `accountClosed`.
 */
export async function closeAccount(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: MailOrigin },
): Promise<void> {
  const { uid, origin } = input;
  const { recipient, antiPhishing } = await mailedRow(context.db, uid);
  await context.db.transaction().execute(async (db) => {
    await setStatus(db, uid, 'closed');
    await db
      .updateTable('api_keys')
      .set({ deleted_at: context.now(), secret: '', passphrase_mac: '' })
      .where('uid', '=', uid)
      .where('deleted_at', '=', 0)
      .execute();
    await db.updateTable('users').set({ key_count: 0 }).where('uid', '=', uid).execute();
    for (const table of [
      'password_resets',
      'email_changes',
      'thaws',
      'devices',
      'withdrawal_addresses',
    ] as const) {
      await db.deleteFrom(table).where('uid', '=', uid).execute();
    }
    await dropAlerts(db, uid);
    const kind = 'accountClosed';
    await writeMail(context, db, { ...origin, uid, recipient, antiPhishing, kind });
    await note(context, db, 'closeAccount', input);
  });
}

async function statusOf(db: Kysely<IdentityTables>, uid: number) {
  const user = await db
    .selectFrom('users')
    .select(['status', 'self_frozen'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined) throw userNotFound(uid);
  return user;
}

function linkOver(): RecordsError {
  const message = 'This link was used already or is too old.';
  return new RecordsError('resetOver', message, { field: 'token' });
}
