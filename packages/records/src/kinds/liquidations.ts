/** Steps of liquidations of people: of positions, money in settle units, and of margin accounts, in margin units. */
import type { AccountId, InstrumentId, MarginMode, PositionLeg } from '@halcyon/domain';
import { flag, int } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf, type QueryOfPages } from './pages.ts';

/** A step of the liquidation of a position. */
export const LIQUIDATIONS = recordKind({
  table: 'liquidations',
  columns: {
    account: int<AccountId>(),
    id: int(),
    instrument: int<InstrumentId>(),
    leg: int<PositionLeg>(),
    margin_mode: int<MarginMode>(),
    /** Lots closed in the book, and off it. */
    closed: int(),
    deleveraged: int(),
    mark: int(),
    /** Margin units that were missing, negative. */
    excess: int(),
    /** Worst price that its order could trade at. */
    limit_price: int(),
    fee: int(),
    paid_by_fund: int(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
  fields: { limit_price: 'limit' },
});

/** One of them. */
export type LiquidationRecord = RecordOf<typeof LIQUIDATIONS>;

/** The steps of an account's liquidations, newest first. */
export const liquidations = pagesOf(LIQUIDATIONS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'liquidation_id',
  filters: {
    instrument: is('instrument'),
    leg: is('leg'),
    /** Only those of positions with this margin. */
    marginMode: is('margin_mode'),
  },
});

/** Which of them are wanted. */
export type LiquidationsQuery = QueryOfPages<typeof liquidations>;

/** A step of the liquidation of a margin account. */
export const MARGIN_LIQUIDATIONS = recordKind({
  table: 'margin_liquidations',
  columns: {
    account: int<AccountId>(),
    id: int(),
    /** -1 with cross margin. */
    instrument: int<InstrumentId>(),
    /** What it had and what it had to keep. */
    equity: int(),
    keeps: int(),
    /** All that it held and owed. */
    assets: int(),
    debts: int(),
    fee: int(),
    paid_by_fund: int(),
    lost_by_pools: int(),
    ended: flag(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
});

/** One of them. */
export type MarginLiquidationRecord = RecordOf<typeof MARGIN_LIQUIDATIONS>;

/** The steps of liquidations of a margin account, newest first. */
export const marginLiquidations = pagesOf(MARGIN_LIQUIDATIONS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'margin_liquidation_id',
  filters: { instrument: is('instrument') },
});

/** Which of them are wanted. */
export type MarginLiquidationsQuery = QueryOfPages<typeof marginLiquidations>;
