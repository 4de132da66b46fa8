/** What a trader's kept orders would have brought to other settings; domain/copying/dry-run.ts has the arithmetic. */
import {
  AccountKind,
  accountOf,
  type DryMoment,
  type DryOrder,
  type DryPart,
  type DryRunResult,
  type DrySetup,
  dryRun,
  type PositionLeg,
  type Side,
} from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { HOUR_MS, hourOf, PriceKind } from '../projection/hour-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Longest time that is tried, and the most orders in it: of more the newest count. */
export const DRY_RUN_MS_MAX = 90 * 24 * HOUR_MS;
export const DRY_RUN_ORDERS_MAX = 5_000;

/** Whose orders are tried, with what. */
export interface CopyDryRunQuery extends DrySetup {
  readonly trader: number;
  /** The portfolio whose settings are tried, 0 = none: where it had the same, it got what it got. */
  readonly portfolio: number;
}

export interface CopyDryRunRecord extends DryRunResult {
  /** From when on; later than asked where there were too many orders. */
  readonly from: number;
}

/** Tries settings. It runs in the thread of the records, and reads a bounded number of rows. */
export async function copyDryRun(
  db: Kysely<RecordsTables>,
  query: CopyDryRunQuery,
): Promise<CopyDryRunRecord> {
  const { trader, portfolio, to } = query;
  checkInteger('trader', trader, 0, LARGEST);
  checkInteger('portfolio', portfolio, 0, LARGEST);
  checkInteger('to', to, 0, LARGEST);
  checkInteger('from', query.from, Math.max(0, to - DRY_RUN_MS_MAX), to);
  const orders = await readOrders(db, query);
  const kept = orders.slice(-DRY_RUN_ORDERS_MAX);
  const from = kept.length < orders.length ? kept[0]!.time : query.from;
  const window = { from, to, instruments: [...query.contracts.keys()] };
  const [fundings, prices, reductions] = await Promise.all([
    readFundings(db, window),
    readHourPrices(db, window),
    readReductions(db, trader, window),
  ]);
  const own: DryMoment[] = kept.map((order) => ({ is: 'order', order }));
  const moments = [...prices, ...fundings, ...reductions, ...own].sort(
    (one, other) => timeOf(one) - timeOf(other),
  );
  return { ...dryRun({ ...query, from }, moments), from };
}

function timeOf(moment: DryMoment): number {
  return moment.is === 'order' ? moment.order.time : moment.time;
}

type OrderRow = { readonly [Name in Exclude<keyof DryOrder, 'equity' | 'real'>]: number } & {
  readonly equity: string;
} & {
  readonly [Name in 'realLots' | 'realFilled' | 'realCost' | 'realFee' | 'realLeftOut']:
    | number
    | null;
};

type OrdersQuery = Pick<CopyDryRunQuery, 'trader' | 'portfolio' | 'from' | 'to'>;

/** The newest orders of a window, oldest first; one more than count where there are more. */
async function readOrders(db: Kysely<RecordsTables>, query: CopyDryRunQuery): Promise<DryOrder[]> {
  const rows = await keptOrders(db, query).execute();
  return (rows as unknown as OrderRow[])
    .filter(({ instrument }) => query.contracts.has(instrument))
    .map(orderOf)
    .reverse();
}

/** The query of it, newest first: an index has them by trader and time. */
export function keptOrders(
  db: Kysely<RecordsTables>,
  { trader, portfolio, from, to }: OrdersQuery,
) {
  return db
    .selectFrom('copy_bases as o')
    .innerJoin('copy_batches as b', 'b.id', 'o.batch')
    .leftJoin('copy_fills as t', (join) =>
      join.onRef('t.batch', '=', 'o.batch').onRef('t.portfolio', '=', 'o.trader'),
    )
    .leftJoin('copy_fills as f', (join) =>
      join.onRef('f.batch', '=', 'o.batch').on('f.portfolio', '=', portfolio),
    )
    .select(['o.batch', 'o.trader', 'o.instrument', 'o.side', 'o.closes', 'o.opens', 'o.lots'])
    .select(['o.leg', 'o.mark', 'o.best', 'o.price', 'o.leverage', 'o.isolated', 'o.taken'])
    .select(['o.taken_cost as takenCost', 'o.time', 'o.seq', int64Text('o.equity').as('equity')])
    .select(['b.lots as all', 'b.filled', 'b.cost'])
    .select(sql<number>`coalesce(t.filled, 0)`.as('ownFilled'))
    .select(['f.lots as realLots', 'f.filled as realFilled', 'f.cost as realCost'])
    .select(['f.fee as realFee', 'f.left_out as realLeftOut'])
    .where('o.trader', '=', trader)
    .where('o.time', '>=', from)
    .where('o.time', '<=', to)
    .orderBy('o.time', 'desc')
    .orderBy('o.batch', 'desc')
    .limit(DRY_RUN_ORDERS_MAX + 1);
}

function orderOf(row: OrderRow): DryOrder {
  const { realLots, realFilled, realCost, realFee, realLeftOut, equity, ...order } = row;
  const real: DryPart | null =
    realLots === null
      ? null
      : {
          ...{ lots: realLots, filled: Number(realFilled), cost: Number(realCost) },
          ...{ fee: Number(realFee), leftOut: Number(realLeftOut) as DryPart['leftOut'] },
        };
  const ownFilled = Number(order.ownFilled);
  const [side, leg] = [order.side as Side, order.leg as PositionLeg];
  return { ...order, side, leg, equity: BigInt(equity), ownFilled, real };
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly instruments: readonly number[];
}

async function readFundings(
  db: Kysely<RecordsTables>,
  { from, to, instruments }: Window,
): Promise<DryMoment[]> {
  if (instruments.length === 0) return [];
  const rows = await db
    .selectFrom('funding_rounds')
    .select(['instrument', 'mark', 'rate', 'time'])
    .where('instrument', 'in', instruments)
    .where('time', '>', from)
    .where('time', '<=', to)
    .execute();
  return rows.map((row) => ({ is: 'funding', ...row }));
}

/** The first price of each hour. */
async function readHourPrices(
  db: Kysely<RecordsTables>,
  { from, to, instruments }: Window,
): Promise<DryMoment[]> {
  if (instruments.length === 0) return [];
  const rows = await db
    .selectFrom('price_hours')
    .select(['instrument', 'hour', 'price'])
    .where('instrument', 'in', instruments)
    .where('source', '=', PriceKind.index)
    .where('hour', '>', hourOf(from))
    .where('hour', '<=', hourOf(to))
    .execute();
  return rows.map(({ instrument, hour, price }) => {
    return { is: 'price', instrument, price, time: hour * HOUR_MS };
  });
}

/** What of the trader's positions was liquidated. */
async function readReductions(
  db: Kysely<RecordsTables>,
  trader: number,
  { from, to, instruments }: Window,
): Promise<DryMoment[]> {
  if (instruments.length === 0) return [];
  const rows = await db
    .selectFrom('liquidations')
    .select(['instrument', 'leg', 'closed', 'deleveraged', 'mark', 'time'])
    .where('account', '=', accountOf(trader, AccountKind.usdtFutures))
    .where('instrument', 'in', instruments)
    .where('time', '>', from)
    .where('time', '<=', to)
    .execute();
  return rows.map(({ instrument, leg, closed, deleveraged, mark: price, time }) => {
    const lots = closed + deleveraged;
    return { is: 'reduced', instrument, leg: leg as PositionLeg, lots, price, time };
  });
}
