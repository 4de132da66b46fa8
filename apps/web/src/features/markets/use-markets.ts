/** All instruments with their live tickers. */

import { useDeferredValue, useMemo } from 'react';
import { toText, WIDE_SCALE, wide } from '../../data/decimal.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useListed } from '../../data/state/listed.ts';
import { usdtValue } from '../../data/state/portfolio.ts';
import type { ProductName } from '../../data/state/product.ts';
import { type Ticker, useTickers } from '../../data/state/tickers.ts';
import type { MarketRow } from './market-list.ts';

/** The market rows and how their loading went. */
export interface Markets {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: readonly MarketRow[];
  /** Whether the prices are those of an earlier visit. */
  readonly stale: boolean;
  readonly retry: () => void;
}

function turnoverOf(instrument: InstrumentInfo, tickers: ReadonlyMap<string, Ticker>): string {
  const volume = wide(tickers.get(instrument.symbol)?.quoteVolume);
  const value = usdtValue(instrument.quote, volume, undefined, tickers);
  return toText(value ?? 0n, WIDE_SCALE);
}

/**
 * Instruments of a product joined with tickers; live while mounted. Lists of them are drawn in slices,
 * between which the page answers.
 * @param wanted whether it is shown now: tickers that nobody sees are not followed
 */
export function useMarkets(product: ProductName, wanted = true): Markets {
  const instruments = useListed(product);
  const symbols = useMemo(
    () => (wanted ? [...(instruments.data?.keys() ?? [])] : []),
    [instruments.data, wanted],
  );
  const tickers = useDeferredValue(useTickers(symbols, product));
  const listed = useDeferredValue(instruments.data);
  const rows = useMemo(
    () =>
      [...(listed?.values() ?? [])].map((instrument) => ({
        instrument,
        ticker: tickers.rows.get(instrument.symbol),
        turnover: turnoverOf(instrument, tickers.rows),
      })),
    [listed, tickers.rows],
  );
  // A list without prices would be sorted anew, and jump, as soon as they come.
  const known = listed !== undefined && tickers.phase !== 'loading';
  const phase = known ? 'ready' : instruments.isError ? 'failed' : 'loading';
  return { phase, rows, stale: tickers.phase === 'stale', retry: () => void instruments.refetch() };
}
