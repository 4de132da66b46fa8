/** Filtering and sorting of the market list. */

import { compareText } from '../../data/decimal.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import type { Ticker } from '../../data/state/tickers.ts';

/** Columns that can be sorted by. */
export type SortKey = 'name' | 'last' | 'change' | 'volume';

/** A sort order. */
export interface Sort {
  readonly key: SortKey;
  readonly falling: boolean;
}

/** An instrument with its ticker. */
export interface MarketRow {
  readonly instrument: InstrumentInfo;
  readonly ticker: Ticker | undefined;
  /** 24 h turnover in USDT, so that markets of different quotes compare. */
  readonly turnover: string;
}

/** True when every word of the search is in the symbol, the base or the quote. */
export function matchesSearch(instrument: InstrumentInfo, search: string): boolean {
  const { symbol, base, quote } = instrument;
  const haystack = `${symbol} ${base}/${quote} ${base}-${quote}`;
  return search
    .toUpperCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function compare(a: MarketRow, b: MarketRow, key: SortKey): number {
  switch (key) {
    case 'name':
      return a.instrument.symbol.localeCompare(b.instrument.symbol);
    case 'last':
      return compareText(a.ticker?.last ?? '0', b.ticker?.last ?? '0');
    case 'change':
      return compareText(a.ticker?.change ?? '0', b.ticker?.change ?? '0');
    case 'volume':
      return compareText(a.turnover, b.turnover);
  }
}

/** The rows in order; equal rows stay in order of their names. */
export function sortMarkets(rows: readonly MarketRow[], sort: Sort): MarketRow[] {
  const sign = sort.falling ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(a, b, sort.key) || compare(a, b, 'name'));
}

/** Whether two rows say the same, so that the one need not be drawn over the other. */
export function sameRow(a: MarketRow, b: MarketRow): boolean {
  return a.instrument === b.instrument && a.ticker === b.ticker && a.turnover === b.turnover;
}
