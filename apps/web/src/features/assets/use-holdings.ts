/** Balances with live values. */

import { useMemo } from 'react';
import { useAssets } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import {
  holdings,
  type PortfolioHolding,
  totalValue,
  VALUE_COIN,
} from '../../data/state/portfolio.ts';
import { useTickers } from '../../data/state/tickers.ts';

/** The balances query, its rows, most valuable first, and their sum; null while it is not known. */
export function useHoldings() {
  const query = useAssets();
  const instruments = useInstruments().data;
  const symbols = useMemo(() => {
    const coins = [...(query.data?.keys() ?? [])];
    return coins
      .map((coin) => coin + VALUE_COIN)
      .filter((symbol) => instruments?.has(symbol) ?? false);
  }, [query.data, instruments]);
  const { phase, rows: tickers } = useTickers(symbols);
  const rows = useMemo<readonly PortfolioHolding[]>(
    () => (query.data === undefined ? [] : holdings(query.data, instruments, tickers)),
    [query.data, instruments, tickers],
  );
  const pricesCame = instruments !== undefined && (phase === 'ready' || phase === 'stale');
  const total = query.data === undefined ? null : totalValue(rows, pricesCame);
  return { query, rows, total };
}
