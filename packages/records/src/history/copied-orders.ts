/** Orders of a trader and all who follow, with the trader's own part: what the trader's account has of each. */
import {
  type DoneReason,
  OrderType,
  type PositionLeg,
  type Side,
  TimeInForce,
} from '@halcyon/domain';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Which orders of a trader are wanted. */
export interface CopiedOrdersQuery {
  /** The portfolio. */
  readonly trader: number;
  readonly id?: number | undefined;
  readonly instrument?: number | undefined;
  /** Only orders below this id. */
  readonly before?: number | undefined;
  /** Unix ms of the placing, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Only those of which nothing will change any more. */
  readonly over?: boolean | undefined;
  /** Only those of which the trader has got something. */
  readonly filled?: boolean | undefined;
  /** Rows, 1..1,001. */
  readonly limit: number;
}

/** One of them. */
export interface CopiedOrderRecord {
  readonly id: number;
  readonly instrument: number;
  readonly side: Side;
  readonly leg: PositionLeg;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Ticks; 0 of a market order. */
  readonly price: number;
  /** The trader's own part: lots, what of them was traded, and in units what that cost, and the fee. */
  readonly lots: number;
  readonly filled: number;
  readonly cost: number;
  readonly fee: number;
  /** Whether nothing of it will change any more. */
  readonly over: boolean;
  /** Why it has left the book; null = it is there. */
  readonly reason: DoneReason | null;
  /** Whether all that was traded took from the book as it was placed. */
  readonly took: boolean;
  /** Unix ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Row = Record<
  | ('id' | 'instrument' | 'side' | 'leg' | 'type' | 'tif' | 'price' | 'lots' | 'filled')
  | ('cost' | 'fee' | 'over' | 'took' | 'created' | 'updated'),
  number
> & { readonly reason: number | null };

/**
 * Newest first. Orders of followers alone, who close together, are none of the trader. Of an order that rested its batch is
 * told again when all owners have their parts.
 */
export async function copiedOrders(
  db: AnyDatabase,
  query: CopiedOrdersQuery,
): Promise<CopiedOrderRecord[]> {
  const { trader, id, instrument, before = LARGEST, limit } = query;
  const { startTime = 0, endTime = LARGEST, over, filled } = query;
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('before', before, 0, LARGEST);
  const isOver = sql`e.id is not null and f.batch is not null and b.told >= e.seq`;
  const { rows } = await sql<Row>`
    select b.id, b.instrument, b.side, b.leg, coalesce(o.type, ${sql.lit(OrderType.market)}) as type,
      coalesce(o.time_in_force, ${sql.lit(TimeInForce.ioc)}) as tif, coalesce(o.price, 0) as price,
      coalesce(f.lots, g.lots, 0) as lots, coalesce(f.filled, 0) as filled,
      coalesce(f.cost, 0) as cost, coalesce(f.fee, 0) as fee,
      case when ${isOver} then 1 else 0 end as over, e.reason,
      case when s.taken > 0 and s.taken >= b.filled then 1 else 0 end as took,
      coalesce(g.time, b.time) as created, coalesce(e.time, b.time) as updated
    from copy_batches b
    join copy_bases s on s.batch = b.id
    left join copy_orders o on o.id = b.id
    left join copy_order_ends e on e.id = b.id
    left join copy_gathered g on g.batch = b.id
    left join copy_fills f on f.batch = b.id and f.portfolio = b.trader
    where b.trader = ${trader} and b.id < ${before}
      ${id === undefined ? sql`` : sql`and b.id = ${id}`}
      ${instrument === undefined ? sql`` : sql`and b.instrument = ${instrument}`}
      ${over === true ? sql`and ${isOver}` : sql``} ${filled === true ? sql`and f.filled > 0` : sql``}
      and b.time >= ${startTime} and b.time <= ${endTime}
    order by b.id desc limit ${limit}`.execute(db as never);
  return rows.map(recordOf);
}

function recordOf({ side, leg, type, tif, reason, over, took, created, updated, ...row }: Row) {
  const [id, instrument] = [Number(row.id), Number(row.instrument)];
  return {
    ...{ id, instrument, side: Number(side) as Side, leg: Number(leg) as PositionLeg },
    ...{ type: Number(type) as OrderType, timeInForce: Number(tif) as TimeInForce },
    ...{ price: Number(row.price), lots: Number(row.lots), filled: Number(row.filled) },
    ...{ cost: Number(row.cost), fee: Number(row.fee), over: Number(over) === 1 },
    reason: reason === null ? null : (Number(reason) as DoneReason),
    ...{ took: Number(took) === 1, createdAt: Number(created), updatedAt: Number(updated) },
  };
}
