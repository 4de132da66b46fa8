/**
 * Links that anybody can have mailed to an address, which help who reads its mails alone. Whether there
 * is such an account shows neither in the answer nor in the time it takes: the same rows are written for
 * an address that nobody has, to nobody. What strangers ask for, the owner can use: a mail does not make
 * an earlier one void, and when no more are written one of the last minutes is there.
 */
import { addressGroup } from '@halcyon/domain';
import type { Kysely, Selectable } from 'kysely';
import { checkLength, RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { randomToken, tokenHash } from './context.ts';
import { knownDevice } from './devices.ts';
import { RESET_ADDRESS_BUDGET, RESET_BUDGET, RESET_LINK_MAX, RESET_TTL_MS } from './limits.ts';
import { spend } from './login-budget.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';
import { findByEmail, normaliseEmail } from './users.ts';

/** What a link is for. */
export interface LinkKind {
  readonly table: 'password_resets' | 'thaws';
  readonly mail: 'passwordReset' | 'accountThaw';
  /** Before the token, behind the address of the page. */
  readonly mark: string;
  /** Guesses and mails are counted under this name. */
  readonly subject: string;
  /** Whether it helps this user; the others have none sent. */
  readonly helps: (user: Selectable<IdentityTables['users']>) => boolean;
}

/** Who asks for a link. */
export interface LinkRequest {
  readonly email: string;
  /** Address of the page that takes the token, which is put behind it. */
  readonly page: string;
  /** Address not counted (loopback) = true. */
  readonly loopback: boolean;
  readonly deviceToken?: string | undefined;
  readonly origin: MailOrigin;
}

/**
 * Writes a mail with a link, if it helps the account of the address. Throws `badRequest` for a text that
 * is no address, and `loginBackoff` when one network address asks too often.
 */
export async function requestLink(
  context: IdentityContext,
  kind: LinkKind,
  input: LinkRequest,
): Promise<void> {
  const email = normaliseEmail(input.email);
  checkLength('page', input.page, 1, RESET_LINK_MAX);
  const { db } = context;
  const now = context.now();
  if (!input.loopback) {
    const from = addressGroup(input.origin.address);
    await spend(db, `${kind.subject}-from:${from}`, RESET_ADDRESS_BUDGET, now);
  }
  const user = await findByEmail(db, email);
  const device = await knownDevice(context, input.deviceToken ?? '', user?.uid ?? 0);
  const { subject: name } = kind;
  const subject = device === '' ? `${name}:${tokenHash(email)}` : `${name}-device:${device}`;
  if (!(await maySpend(db, subject, now))) return;
  const token = randomToken();
  const uid = user !== undefined && kind.helps(user) ? user.uid : 0;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto(kind.table)
      .values({ token_hash: tokenHash(token), uid, expires_at: now + RESET_TTL_MS })
      .execute();
    await writeMail(context, transaction, {
      ...input.origin,
      uid,
      recipient: email,
      antiPhishing: user?.anti_phishing ?? '',
      kind: kind.mail,
      link: `${input.page}#${kind.mark}=${token}`,
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

/** The user whom the link of a token helps; undefined = it is unknown, used, or too old. */
export async function linkOwner(
  context: IdentityContext,
  kind: LinkKind,
  token: string,
): Promise<Selectable<IdentityTables['users']> | undefined> {
  const user = await context.db
    .selectFrom(kind.table)
    .innerJoin('users', 'users.uid', `${kind.table}.uid`)
    .selectAll('users')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', context.now())
    .executeTakeFirst();
  return user !== undefined && kind.helps(user) ? user : undefined;
}

/** Uses a link up; of many at once the one that takes the row away wins. Throws `resetOver`. */
export async function useLink(
  transaction: Kysely<IdentityTables>,
  kind: LinkKind,
  token: string,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom(kind.table)
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw linkOver();
}

/** The error for a link that helps no more. */
export function linkOver(): RecordsError {
  const message = 'This link was used already or is too old.';
  return new RecordsError('resetOver', message, { field: 'token' });
}
