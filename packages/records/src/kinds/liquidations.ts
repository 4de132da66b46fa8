/** Steps of liquidations of people: of positions, money in settle units, and of margin accounts, in margin units. */

import type { AccountId, InstrumentId, MarginMode, PositionLeg } from '@halcyon/domain';
import { accountWord, MARGIN_SCALE } from '@halcyon/domain';
import { decimal, type ExactDecimal, type Facts, fileOf } from './cells.ts';
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

/** What both kinds of liquidations show; what only the other has is null. */
interface ShownLiquidation {
  readonly time: number;
  readonly account: AccountId;
  readonly symbol: string;
  readonly closed: ExactDecimal | null;
  readonly deleveraged: ExactDecimal | null;
  readonly closedCoin: string;
  readonly mark: ExactDecimal | null;
  readonly fee: ExactDecimal;
  readonly paidByFund: ExactDecimal;
  readonly lostByPools: ExactDecimal | null;
  readonly coin: string;
}

function shownLiquidation(
  step: LiquidationRecord | MarginLiquidationRecord,
  facts: Facts,
): ShownLiquidation {
  const { time, account } = step;
  // Of margin accounts, which have several coins, money is in margin units, those of the settle coin.
  if ('lostByPools' in step) {
    const money = (units: number) => decimal(units, MARGIN_SCALE);
    return {
      ...{ time, account, symbol: facts.symbol(step.instrument), closed: null, deleveraged: null },
      ...{ closedCoin: '', mark: null, fee: money(step.fee), paidByFund: money(step.paidByFund) },
      ...{ lostByPools: money(step.lostByPools), coin: facts.settleCoin },
    };
  }
  const { symbol, base, quote, priceScale, quantityScale } = facts.pair(step.instrument);
  return {
    ...{ time, account, symbol, closed: decimal(step.closed, quantityScale) },
    ...{ deleveraged: decimal(step.deleveraged, quantityScale), closedCoin: base.code },
    ...{ mark: decimal(step.mark, priceScale), fee: decimal(step.fee, quote.scale) },
    ...{ paidByFund: decimal(step.paidByFund, quote.scale), lostByPools: null, coin: quote.code },
  };
}

/** Files of liquidations of both kinds. */
export const LIQUIDATION_FILE = fileOf(shownLiquidation, [
  ['time', 'time', ({ time }) => time],
  ['account', 'text', ({ account }) => accountWord(account)],
  ['symbol', 'text', ({ symbol }) => symbol],
  ['closed', 'decimal', ({ closed }) => closed],
  ['deleveraged', 'decimal', ({ deleveraged }) => deleveraged],
  ['closed_coin', 'text', ({ closedCoin }) => closedCoin],
  ['mark_price', 'decimal', ({ mark }) => mark],
  ['fee', 'decimal', ({ fee }) => fee],
  ['paid_by_fund', 'decimal', ({ paidByFund }) => paidByFund],
  ['lost_by_lenders', 'decimal', ({ lostByPools }) => lostByPools],
  ['amount_coin', 'text', ({ coin }) => coin],
]);
