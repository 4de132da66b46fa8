/** Public trades as the tape shows them: those of one order as one, small ones left out, large ones marked. */

import { toText, WIDE_SCALE, wide, wideProduct } from '../../../data/decimal.ts';
import type { TradeRow } from '../../../data/state/trades-feed.ts';

/** How the tape is read. Values are of the quote coin; '' = none is left out, none is marked. */
export interface TapeView {
  /** Whether trades of one side at one moment are one row. */
  readonly joined: boolean;
  readonly smallest: string;
  readonly large: string;
}

/** As it comes. */
export const PLAIN_TAPE: TapeView = { joined: false, smallest: '', large: '' };

/** A row of the tape. */
export interface TapeRow {
  /** Of its newest trade. */
  readonly id: string;
  readonly side: 'buy' | 'sell';
  /** Of its newest trade: what the order reached last. */
  readonly price: string;
  /** Base coins of all its trades. */
  readonly size: string;
  /** Of the quote coin. */
  readonly value: string;
  readonly ts: string;
  /** How many trades it is. */
  readonly count: number;
  readonly isLarge: boolean;
}

interface Sum {
  readonly newest: TradeRow;
  readonly size: bigint;
  readonly value: bigint;
  readonly count: number;
}

/** The rows of trades, newest first. */
export function tapeRows(trades: readonly TradeRow[], view: TapeView): readonly TapeRow[] {
  const [smallest, large] = [wide(view.smallest), wide(view.large)];
  return sumsOf(trades, view.joined)
    .filter(({ value }) => value >= smallest)
    .map(({ newest, size, value, count }) => ({
      ...{ id: newest.tradeId, side: newest.side, price: newest.price, ts: newest.ts, count },
      size: toText(size, WIDE_SCALE),
      value: toText(value, WIDE_SCALE),
      isLarge: large > 0n && value >= large,
    }));
}

/** One order takes all it takes at one moment: neighbours of a side and a time are its trades. */
function sumsOf(trades: readonly TradeRow[], joined: boolean): readonly Sum[] {
  const sums: Sum[] = [];
  for (const trade of trades) {
    const size = wide(trade.size);
    const own: Sum = { newest: trade, size, value: wideProduct(size, wide(trade.price)), count: 1 };
    const before = sums.at(-1);
    const same = joined && before?.newest.ts === trade.ts && before.newest.side === trade.side;
    if (before === undefined || !same) sums.push(own);
    else sums[sums.length - 1] = together(before, own);
  }
  return sums;
}

function together(newer: Sum, older: Sum): Sum {
  return {
    newest: newer.newest,
    size: newer.size + older.size,
    value: newer.value + older.value,
    count: newer.count + older.count,
  };
}
