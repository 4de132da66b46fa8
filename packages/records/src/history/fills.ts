import type { OrderType, PositionLeg, Side, TradeOrigin } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { Liquidity, RecordsTables } from '../projection/schema.ts';
import { rowsOf } from '../sql/built-query.ts';
import { LEG } from './options.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** One account's half of a trade; price in ticks, quantity in lots, quote in quote units. */
export interface FillRecord {
  readonly trade: number;
  readonly order: number;
  readonly instrument: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly liquidity: Liquidity;
  readonly price: number;
  readonly quantity: number;
  readonly quote: number;
  /** Units of `feeAsset`, ≥ 0 = paid. */
  readonly fee: number;
  readonly feeAsset: number;
  readonly time: number;
  /** Contracts: bits of OrderOption of its order; off the book, where there is none, of its leg. */
  readonly options: number;
  /** Contracts: what it realised, before the fee, settle units. */
  readonly profit: number;
  /** Contracts: of a deleveraging the maker's side is the deleveraged one; else in the book = 0. */
  readonly origin: TradeOrigin;
}

/** A fill of the past, with its place in the journal. */
export interface PlacedFill extends FillRecord {
  readonly seq: number;
}

/** Which fills of an account are wanted. */
export interface FillsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly order?: number | undefined;
  readonly side?: Side | undefined;
  /** Contracts: only fills of this position, and only those that came about so. */
  readonly leg?: PositionLeg | undefined;
  readonly origin?: TradeOrigin | undefined;
}

/**
 * Fills newest first; ids are trade ids. Where an account traded with itself both halves carry one
 * trade id; they stay on one page, so that a page may have one row less (never none) or, for a limit
 * of 1, one more than asked.
 */
export async function fills(db: Kysely<RecordsTables>, query: FillsQuery): Promise<PlacedFill[]> {
  const { from, to } = await idRange(db, 'trade_id', query);
  if (query.origin !== undefined) checkInteger('origin', query.origin, 0, 2);
  const filters = FILTERS.filter(([field]) => query[field] !== undefined);
  const shape = `fills ${filters.map(([field]) => field).join()} ${query.origin}`;
  const values = filters.map(([field]) => query[field]);
  const parameters = [query.account, from, to, ...values, query.limit + 1];
  const rows = await rowsOf(db, shape, parameters, () =>
    filters
      .reduce(
        (select, [field, column, operator]) => select.where(column, operator, query[field] ?? 0),
        pageOf(db, query.account, from, to).where(isFrom(query.origin)),
      )
      .orderBy('trade', 'desc')
      .orderBy('liquidity', 'desc')
      .limit(query.limit + 1),
  );
  return wholeTrades(rows as PlacedFill[], query.limit);
}

/** The fields of a query that narrow the page: their columns and how they compare. */
const FILTERS = [
  ['instrument', sql.ref('instrument'), '='],
  ['order', sql.ref('order_id'), '='],
  ['side', sql.ref('side'), '='],
  ['leg', LEG, '='],
  ['startTime', sql.ref('time'), '>='],
  ['endTime', sql.ref('time'), '<='],
] as const;

/** The origin is a literal: only so can the small index of what was off the book be chosen. */
function isFrom(origin: TradeOrigin | undefined) {
  if (origin === undefined) return sql<boolean>`1 = 1`;
  const index = origin > 0 ? sql` and origin > 0` : sql``;
  return sql<boolean>`(origin = ${sql.lit(origin)}${index})`;
}

function pageOf(db: Kysely<RecordsTables>, account: number, from: number, to: number) {
  return db
    .selectFrom('fills')
    .select([
      'trade',
      'order_id as order',
      'instrument',
      'side',
      'type',
      'liquidity',
      'price',
      'quantity',
      'quote',
      'fee',
      'fee_asset as feeAsset',
      'time',
      'seq',
      'options',
      'profit',
      'origin',
    ])
    .where('account', '=', account)
    .where('trade', '>=', from)
    .where('trade', '<', to);
}

function wholeTrades(rows: PlacedFill[], limit: number): PlacedFill[] {
  if (rows.length <= limit) return rows;
  if (rows[limit]?.trade !== rows[limit - 1]?.trade) return rows.slice(0, limit);
  return limit === 1 ? rows : rows.slice(0, limit - 1);
}
