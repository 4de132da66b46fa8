/** What all coins of a root are worth together, by the prices that the page shows. */

import {
  type AssetReserves,
  formatDecimal,
  ownersReserves,
  type ReservesRoot,
} from '@halcyon/domain';
import { useMemo } from 'react';
import { plainPercent } from '../../data/format.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { usdtValue, VALUE_COIN } from '../../data/state/portfolio.ts';
import { useTickers } from '../../data/state/tickers.ts';
import { unitsWide } from './units-text.ts';

/** Decimals of a ratio: parts of a million. */
const RATIO_SCALE = 6;

/** Wide units of USDT; null while a price is not known. A coin without a price counts on neither side. */
export function useTotals({ assets }: ReservesRoot) {
  const instruments = useInstruments().data;
  const symbols = useMemo(
    () =>
      assets
        .map(({ asset }) => asset + VALUE_COIN)
        .filter((symbol) => instruments?.has(symbol) ?? false),
    [assets, instruments],
  );
  const { phase, rows } = useTickers(symbols);
  const pricesCame = instruments !== undefined && (phase === 'ready' || phase === 'stale');
  return useMemo(() => {
    if (!pricesCame) return { owed: null, has: null };
    const sum = (unitsOf: (asset: AssetReserves) => bigint | string) =>
      assets.reduce((all, one) => {
        const units = unitsWide(unitsOf(one), one.scale);
        return all + (usdtValue(one.asset, units, instruments, rows) ?? 0n);
      }, 0n);
    return { owed: sum(({ owed }) => owed), has: sum(ownersReserves) };
  }, [assets, instruments, rows, pricesCame]);
}

/** A ratio in parts of a million as a percentage, rounded down; a dash where nothing is owed. */
export function ratioText(ratio: bigint | null): string {
  if (ratio === null) return '–';
  // Two decimals of a percentage: never more than there is.
  const cut = (ratio / 100n) * 100n;
  return plainPercent(formatDecimal(cut, RATIO_SCALE));
}
