/**
 * Positions of contracts, one row each from its opening to its close. Sizes in lots, values in tick-lots,
 * money in settle units; an average price is value over lots, in ticks.
 */

import type { AccountId, InstrumentId, PositionLeg, TradeId } from '@halcyon/domain';
import { accountWord, MarginMode, Side } from '@halcyon/domain';
import { decimal, type Facts, fileOf, namesOf } from './cells.ts';
import { int, int64 } from './columns.ts';
import { type RecordOf, recordKind, type StateOf } from './kind.ts';
import { is, pagesOf, type QueryOfPages } from './pages.ts';

/** See the head of the file. */
export const POSITIONS = recordKind({
  table: 'positions',
  columns: {
    account: int<AccountId>(),
    instrument: int<InstrumentId>(),
    leg: int<PositionLeg>(),
    /** The trade that opened it; names it, with the three above. */
    opened: int<TradeId>(),
    /** Buy = long. */
    side: int<Side>(),
    margin_mode: int<MarginMode>(),
    leverage: int(),
    /** What is open now: signed lots, what they cost in tick-lots, margin of their own. */
    lots: int(),
    cost: int(),
    margin: int(),
    opened_lots: int64(),
    opened_value: int64(),
    closed_lots: int64(),
    closed_value: int64(),
    /** Realised, before fees. */
    profit: int(),
    fees: int(),
    /** The part of the fees that opening cost. */
    opening_fees: int(),
    /** Received less paid. */
    funding: int(),
    /** Counts the closed positions; 0 = it is open. Pages of closed positions follow it. */
    closed_id: int(),
    opened_at: int(),
    /** 0 = it is open. */
    closed_at: int(),
    updated_at: int(),
    /** Sequence of the command that opened it. */
    seq: int(),
  },
  key: ['account', 'instrument', 'leg', 'opened'],
  mutable: [
    ...(['margin_mode', 'leverage', 'lots', 'cost', 'margin', 'opened_lots'] as const),
    ...(['opened_value', 'closed_lots', 'closed_value', 'profit', 'fees'] as const),
    ...(['opening_fees', 'funding', 'closed_id', 'closed_at', 'updated_at'] as const),
  ],
});

/** One position. */
export type PositionRecord = RecordOf<typeof POSITIONS>;
/** One position as the projection keeps it. */
export type PositionState = StateOf<typeof POSITIONS>;

/** Closed positions, the last closed first; ids are `closedId`, and the window is one of closing times. */
export const positionHistory = pagesOf(POSITIONS, {
  owner: 'account',
  id: 'closed_id',
  time: 'closed_at',
  mark: 'closed_id',
  always: 'closed_id > 0',
  filters: {
    instrument: is('instrument'),
    leg: is('leg'),
    side: is('side'),
    marginMode: is('margin_mode'),
  },
});

/** Which closed positions of an account are wanted. */
export type PositionsQuery = QueryOfPages<typeof positionHistory>;

const MARGIN_MODES = namesOf(MarginMode);

/** Files of closed positions. */
export const POSITION_FILE = fileOf(
  (position: PositionRecord, facts: Facts) => {
    const pair = facts.pair(position.instrument);
    const money = (units: number) => decimal(units, pair.quote.scale);
    /** Two digits finer than a price; null without lots. */
    const average = (value: bigint, lots: bigint) =>
      lots === 0n ? null : decimal((value * 100n + lots / 2n) / lots, pair.priceScale + 2);
    return { ...position, pair, money, average };
  },
  [
    ['opened_at', 'time', ({ openedAt }) => openedAt],
    ['closed_at', 'time', ({ closedAt }) => closedAt],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['symbol', 'text', ({ pair }) => pair.symbol],
    ['side', 'text', ({ side }) => (side === Side.buy ? 'long' : 'short')],
    ['margin_mode', 'text', ({ marginMode }) => MARGIN_MODES[marginMode] ?? ''],
    ['quantity', 'decimal', ({ closedLots, pair }) => decimal(closedLots, pair.quantityScale)],
    ['quantity_coin', 'text', ({ pair }) => pair.base.code],
    [
      'entry_price',
      'decimal',
      (position) => position.average(position.openedValue, position.openedLots),
    ],
    [
      'exit_price',
      'decimal',
      (position) => position.average(position.closedValue, position.closedLots),
    ],
    ['realised_profit', 'decimal', ({ profit, money }) => money(profit)],
    ['fees', 'decimal', ({ fees, money }) => money(fees)],
    ['funding', 'decimal', ({ funding, money }) => money(funding)],
    ['net_profit', 'decimal', ({ profit, fees, funding, money }) => money(profit - fees + funding)],
    ['amount_coin', 'text', ({ pair }) => pair.quote.code],
  ],
);
