/** Balances with their value in USDT, from the same tickers that the page shows. */

import { toText, trimZeros, WIDE_SCALE, wide, wideProduct } from '../decimal.ts';
import { money } from '../format.ts';
import type { AssetRow } from '../rest/types.ts';
import type { InstrumentInfo } from './instruments.ts';
import type { Ticker } from './tickers.ts';

/** The coin in which everything is valued. */
export const VALUE_COIN = 'USDT';

/** A coin that is held. `value` is in wide units of USDT; null when no price is known. */
export interface PortfolioHolding {
  readonly coin: string;
  readonly available: string;
  readonly held: string;
  readonly total: string;
  readonly value: bigint | null;
}

/** Value of `units` (wide) of a coin at its last USDT price; null when there is no price. */
export function usdtValue(
  coin: string,
  units: bigint,
  instruments: ReadonlyMap<string, InstrumentInfo> | undefined,
  tickers: ReadonlyMap<string, Ticker>,
): bigint | null {
  if (coin === VALUE_COIN) return units;
  const symbol = coin + VALUE_COIN;
  if (instruments !== undefined && !instruments.has(symbol)) return null;
  const last = tickers.get(symbol)?.last;
  return last === undefined ? null : wideProduct(units, wide(last));
}

/** Coins with a balance, most valuable first. With `all` also the empty ones. */
export function holdings(
  assets: ReadonlyMap<string, AssetRow>,
  instruments: ReadonlyMap<string, InstrumentInfo> | undefined,
  tickers: ReadonlyMap<string, Ticker>,
  all = false,
): PortfolioHolding[] {
  const rows: PortfolioHolding[] = [];
  for (const asset of assets.values()) {
    const held = wide(asset.frozen) + wide(asset.locked);
    const total = wide(asset.available) + held;
    if (total === 0n && !all) continue;
    rows.push({
      coin: asset.coin.toUpperCase(),
      available: asset.available,
      held: trimZeros(toText(held, WIDE_SCALE)),
      total: trimZeros(toText(total, WIDE_SCALE)),
      value: usdtValue(asset.coin.toUpperCase(), total, instruments, tickers),
    });
  }
  return rows.sort((a, b) => {
    const [left, right] = [a.value ?? 0n, b.value ?? 0n];
    return left === right ? a.coin.localeCompare(b.coin) : left > right ? -1 : 1;
  });
}

/**
 * Sum of the values, wide units of USDT; null while prices are still to come. A coin that has no
 * price then counts as nothing.
 * @param pricesCame whether instruments and prices are known, be they of an earlier visit
 */
export function totalValue(rows: readonly PortfolioHolding[], pricesCame: boolean): bigint | null {
  const missing = rows.some((row) => row.value === null && row.total !== '0');
  if (missing && !pricesCame) return null;
  return rows.reduce((sum, row) => sum + (row.value ?? 0n), 0n);
}

/** A value as money: "1,234.56 USDT"; a dash when it is unknown. */
export function valueText(value: bigint | null): string {
  return value === null ? '–' : `${money(value)} ${VALUE_COIN}`;
}
