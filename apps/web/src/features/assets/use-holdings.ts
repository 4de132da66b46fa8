/** Balances with live values. */

import { useMemo } from 'react';
import { useAssets } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { type Holding, holdings, VALUE_COIN } from '../../data/state/portfolio.ts';
import { useTickers } from '../../data/state/tickers.ts';

/** The balances query and its rows, most valuable first. */
export function useHoldings() {
  const query = useAssets();
  const instruments = useInstruments().data;
  const symbols = useMemo(() => {
    const coins = [...(query.data?.keys() ?? [])];
    return coins
      .map((coin) => coin + VALUE_COIN)
      .filter((symbol) => instruments?.has(symbol) ?? false);
  }, [query.data, instruments]);
  const tickers = useTickers(symbols).rows;
  const rows = useMemo<readonly Holding[]>(
    () => (query.data === undefined ? [] : holdings(query.data, instruments, tickers)),
    [query.data, instruments, tickers],
  );
  return { query, rows };
}
