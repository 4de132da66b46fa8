/**
 * Mails wait in a table, written in the transaction of what they tell about: a request never waits for
 * a mail server, and none is lost. A mail is data, what it is about; its words come when it is read.
 */
import { type AccountName, MAIL_BUDGETS, type MailOfNotice } from '@halcyon/domain';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { REST, timedId } from './context.ts';
import { mailLanguage } from './language.ts';
import {
  MAIL_RETRY_FIRST_MS,
  MAIL_RETRY_MAX_MS,
  MAILS_LISTED_MAX,
  MAILS_PER_KIND,
  NOTICE_TTL_MS,
} from './limits.ts';
import type { IdentityTables } from './schema.ts';
import { normaliseEmail } from './users.ts';

/** What a mail is about; each has words in every language. */
export const MAIL_KINDS = [
  'passwordReset',
  'passwordChanged',
  'totpOn',
  'totpOff',
  'passkeyOn',
  'passkeyOff',
  'newLogin',
  'emailChange',
  'emailChanged',
  'accountFrozen',
  'accountThaw',
  'accountThawed',
  'accountClosed',
  'addressAdded',
  'addressAllowed',
  'withdrawalRequested',
  ...(Object.keys(MAIL_BUDGETS) as readonly MailOfNotice[]),
  'alert',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What a detail names by a word of its reader's language. */
export type MailWord = `account.${AccountName}` | 'price.mark' | 'price.index';

/** Signs that need no language, a word, or a decimal that is written as the reader's language does. */
export type MailPart =
  | string
  | { readonly word: MailWord }
  | { readonly number: string }
  | { readonly percent: string };
export type MailLine = readonly MailPart[];

/** A line of parts as a log has it: decimals as they are, words by their keys. */
export function plainLine(line: MailLine): string {
  const plain = (part: MailPart) => (typeof part === 'string' ? part : Object.values(part)[0]);
  return line.map(plain).join('');
}

/** What a mail is about: signs that need no language, or lines of parts. */
export type MailDetail = string | readonly MailLine[];

/** What the words of a mail speak of. */
export interface MailContents {
  /** The code that its reader chose; '' = none. */
  readonly antiPhishing: string;
  /** Address of the request that it is about; '' = not known. */
  readonly address: string;
  /** Where it leads to; '' = nowhere. */
  readonly link: string;
  /** '' = nothing. */
  readonly detail: MailDetail;
}

/** A mail of the table. */
export interface MailRecord extends MailContents {
  readonly id: string;
  readonly recipient: string;
  readonly kind: MailKind;
  /** Code of a language. */
  readonly language: string;
  /** Unix ms. */
  readonly createdAt: number;
  /** How often a server was asked to take it. */
  readonly tries: number;
  /** Why it was not taken at the last try; '' = it was not tried. */
  readonly fault: string;
}

/** Of a request: who asked from where, in which language to write about it. */
export interface MailOrigin {
  readonly address: string;
  /** Code of a language; '' = the request did not say: the one that its person last used. */
  readonly language: string;
}

/** A mail to be written. */
export interface NewMail extends MailOrigin {
  /** 0 = nobody: it looks like the others and is never sent. */
  readonly uid: number;
  readonly recipient: string;
  readonly antiPhishing: string;
  readonly kind: MailKind;
  readonly link?: string;
  readonly detail?: MailDetail;
  /** How long it is worth sending, ms; a day when not given. */
  readonly ttlMs?: number;
}

const FAULT_MAX = 200;

/** Writes a mail in the transaction of what it tells about. */
export async function writeMail(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  mail: NewMail,
): Promise<void> {
  const now = context.now();
  const id = timedId(now);
  const { antiPhishing, address, link = '', detail = '' } = mail;
  const contents: MailContents = { antiPhishing, address, link, detail };
  const row = {
    mail_id: id,
    uid: mail.uid,
    recipient: mail.recipient,
    kind: mail.kind,
    language: await mailLanguage(db, mail),
    contents: context.box.encrypt(JSON.stringify(contents), `mail ${id}`),
    created_at: now,
    expires_at: now + (mail.ttlMs ?? NOTICE_TTL_MS),
    next_try_at: now,
    tries: 0,
    fault: '',
  };
  await db.insertInto('mails').values(row).execute();
  await db
    .deleteFrom('mails')
    .where('mail_id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('mail_id')
        .where('uid', '=', mail.uid)
        .where('kind', '=', mail.kind)
        .orderBy('mail_id', 'desc')
        .limit(REST)
        .offset(MAILS_PER_KIND),
    )
    .execute();
}

/** The newest mails, newest first, of one address or of all. */
export async function listMails(
  context: IdentityContext,
  input: { readonly limit: number; readonly recipient?: string | undefined },
): Promise<MailRecord[]> {
  checkInteger('limit', input.limit, 1, MAILS_LISTED_MAX);
  let query = context.db.selectFrom('mails').selectAll().where('uid', '>', 0);
  if (input.recipient !== undefined) {
    query = query.where('recipient', '=', normaliseEmail(input.recipient));
  }
  const rows = await query.orderBy('mail_id', 'desc').limit(input.limit).execute();
  return rows.map((row) => toRecord(context, row));
}

/** Mails that a server should be asked to take now, oldest first. */
export async function dueMails(
  context: IdentityContext,
  input: { readonly limit: number },
): Promise<MailRecord[]> {
  checkInteger('limit', input.limit, 1, MAILS_LISTED_MAX);
  const now = context.now();
  const rows = await context.db
    .selectFrom('mails')
    .selectAll()
    .where('uid', '>', 0)
    .where('next_try_at', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('next_try_at')
    .orderBy('mail_id')
    .limit(input.limit)
    .execute();
  return rows.map((row) => toRecord(context, row));
}

/** A server took the mail: it is forgotten here, and with it what it held. */
export async function mailTaken(
  context: IdentityContext,
  input: { readonly id: string },
): Promise<void> {
  await context.db.deleteFrom('mails').where('mail_id', '=', input.id).execute();
}

/** A server did not take the mail: it waits, each time longer. */
export async function mailRefused(
  context: IdentityContext,
  input: { readonly id: string; readonly tries: number; readonly fault: string },
): Promise<void> {
  const pause = Math.min(MAIL_RETRY_FIRST_MS * 2 ** input.tries, MAIL_RETRY_MAX_MS);
  await context.db
    .updateTable('mails')
    .set({
      next_try_at: context.now() + pause,
      tries: sql<number>`tries + 1`,
      fault: input.fault.slice(0, FAULT_MAX),
    })
    .where('mail_id', '=', input.id)
    .execute();
}

function toRecord(context: IdentityContext, row: Selectable<IdentityTables['mails']>): MailRecord {
  const text = context.box.decrypt(row.contents, `mail ${row.mail_id}`);
  return {
    detail: '',
    ...(JSON.parse(text) as Omit<MailContents, 'detail'>),
    id: row.mail_id,
    recipient: row.recipient,
    kind: row.kind as MailKind,
    language: row.language,
    createdAt: row.created_at,
    tries: row.tries,
    fault: row.fault,
  };
}
