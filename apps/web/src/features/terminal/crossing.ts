/** How a limit price stands to the book: the one rule of the form's and the amend dialog's warning. */

import { rescaleFloor, toText, WIDE_SCALE, wide } from '../../data/decimal.ts';
import type { ListedInstrument } from '../../data/state/product.ts';
import { useTicker } from '../../data/state/tickers.ts';

/** Best prices of an instrument; empty or zero where a side has none. */
export interface BestPrices {
  readonly bid: string;
  readonly ask: string;
}

/**
 * Whether a limit order at a price would wait in the book, trade at once, or do so at a price that is
 * far beyond the best one and so is likely a slip.
 */
export type Crossing = 'waits' | 'trades' | 'far';

/** A price is far beyond the best one from this share of it on, percent. */
export const FAR_PERCENT = 1;

/** The best price that an order of `side` would trade with; empty where there is none. */
export function bestAgainst(side: 'buy' | 'sell', best: BestPrices): string {
  return side === 'buy' ? best.ask : best.bid;
}

/** See the head of the file. A book without the other side lets every order wait. */
export function crossingOf(side: 'buy' | 'sell', price: string, best: BestPrices): Crossing {
  const [own, other] = [wide(price), wide(bestAgainst(side, best))];
  if (own <= 0n || other <= 0n) return 'waits';
  const beyond = side === 'buy' ? own - other : other - own;
  if (beyond < 0n) return 'waits';
  return beyond * 100n > other * BigInt(FAR_PERCENT) ? 'far' : 'trades';
}

/** The price halfway between the best ones, down to a step of `digits` decimals; empty where a side has none. */
export function middleOf({ bid, ask }: BestPrices, digits: number): string {
  const [low, high] = [wide(bid), wide(ask)];
  if (low <= 0n || high <= 0n) return '';
  return toText(rescaleFloor((low + high) / 2n, WIDE_SCALE, digits), digits);
}

/** Those of a book that is not known. */
export const NO_PRICES: BestPrices = { bid: '', ask: '' };

/** The best prices now. */
export function useBestPrices(instrument: ListedInstrument): BestPrices {
  return useTicker(instrument) ?? NO_PRICES;
}
