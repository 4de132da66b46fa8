/**
 * What an account had of each coin before a window, what came and went in it, and what it had then:
 * opening + received - spent = closing, or the rows contradict one another and nothing is told.
 */
import { setImmediate as breath } from 'node:timers/promises';
import { AccountKind, assert, kindOf, NO_PAIR, ownerOf, pairOf } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { MovementKind } from '../kinds/movements.ts';
import { idRange } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

/** Entries that are added up in one query: others wait for it. */
const ENTRIES_TOGETHER = 10_000;

/** Which account, and the first and last moment of the window, Unix ms; absent = open on that side. */
export interface StatementQuery {
  readonly account: number;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** One coin of an account, in asset units. */
export interface StatementRecord {
  readonly account: number;
  readonly asset: number;
  /** The pair in whose pocket an isolated margin account has it; -1 = none. */
  readonly instrument: number;
  readonly opening: bigint;
  readonly received: bigint;
  readonly spent: bigint;
  readonly closing: bigint;
  /** Entries of the ledger in the window. */
  readonly entries: number;
}

/** Where a balance is. */
type Place = Pick<StatementRecord, 'account' | 'asset' | 'instrument'>;
type Sums = Pick<StatementRecord, 'received' | 'spent' | 'entries'>;

const NO_ENTRIES: Sums = { received: 0n, spent: 0n, entries: 0 };

/** A statement of an account: each coin that it had until the end of the window. */
export async function statement(
  db: Kysely<RecordsTables>,
  query: StatementQuery,
): Promise<StatementRecord[]> {
  const { account } = query;
  const { from, to } = await windowOf(db, query);
  const sums = await sumsOf(db, account, from, to);
  const found: StatementRecord[] = [];
  for (const place of await placesOf(db, account)) {
    const closing = await balanceBefore(db, place, to);
    if (closing === null) continue;
    const opening = (await balanceBefore(db, place, from)) ?? 0n;
    const own = sums.get(keyOf(place)) ?? NO_ENTRIES;
    const whole = opening + own.received - own.spent === closing;
    assert(whole, `records: entries of account ${account} do not add up to its balance`);
    found.push({ ...place, opening, ...own, closing });
  }
  return found;
}

/** The entries of a window as ids, `from ≤ id < to`. They count up with time, so it is asked once. */
async function windowOf(
  db: Kysely<RecordsTables>,
  { account, startTime, endTime }: StatementQuery,
): Promise<{ readonly from: number; readonly to: number }> {
  const range = await idRange(db, 'bill_id', { startTime, endTime, limit: 1 });
  const entries = db.selectFrom('bills').select('id').where('account', '=', account);
  const last = await entries
    .where('id', '<', range.to)
    .where('time', '<=', endTime ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const to = last === undefined ? 0 : last.id + 1;
  const first = await entries
    .where('id', '>=', range.from)
    .where('time', '>=', startTime ?? 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { from: Math.min(first?.id ?? to, to), to };
}

/** Where the account can have money: isolated margin in the pockets that money was brought to. */
async function placesOf(db: Kysely<RecordsTables>, account: number): Promise<Place[]> {
  if (kindOf(account) !== AccountKind.isolatedMargin) {
    const assets = await db.selectFrom('assets').select('id').orderBy('id').execute();
    return assets.map(({ id }) => ({ account, asset: id, instrument: NO_PAIR }));
  }
  const pockets = await db
    .selectFrom('movements')
    .select('pocket')
    .distinct()
    .where('to_user', '=', ownerOf(account))
    .where('kind', '=', MovementKind.transfer)
    .where('to_account', '=', account)
    .execute();
  if (pockets.length === 0) return [];
  const pairs = await db
    .selectFrom('instruments')
    .select(['id', 'base', 'quote'])
    .where(
      'id',
      'in',
      pockets.map(({ pocket }) => pairOf(pocket)),
    )
    .orderBy('id')
    .execute();
  return pairs.flatMap(({ id, base, quote }) =>
    [base, quote].map((asset) => ({ account, asset, instrument: id })),
  );
}

/** What the account had of a coin after its last entry below an id; null = there is none. */
async function balanceBefore(
  db: Kysely<RecordsTables>,
  { account, asset, instrument }: Place,
  id: number,
): Promise<bigint | null> {
  let select = db
    .selectFrom('bills')
    .select(int64Text('balance').as('balance'))
    .where('account', '=', account)
    .where('asset', '=', asset)
    .where('id', '<', id);
  if (instrument !== NO_PAIR) select = select.where('instrument', '=', instrument);
  const row = await select.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : BigInt(row.balance);
}

function keyOf({ asset, instrument }: Pick<Place, 'asset' | 'instrument'>): string {
  return `${asset} ${instrument}`;
}

/** What came and went by place, added up in portions between which others are served. */
async function sumsOf(
  db: Kysely<RecordsTables>,
  account: number,
  from: number,
  to: number,
): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  for (let at = from; at < to; ) {
    const next = await idAfter(db, account, at, to);
    for (const { key, ...more } of await sumsBetween(db, account, at, next)) {
      const { received, spent, entries } = sums.get(key) ?? NO_ENTRIES;
      sums.set(key, {
        received: received + more.received,
        spent: spent + more.spent,
        entries: entries + more.entries,
      });
    }
    at = next;
    await breath();
  }
  return sums;
}

/** The id behind the next portion of entries. */
async function idAfter(db: Kysely<RecordsTables>, account: number, from: number, to: number) {
  const row = await db
    .selectFrom('bills')
    .select('id')
    .where('account', '=', account)
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .offset(ENTRIES_TOGETHER)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? to;
}

/** Sums may be above 64 bits: both halves of the amounts are added up by themselves. */
async function sumsBetween(db: Kysely<RecordsTables>, account: number, from: number, to: number) {
  const isolated = kindOf(account) === AccountKind.isolatedMargin;
  const instrument = isolated ? sql<number>`instrument` : sql<number>`${sql.lit(NO_PAIR)}`;
  const { rows } = await sql<
    Record<'high_in' | 'low_in' | 'high_out' | 'low_out', string> & {
      readonly asset: number;
      readonly instrument: number;
      readonly entries: number | string;
    }
  >`
    select asset, pocket as instrument, count(*) as entries,
      cast(sum(case when amount > 0 then amount >> 32 else 0 end) as text) as high_in,
      cast(sum(case when amount > 0 then amount & 4294967295 else 0 end) as text) as low_in,
      cast(sum(case when amount < 0 then amount >> 32 else 0 end) as text) as high_out,
      cast(sum(case when amount < 0 then amount & 4294967295 else 0 end) as text) as low_out
    from (
      select asset, ${instrument} as pocket, amount from bills
      where account = ${account} and id >= ${from} and id < ${to}
    ) as window_bills
    group by asset, pocket`.execute(db);
  return rows.map((row) => ({
    key: keyOf(row),
    received: joined(row.high_in, row.low_in),
    spent: -joined(row.high_out, row.low_out),
    entries: Number(row.entries),
  }));
}

function joined(high: string, low: string): bigint {
  return (BigInt(high) << 32n) + BigInt(low);
}
