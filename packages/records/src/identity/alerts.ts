/**
 * Alerts of accounts, in either venue. One fires by its row: it is written as fired, and its mail beside it,
 * before anybody is told, and only one that waits can. So none fires twice, whatever ends in between.
 */
import { ALERT_NOTE_MAX, ALERTS_MAX, type AlertTerms, FIRED_ALERTS_MAX } from '@halcyon/domain';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, checkText, RecordsError } from '../errors.ts';
import type { VenueName } from './api-key-rules.ts';
import type { IdentityContext } from './context.ts';
import { REST } from './context.ts';
import type { MailDetail } from './mails.ts';
import { mailNotice } from './notice-mail.ts';
import type { IdentityTables } from './schema.ts';

/** Whose alerts: of a user by its number in the live venue. */
export interface AlertOwner {
  readonly uid: number;
  readonly venue: VenueName;
}

/** What its owner says of an alert. */
export interface AlertSetting {
  readonly terms: AlertTerms;
  readonly note: string;
  readonly mail: boolean;
  /** Time of the venue since which its price counts, Unix ms. */
  readonly armedAt: number;
}

/** An alert. */
export interface AlertRecord extends AlertOwner, AlertSetting {
  readonly id: number;
  /** Another with each change. */
  readonly version: number;
  readonly instrument: number;
  /** Unix ms, as `firedAt`. */
  readonly createdAt: number;
  /** Grows with each that fires; 0 = it waits. */
  readonly firedSeq: number;
  readonly firedAt: number;
  /** Ticks. */
  readonly firedPrice: number;
  readonly late: boolean;
}

/** Which alerts are wanted: those that wait by their ids, those that fired by `firedSeq`. */
export interface AlertsQuery extends AlertOwner {
  readonly fired: boolean;
  readonly instrument?: number | undefined;
  readonly before?: number | undefined;
  /** Of fired ones: when, Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

/** An alert fires. */
export interface Firing {
  readonly id: number;
  /** As it was watched: one that was changed since does not fire. */
  readonly version: number;
  /** Ticks. */
  readonly price: number;
  readonly late: boolean;
  /** What a mail says of it. */
  readonly detail: MailDetail;
}

/** Alerts read or fired at a time at most. */
export const ALERTS_AT_ONCE = 500;

const LIMIT_MAX = 1_001;

/** Sets an alert. Throws `badRequest`, `limitReached`. */
export async function createAlert(
  { db, now }: IdentityContext,
  input: AlertOwner & AlertSetting & { readonly instrument: number },
): Promise<AlertRecord> {
  const { uid, venue, instrument } = input;
  const set = settingRow(input);
  return db.transaction().execute(async (transaction) => {
    const id = await count(transaction);
    const { waiting } = await transaction
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('uid', '=', uid)
      .where('venue', '=', venue)
      .where('fired_seq', '=', 0)
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= ALERTS_MAX) {
      throw new RecordsError('limitReached', `at most ${ALERTS_MAX} alerts wait at a time`, {
        facts: { limit: ALERTS_MAX },
      });
    }
    const fired = { fired_seq: 0, fired_at: 0, fired_price: 0, late: 0 };
    const row = { id, version: id, uid, venue, instrument, ...set, created_at: now(), ...fired };
    await transaction.insertInto('alerts').values(row).execute();
    return toRecord(row);
  });
}

/** Changes an alert that waits. Throws `badRequest`, and `notFound` for one that is another's or has fired. */
export async function amendAlert(
  { db }: IdentityContext,
  input: AlertOwner & AlertSetting & { readonly id: number },
): Promise<AlertRecord> {
  const set = settingRow(input);
  const row = await db.transaction().execute(async (transaction) =>
    transaction
      .updateTable('alerts')
      .set({ ...set, version: await count(transaction) })
      .where('id', '=', input.id)
      .where('uid', '=', input.uid)
      .where('venue', '=', input.venue)
      .where('fired_seq', '=', 0)
      .returningAll()
      .executeTakeFirst(),
  );
  if (row === undefined) throw noAlert();
  return toRecord(row);
}

/** Forgets an alert, fired or not. Throws `notFound`. */
export async function deleteAlert(
  { db, noticesChanged }: IdentityContext,
  input: AlertOwner & { readonly id: number },
): Promise<void> {
  const { uid, venue } = input;
  const row = await db
    .deleteFrom('alerts')
    .where('id', '=', input.id)
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .returning('fired_seq')
    .executeTakeFirst();
  if (row === undefined) throw noAlert();
  if (row.fired_seq > 0) noticesChanged({ uid, venue });
}

/** One that waits, of who asks. Throws `notFound`. */
export async function waitingAlert(
  { db }: IdentityContext,
  { uid, venue, id }: AlertOwner & { readonly id: number },
): Promise<AlertRecord> {
  const row = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .where('fired_seq', '=', 0)
    .executeTakeFirst();
  if (row === undefined) throw noAlert();
  return toRecord(row);
}

/** Alerts of an account, newest first. */
export async function listAlerts(
  { db }: IdentityContext,
  query: AlertsQuery,
): Promise<AlertRecord[]> {
  const { uid, venue, fired, instrument, before, startTime, endTime, limit } = query;
  checkInteger('limit', limit, 1, LIMIT_MAX);
  const place = fired ? 'fired_seq' : 'id';
  let rows = db
    .selectFrom('alerts')
    .selectAll()
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .where('fired_seq', fired ? '>' : '=', 0);
  if (instrument !== undefined) rows = rows.where('instrument', '=', instrument);
  if (before !== undefined) rows = rows.where(place, '<', before);
  if (startTime !== undefined) rows = rows.where('fired_at', '>=', startTime);
  if (endTime !== undefined) rows = rows.where('fired_at', '<=', endTime);
  return (await rows.orderBy(place, 'desc').limit(limit).execute()).map(toRecord);
}

/** How many fired above `after` and are none of `apart`, and the newest of them. */
export async function unreadAlerts(
  { db }: IdentityContext,
  input: AlertOwner & {
    readonly after: number;
    readonly apart: readonly number[];
    readonly most: number;
  },
): Promise<{ readonly count: number; readonly newest: number }> {
  const { uid, venue, after, most } = input;
  checkInteger('most', most, 1, LIMIT_MAX);
  const apart = new Set(input.apart);
  const rows = await db
    .selectFrom('alerts')
    .select('fired_seq')
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .where('fired_seq', '>', after)
    .orderBy('fired_seq', 'desc')
    .limit(most + apart.size)
    .execute();
  const unread = rows.filter(({ fired_seq }) => !apart.has(fired_seq)).length;
  return { count: Math.min(unread, most), newest: rows[0]?.fired_seq ?? 0 };
}

/** Alerts of a venue that wait, by their ids. */
export async function waitingAlerts(
  { db }: IdentityContext,
  { venue, after }: { readonly venue: VenueName; readonly after: number },
): Promise<AlertRecord[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('venue', '=', venue)
    .where('fired_seq', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ALERTS_AT_ONCE)
    .execute();
  return rows.map(toRecord);
}

/**
 * Writes down that alerts fire, with their mails: all of them or none. Those that are gone, were changed, or have
 * fired are left out. Their owners are told when the call has ended.
 */
export async function fireAlerts(
  context: IdentityContext,
  input: { readonly firings: readonly Firing[] },
): Promise<void> {
  checkInteger('firings', input.firings.length, 1, ALERTS_AT_ONCE);
  const fired = await context.db.transaction().execute(async (db) => {
    const records: AlertRecord[] = [];
    for (const firing of input.firings) {
      const record = await fire(context, db, firing);
      if (record !== null) records.push(record);
    }
    return records;
  });
  for (const { uid, venue, instrument } of fired) {
    context.noticesChanged({ uid, venue, alertOf: instrument });
  }
}

async function fire(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  { id, version, price, late, detail }: Firing,
): Promise<AlertRecord | null> {
  const row = await db
    .updateTable('alerts')
    .set({
      fired_seq: await count(db),
      fired_at: context.now(),
      fired_price: price,
      late: late ? 1 : 0,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('fired_seq', '=', 0)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { uid, venue } = row;
  await db
    .deleteFrom('alerts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alerts')
        .select('id')
        .where('uid', '=', uid)
        .where('venue', '=', venue)
        .where('fired_seq', '>', 0)
        .orderBy('fired_seq', 'desc')
        .limit(REST)
        .offset(FIRED_ALERTS_MAX),
    )
    .execute();
  if (row.mail === 1) await mailNotice(context, db, { uid, kind: 'alert', detail });
  return toRecord(row);
}

/** Forgets all alerts of a user who is gone. */
export async function dropAlerts(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  await db.deleteFrom('alerts').where('uid', '=', uid).execute();
}

/** The next number; nobody else counts until the transaction has ended. */
async function count(db: Kysely<IdentityTables>): Promise<number> {
  const row = await db
    .insertInto('alert_counter')
    .values({ id: 1, count: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ count: sql<number>`alert_counter.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}

function settingRow({ terms, note, mail, armedAt }: AlertSetting) {
  checkText('note', note, 0, ALERT_NOTE_MAX);
  return { terms: JSON.stringify(terms), note, mail: mail ? 1 : 0, armed_at: armedAt };
}

function toRecord(row: Selectable<IdentityTables['alerts']>): AlertRecord {
  const { id, version, uid, venue, instrument, note } = row;
  return {
    ...{ id, version, uid, venue: venue as VenueName, instrument, note },
    terms: JSON.parse(row.terms) as AlertTerms,
    mail: row.mail === 1,
    createdAt: row.created_at,
    armedAt: row.armed_at,
    firedSeq: row.fired_seq,
    firedAt: row.fired_at,
    firedPrice: row.fired_price,
    late: row.late === 1,
  };
}

function noAlert(): RecordsError {
  return new RecordsError('notFound', 'there is no such alert that waits', { field: 'id' });
}
