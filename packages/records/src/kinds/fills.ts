/** Fills, one account's half of a trade each: prices in ticks, quantities in lots, quotes in quote units. */

import type {
  AccountId,
  AssetId,
  InstrumentId,
  OrderId,
  OrderType,
  PositionLeg,
  TradeId,
  TradeOrigin,
} from '@halcyon/domain';
import { accountWord, Side, wireId } from '@halcyon/domain';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { decimal, decimalOrNone, type Facts, fileOf, idOrNone, namesOf } from './cells.ts';
import { int } from './columns.ts';
import { type RecordOf, type RowOf, recordKind } from './kind.ts';
import { LEG } from './options.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** Whether a fill added liquidity or took it. */
export const Liquidity = { maker: 0, taker: 1 } as const;
export type Liquidity = (typeof Liquidity)[keyof typeof Liquidity];

/** See the head of the file. */
export const FILLS = recordKind({
  table: 'fills',
  columns: {
    account: int<AccountId>(),
    trade: int<TradeId>(),
    liquidity: int<Liquidity>(),
    /** 0 off the book, where there is none. */
    order_id: int<OrderId>(),
    instrument: int<InstrumentId>(),
    side: int<Side>(),
    type: int<OrderType>(),
    price: int(),
    quantity: int(),
    quote: int(),
    /** Units of `fee_asset`, ≥ 0 = paid. */
    fee: int(),
    fee_asset: int<AssetId>(),
    time: int(),
    /** Its place in the journal. */
    seq: int(),
    /** Contracts: bits of OrderOption of its order; off the book, where there is none, of its leg. */
    options: int('contracts'),
    /** Contracts: what it realised, before the fee, settle units. */
    profit: int('contracts'),
    /** Contracts: of a deleveraging the maker's side is the deleveraged one; else in the book = 0. */
    origin: int<TradeOrigin>('contracts'),
    /** 1 = within one owner, which is marked since it came; 0 before. */
    own: int('ownTrades'),
  },
  key: ['account', 'trade', 'liquidity'],
  fields: { order_id: 'order' },
  unread: ['account', 'own'],
});

/** A fill of the past, with its place in the journal. */
export type PlacedFill = RecordOf<typeof FILLS>;
/** What a fill is wherever it is told. */
export type FillRecord = Omit<PlacedFill, 'seq'>;
/** A fill before it is written: one off the book learns its leg from what follows. */
export type FillTableRow = Omit<RowOf<typeof FILLS>, 'options'> & { options: number };

/** The origin is a literal: only so can the small index of what was off the book be chosen. */
function isFrom(origin: TradeOrigin) {
  checkInteger('origin', origin, 0, 2);
  const index = origin > 0 ? sql` and origin > 0` : sql``;
  return sql<boolean>`(origin = ${sql.lit(origin)}${index})`;
}

/**
 * Fills newest first; ids are trade ids. Where an account traded with itself both halves carry one
 * trade id; they stay on one page, so that a page may have one row less (never none) or, for a limit
 * of 1, one more than asked.
 */
export const fills = pagesOf(FILLS, {
  owner: 'account',
  id: 'trade',
  time: 'time',
  mark: 'trade_id',
  within: 'liquidity',
  filters: {
    origin: where(isFrom),
    instrument: is('instrument'),
    order: is('order_id'),
    side: is('side'),
    /** Contracts: only fills of this position, and only those that came about so. */
    leg: where((leg: PositionLeg) => sql<boolean>`${LEG} = ${leg}`),
  },
});

/** Which fills of an account are wanted. */
export type FillsQuery = QueryOfPages<typeof fills>;

const SIDES = namesOf(Side);
const ROLES = namesOf(Liquidity);

/** Files of the fills of an account. */
export const FILL_FILE = fileOf(
  (fill: PlacedFill & { readonly account: AccountId }, facts: Facts) => ({
    ...fill,
    pair: facts.pair(fill.instrument),
    coin: facts.coin(fill.feeAsset),
  }),
  [
    ['time', 'time', ({ time }) => time],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['trade_id', 'text', ({ trade }) => wireId(trade)],
    ['order_id', 'text', ({ order }) => idOrNone(order)],
    ['symbol', 'text', ({ pair }) => pair.symbol],
    ['side', 'text', ({ side }) => SIDES[side] ?? ''],
    ['role', 'text', ({ liquidity }) => ROLES[liquidity] ?? ''],
    ['price', 'decimal', ({ price, pair }) => decimal(price, pair.priceScale)],
    ['quantity', 'decimal', ({ quantity, pair }) => decimal(quantity, pair.quantityScale)],
    ['quantity_coin', 'text', ({ pair }) => pair.base.code],
    ['amount', 'decimal', ({ quote, pair }) => decimal(quote, pair.quote.scale)],
    ['amount_coin', 'text', ({ pair }) => pair.quote.code],
    ['fee', 'decimal', ({ fee, coin }) => decimal(fee, coin.scale)],
    ['fee_coin', 'text', ({ coin }) => coin.code],
    ['realised_profit', 'decimal', ({ profit, pair }) => decimalOrNone(profit, pair.quote.scale)],
  ],
);
