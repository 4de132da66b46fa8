/** What amounts are worth in USDT, by the last prices of this exchange. */
import { type Asset, formatDecimal, type Instrument } from '@halcyon/domain';
import type { Views } from '@halcyon/views';

/** Digits after the point of a value in USDT. */
const VALUE_SCALE = 8;
const PEGGED: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/**
 * The value of `units` of an asset as decimal text in USDT, cut to 8 digits; null when nothing trades
 * it against USDT.
 */
export function usdtValue(views: Views, asset: Asset, units: bigint): string | null {
  const value = usdtUnits(views, asset, units);
  return value === null ? null : formatDecimal(value, VALUE_SCALE);
}

/** The same as an integer of 10^-8 USDT. */
export function usdtUnits(views: Views, asset: Asset, units: bigint): bigint | null {
  if (PEGGED.has(asset.code)) return rescale(units, asset.scale, VALUE_SCALE);
  const instrument = views.instrumentBySymbol(`${asset.code}USDT`);
  if (instrument === undefined || instrument.base !== asset.id) return null;
  const last = views.ticker(instrument.id).last;
  const scale = asset.scale + instrument.priceScale;
  return rescale(units * BigInt(last), scale, VALUE_SCALE);
}

/**
 * The largest power of ten of units that is worth at most `value` (10^-8 USDT); 0 = it has no price.
 */
export function unitsWorth(views: Views, asset: Asset, value: bigint): bigint {
  const one = 10n ** BigInt(asset.scale);
  // Priced in millions of coins, so that coins worth very little keep their digits.
  const price = usdtUnits(views, asset, one * 1_000_000n) ?? 0n;
  const exact = price === 0n ? 0n : (value * one * 1_000_000n) / price;
  return exact === 0n ? 0n : 10n ** BigInt(String(exact).length - 1);
}

/** Writes a value of `usdtUnits`. */
export function usdtText(units: bigint): string {
  return formatDecimal(units, VALUE_SCALE);
}

/** Quote volume in USDT: the quote volume itself for pegged quotes, converted otherwise. */
export function usdtVolumeText(views: Views, instrument: Instrument, quoteVolume: bigint): string {
  const quote = views.asset(instrument.quote);
  if (quote === undefined) return '0';
  return usdtValue(views, quote, quoteVolume) ?? formatDecimal(quoteVolume, quote.scale);
}

function rescale(value: bigint, from: number, to: number): bigint {
  return from >= to ? value / 10n ** BigInt(from - to) : value * 10n ** BigInt(to - from);
}
