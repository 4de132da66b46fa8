/** What of copying is told beside the batches: exits that were reached, orders that wait for followers, what a day had. */
import type {
  CopyEnd,
  CopyExitReason,
  DailyNotice,
  DoneReason,
  OrderType,
  PositionLeg,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** An exit of a follower that was reached. Units, ticks, lots and tick-lots as the event has them. */
export interface CopyExitRecord {
  readonly portfolio: number;
  readonly seq: number;
  /** -1 = of the portfolio. */
  readonly instrument: number;
  readonly reason: CopyExitReason;
  readonly equity: bigint;
  readonly base: bigint;
  readonly peak: bigint;
  readonly mark: number;
  readonly lots: number;
  readonly cost: number;
  readonly left: number;
  readonly time: number;
}

/** Exits of a portfolio, newest first; `before` is a place in the journal, and of its rows those below an instrument. */
export async function copyExits(
  db: Kysely<RecordsTables>,
  query: {
    readonly portfolio: number;
    readonly limit: number;
    readonly before?: number | undefined;
    readonly beforeInstrument?: number | undefined;
  },
): Promise<CopyExitRecord[]> {
  const { portfolio, limit, before = LARGEST, beforeInstrument = -1 } = query;
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('beforeInstrument', beforeInstrument, -1, LARGEST);
  checkInteger('before', before, 0, LARGEST);
  const rows = await db
    .selectFrom('copy_exits')
    .select(['portfolio', 'seq', 'instrument', 'reason', 'mark', 'lots', 'cost', 'time'])
    .select('still_open as left')
    .select((['equity', 'base', 'peak'] as const).map((name) => int64Text(name).as(name)))
    .where('portfolio', '=', portfolio)
    .where((eb) =>
      eb.or([
        eb('seq', '<', before),
        eb.and([eb('seq', '=', before), eb('instrument', '<', beforeInstrument)]),
      ]),
    )
    .orderBy('seq', 'desc')
    .orderBy('instrument', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ equity, base, peak, reason, ...row }) => ({
    ...{ ...row, reason: reason as CopyExitReason },
    ...{ equity: BigInt(equity), base: BigInt(base), peak: BigInt(peak) },
  }));
}

/** How a portfolio ended, and what was unrealised at the last settlement; null = nothing was settled. */
export interface CopyEndRecord {
  readonly portfolio: number;
  readonly how: CopyEnd;
  readonly unrealised: bigint | null;
}

/** Those of portfolios that have ended. */
export async function copyEnds(
  db: Kysely<RecordsTables>,
  query: { readonly portfolios: readonly number[] },
): Promise<CopyEndRecord[]> {
  const { portfolios } = query;
  checkInteger('portfolios', portfolios.length, 0, PAGE_LIMIT_MAX);
  if (portfolios.length === 0) return [];
  const rows = await db
    .selectFrom('copy_ends as e')
    .leftJoin('copy_shares as s', (join) =>
      join.onRef('s.portfolio', '=', 'e.portfolio').onRef('s.seq', '=', 'e.seq'),
    )
    .select(['e.portfolio', 'e.how', int64Text('s.unrealised').as('unrealised')])
    .where('e.portfolio', 'in', portfolios)
    .execute();
  return rows.map(({ portfolio, how, unrealised }) => {
    const open = unrealised as string | null;
    return { portfolio, how: how as CopyEnd, unrealised: open === null ? null : BigInt(open) };
  });
}

/** A trader's order that waits for its followers, or ended before it traded. */
export interface CopyGatheredRecord {
  readonly batch: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Ticks; 0 of a market order. */
  readonly price: number;
  readonly lots: number;
  readonly followers: number;
  readonly ended: boolean;
  readonly reason: DoneReason;
  /** A reject code with its limit and value, 0 = nothing refused it. */
  readonly code: number;
  readonly limit: number;
  readonly value: number;
  readonly time: number;
}

/** Which of them are wanted: all of a trader, or only those that stay without a trade so far. */
export interface CopyGatheredQuery {
  readonly trader: number;
  readonly limit: number;
  readonly before?: number | undefined;
  /** Only those that are no batch. */
  readonly untraded?: boolean | undefined;
  readonly id?: number | undefined;
}

/** Such orders of a trader, newest first; `before` is a batch. */
export async function copyGathered(
  db: Kysely<RecordsTables>,
  query: CopyGatheredQuery,
): Promise<CopyGatheredRecord[]> {
  const { trader, limit, before = LARGEST, untraded, id } = query;
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('before', before, 0, LARGEST);
  let select = db
    .selectFrom('copy_gathered')
    .select(['batch', 'instrument', 'side', 'lots', 'followers', 'ended', 'reason', 'code'])
    .select(['bound as limit', 'given as value', 'time', 'leg'])
    .select(['type', 'time_in_force as timeInForce', 'price'])
    .where('trader', '=', trader)
    .where('batch', '<', before);
  if (id !== undefined) select = select.where('batch', '=', id);
  if (untraded === true) {
    select = select.where(sql<boolean>`not exists (
      select 1 from copy_batches b where b.id = copy_gathered.batch)`);
  }
  const rows = await select.orderBy('batch', 'desc').limit(limit).execute();
  return rows.map(({ ended, leg, side, reason, type, timeInForce, ...row }) => ({
    ...{ ...row, ended: ended === 1, leg: leg as PositionLeg, side: side as Side },
    ...{ reason: reason as DoneReason, type: type as OrderType },
    timeInForce: timeInForce as TimeInForce,
  }));
}

/** What a portfolio had on a day (days since 1970). */
export interface CopyDayName {
  readonly kind: DailyNotice;
  readonly portfolio: number;
  readonly day: number;
}

export interface CopyDayRecord extends CopyDayName {
  readonly times: number;
  readonly units: bigint;
}

/** How often what is told once a day happened on each of these days. */
export async function copyDays(
  db: Kysely<RecordsTables>,
  query: { readonly days: readonly CopyDayName[] },
): Promise<CopyDayRecord[]> {
  const { days } = query;
  checkInteger('days', days.length, 0, PAGE_LIMIT_MAX);
  const found: CopyDayRecord[] = [];
  for (const { kind, portfolio, day } of days) {
    const row = await db
      .selectFrom('copy_days')
      .select(['times', int64Text('units').as('units')])
      .where('kind', '=', kind)
      .where('portfolio', '=', portfolio)
      .where('day', '=', day)
      .executeTakeFirst();
    if (row === undefined) continue;
    found.push({ kind, portfolio, day, times: row.times, units: BigInt(row.units) });
  }
  return found;
}
