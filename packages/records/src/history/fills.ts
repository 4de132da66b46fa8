import type { OrderType, Side } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { Liquidity, RecordsTables } from '../projection/schema.ts';
import { rowsOf } from '../sql/built-query.ts';
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
}

/** Which fills of an account are wanted. */
export interface FillsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly order?: number | undefined;
  readonly side?: Side | undefined;
}

/**
 * Fills newest first; ids are trade ids. Where an account traded with itself both halves carry one
 * trade id; they stay on one page, so that a page may have one row less (never none) or, for a limit
 * of 1, one more than asked.
 */
export async function fills(db: Kysely<RecordsTables>, query: FillsQuery): Promise<FillRecord[]> {
  const { from, to } = await idRange(db, 'trade_id', query);
  const filters = FILTERS.filter(([field]) => query[field] !== undefined);
  const shape = `fills ${filters.map(([field]) => field).join()}`;
  const values = filters.map(([field]) => query[field]);
  const parameters = [query.account, from, to, ...values, query.limit + 1];
  const rows = await rowsOf(db, shape, parameters, () =>
    filters
      .reduce(
        (select, [field, column, operator]) => select.where(column, operator, query[field] ?? 0),
        pageOf(db, query.account, from, to),
      )
      .orderBy('trade', 'desc')
      .orderBy('liquidity', 'desc')
      .limit(query.limit + 1),
  );
  return wholeTrades(rows as FillRecord[], query.limit);
}

/** The fields of a query that narrow the page: their columns and how they compare. */
const FILTERS = [
  ['instrument', 'instrument', '='],
  ['order', 'order_id', '='],
  ['side', 'side', '='],
  ['startTime', 'time', '>='],
  ['endTime', 'time', '<='],
] as const;

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
    ])
    .where('account', '=', account)
    .where('trade', '>=', from)
    .where('trade', '<', to);
}

function wholeTrades(rows: FillRecord[], limit: number): FillRecord[] {
  if (rows.length <= limit) return rows;
  if (rows[limit]?.trade !== rows[limit - 1]?.trade) return rows.slice(0, limit);
  return limit === 1 ? rows : rows.slice(0, limit - 1);
}
