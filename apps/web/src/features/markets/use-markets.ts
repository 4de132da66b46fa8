/** All instruments with their live tickers. */

import { useMemo } from 'react';
import { useInstruments } from '../../data/state/instruments.ts';
import { useTickers } from '../../data/state/tickers.ts';
import type { MarketRow } from './market-list.ts';

/** The market rows and how their loading went. */
export interface Markets {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: readonly MarketRow[];
  readonly retry: () => void;
}

/** Instruments joined with tickers; live while mounted. */
export function useMarkets(): Markets {
  const instruments = useInstruments();
  const symbols = useMemo(() => [...(instruments.data?.keys() ?? [])], [instruments.data]);
  const tickers = useTickers(symbols);
  const rows = useMemo(
    () =>
      [...(instruments.data?.values() ?? [])].map((instrument) => ({
        instrument,
        ticker: tickers.rows.get(instrument.symbol),
      })),
    [instruments.data, tickers.rows],
  );
  const phase = instruments.isError ? 'failed' : instruments.isPending ? 'loading' : 'ready';
  return { phase, rows, retry: () => void instruments.refetch() };
}
