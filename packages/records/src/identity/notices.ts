/**
 * What of notices is a person's: up to where they were read, those about security, and the mails about
 * urgent ones. What happened on accounts has its rows in the records.
 */

import type { MailOfNotice } from '@halcyon/domain';
import { RISK_MAILS_SETTING, type SecurityTopic } from '@halcyon/domain/web';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { VenueName } from './api-key-rules.ts';
import type { IdentityContext } from './context.ts';
import { keepLanguage } from './language.ts';
import { NOTICE_TTL_MS, READ_APART_MAX } from './limits.ts';
import type { MailDetail } from './mails.ts';
import { NEW_BROWSER, type NotedAct, TOPICS } from './noted-acts.ts';
import { mailNotice } from './notice-mail.ts';
import type { IdentityTables } from './schema.ts';

/** Up to where notices of a user were read, in one venue. */
export interface NoticeMark {
  /** Id of a notice, and of an entry about security. */
  readonly notice: number;
  readonly security: number;
  /** `firedSeq` of an alert. */
  readonly alert: number;
}

/** Where a notice is from: what happened on accounts, the audit log, or alerts. */
export type ReadSource = keyof NoticeMark;

/** The column of a mark that each source has. */
const COLUMNS = { notice: 'notice_id', security: 'audit_seq', alert: 'alert_seq' } as const;
const SOURCES = Object.keys(COLUMNS) as ReadSource[];

function mapSources<T>(of: (source: ReadSource) => T): Readonly<Record<ReadSource, T>> {
  return { notice: of('notice'), security: of('security'), alert: of('alert') };
}

/** What of its notices a user has read: all up to a mark, and above it some. */
export interface NoticesRead extends NoticeMark {
  readonly apart: Readonly<Record<ReadSource, readonly number[]>>;
}

/** A notice about security. */
export interface SecurityNotice {
  readonly seq: number;
  /** Unix ms. */
  readonly at: number;
  readonly topic: SecurityTopic;
}

/** Which notices about security are wanted. */
export interface SecurityNoticesQuery {
  readonly uid: number;
  /** Only entries below this one. */
  readonly before?: number | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

/** A mail about an urgent notice. */
export interface RiskMail {
  readonly uid: number;
  readonly kind: MailOfNotice;
  readonly detail: MailDetail;
}

const ACTS = Object.keys(TOPICS) as NotedAct[];
const LIMIT_MAX = 1_001;
/** Name of the fact that says up to which command mails about urgent notices were written. */
const MAILED = 'notices_mailed';

/** What a user has read; who never did begins here and now. */
export async function noticesRead(
  context: IdentityContext,
  input: { readonly uid: number; readonly venue: VenueName },
): Promise<NoticesRead> {
  const mark = await noticeMark(context, input);
  const rows = await readApart(context.db, input).select(['source', 'id']).execute();
  const of = (source: ReadSource) =>
    rows.filter((row) => row.source === source).map(({ id }) => id);
  return { ...mark, apart: mapSources(of) };
}

function readApart(
  db: Kysely<IdentityTables>,
  { uid, venue }: { readonly uid: number; readonly venue: VenueName },
) {
  return db.selectFrom('notices_read').where('uid', '=', uid).where('venue', '=', venue);
}

/**
 * Notes that one notice above the mark was read. Of more than READ_APART_MAX the oldest is new again:
 * who reads so many has a button for all.
 */
export async function readNotice(
  { db, noticesChanged }: IdentityContext,
  input: {
    readonly uid: number;
    readonly venue: VenueName;
    readonly source: ReadSource;
    readonly id: number;
  },
): Promise<void> {
  const { uid, venue, source, id } = input;
  checkInteger('id', id, 1, Number.MAX_SAFE_INTEGER);
  const mark = await markOf(db, uid, venue);
  if (mark !== undefined && id <= mark[source]) return;
  await db
    .insertInto('notices_read')
    .values({ uid, venue, source, id })
    .onConflict((conflict) => conflict.columns(['uid', 'venue', 'source', 'id']).doNothing())
    .execute();
  const beyond = await readApart(db, input)
    .select('id')
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .offset(READ_APART_MAX)
    .limit(1)
    .executeTakeFirst();
  if (beyond !== undefined) await forget(db, input, source, beyond.id);
  noticesChanged({ uid, venue });
}

/** Forgets which of them were read one by one, up to an id. */
async function forget(
  db: Kysely<IdentityTables>,
  { uid, venue }: { readonly uid: number; readonly venue: VenueName },
  source: ReadSource,
  upTo: number,
): Promise<void> {
  await db
    .deleteFrom('notices_read')
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .where('source', '=', source)
    .where('id', '<=', upTo)
    .execute();
}

/** Up to where a user read; who never did begins here and now. */
export async function noticeMark(
  { db, now }: IdentityContext,
  { uid, venue }: { readonly uid: number; readonly venue: VenueName },
): Promise<NoticeMark> {
  const found = await markOf(db, uid, venue);
  if (found !== undefined) return found;
  const newest = await db.selectFrom('audit_end').select('seq').executeTakeFirst();
  const audit_seq = newest?.seq ?? 0;
  await db
    .insertInto('notice_marks')
    .values({ uid, venue, notice_id: 0, audit_seq, alert_seq: 0, updated_at: now() })
    .onConflict((conflict) => conflict.columns(['uid', 'venue']).doNothing())
    .execute();
  return (await markOf(db, uid, venue)) ?? { notice: 0, security: audit_seq, alert: 0 };
}

function markOf(db: Kysely<IdentityTables>, uid: number, venue: VenueName) {
  return db
    .selectFrom('notice_marks')
    .select(['notice_id as notice', 'audit_seq as security', 'alert_seq as alert'])
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .executeTakeFirst();
}

/** Notes up to where a user read, which never goes back, and in which language. */
export async function readNotices(
  context: IdentityContext,
  input: NoticeMark & {
    readonly uid: number;
    readonly venue: VenueName;
    /** Of the page; what is mailed later is written in it. */
    readonly language: string;
  },
): Promise<void> {
  const { uid, venue } = input;
  for (const source of SOURCES) checkInteger(source, input[source], 0, Number.MAX_SAFE_INTEGER);
  const higher = (source: ReadSource) => {
    const known = sql.ref<number>(`notice_marks.${COLUMNS[source]}`);
    return sql<number>`case when ${known} > ${input[source]} then ${known} else ${input[source]} end`;
  };
  const updated_at = context.now();
  const { notice: notice_id, security: audit_seq, alert: alert_seq } = input;
  await context.db
    .insertInto('notice_marks')
    .values({ uid, venue, notice_id, audit_seq, alert_seq, updated_at })
    .onConflict((conflict) =>
      conflict.columns(['uid', 'venue']).doUpdateSet({
        notice_id: higher('notice'),
        audit_seq: higher('security'),
        alert_seq: higher('alert'),
        updated_at,
      }),
    )
    .execute();
  for (const source of SOURCES) await forget(context.db, input, source, input[source]);
  await keepLanguage(context.db, uid, input.language);
  context.noticesChanged({ uid, venue });
}

function securityOf(db: Kysely<IdentityTables>, uid: number) {
  return db
    .selectFrom('audit')
    .where('uid', '=', uid)
    .where('act', 'in', ACTS)
    .where((eb) =>
      eb.or([eb('act', '<>', 'createSession'), eb('detail', 'like', `%"${NEW_BROWSER}"%`)]),
    );
}

/** Notices about the security of a person, newest first. */
export async function securityNotices(
  { db }: IdentityContext,
  { uid, before, startTime, endTime, limit }: SecurityNoticesQuery,
): Promise<SecurityNotice[]> {
  checkInteger('limit', limit, 1, LIMIT_MAX);
  let query = securityOf(db, uid).select(['seq', 'at', 'act']);
  if (before !== undefined) query = query.where('seq', '<', before);
  if (startTime !== undefined) query = query.where('at', '>=', startTime);
  if (endTime !== undefined) query = query.where('at', '<=', endTime);
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.flatMap(({ seq, at, act }) => {
    const topic = TOPICS[act as NotedAct];
    return topic === undefined ? [] : [{ seq, at, topic }];
  });
}

/** How many notices about security a person has above `after` and none of `apart`, and the newest above. */
export async function unreadSecurity(
  { db }: IdentityContext,
  input: {
    readonly uid: number;
    readonly after: number;
    readonly apart: readonly number[];
    readonly most: number;
  },
): Promise<{ readonly count: number; readonly newest: number }> {
  const { uid, after, most } = input;
  checkInteger('most', most, 1, LIMIT_MAX);
  const apart = new Set(input.apart);
  const rows = await securityOf(db, uid)
    .select('seq')
    .where('seq', '>', after)
    .orderBy('seq', 'desc')
    .limit(most + apart.size)
    .execute();
  const unread = rows.filter(({ seq }) => !apart.has(seq)).length;
  return { count: Math.min(unread, most), newest: rows[0]?.seq ?? 0 };
}

/** Up to which command mails about urgent notices were written. */
export async function riskMailed({ db }: IdentityContext): Promise<number> {
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', MAILED)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/**
 * Writes the mails about the urgent notices of one command, and that it did, in one transaction: whoever
 * asks again gets none. Who has switched them off, or had too many within the hour, gets none either.
 * @param input `after`: the command that was mailed before; `at`: Unix ms of this one
 */
export async function mailRisks(
  context: IdentityContext,
  input: {
    readonly after: number;
    readonly seq: number;
    readonly at: number;
    readonly mails: readonly RiskMail[];
  },
): Promise<boolean> {
  const { after, seq, at, mails } = input;
  return context.db.transaction().execute(async (db) => {
    if (!(await moveOn(db, after, seq))) return false;
    if (context.now() - at > NOTICE_TTL_MS) return true;
    for (const mail of mails) await mailRisk(context, db, mail);
    return true;
  });
}

/** Moves the fact from one command to the next; false = somebody else did. */
async function moveOn(db: Kysely<IdentityTables>, after: number, seq: number): Promise<boolean> {
  const first = { name: MAILED, value: '0' };
  await db
    .insertInto('facts')
    .values(first)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const moved = await db
    .updateTable('facts')
    .set({ value: String(seq) })
    .where('name', '=', MAILED)
    .where('value', '=', String(after))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

async function mailRisk(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  mail: RiskMail,
): Promise<void> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('uid', '=', mail.uid)
    .where('name', '=', RISK_MAILS_SETTING)
    .executeTakeFirst();
  if (setting?.value !== 'false') await mailNotice(context, db, mail);
}
