/** What amounts are worth in USDT, by the last prices of this exchange. */
import {
  type Asset,
  formatDecimal,
  type Instrument,
  mulDivCeil,
  mulDivFloor,
  pow10,
  UNITS_MAX,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';

/** Digits after the point of a value in USDT. */
const VALUE_SCALE = 8;
const ONE_VALUE = pow10(VALUE_SCALE);

/** What one coin is worth in USDT: `ticks` of `10^-scale`. */
interface Price {
  readonly ticks: bigint;
  readonly scale: number;
}

const ONE: Price = { ticks: 1n, scale: 0 };

/** Null while nothing trades the asset against USDT; USDC counts as one then. */
function usdtPrice(views: Views, asset: Asset): Price | null {
  if (asset.code === 'USDT') return ONE;
  const instrument = views.instrumentBySymbol(`${asset.code}USDT`);
  if (instrument !== undefined && instrument.base === asset.id) {
    const { last } = views.ticker(instrument.id);
    if (last > 0) return { ticks: BigInt(last), scale: instrument.priceScale };
  }
  return asset.code === 'USDC' ? ONE : null;
}

/**
 * The value of `units` of an asset as decimal text in USDT, cut to 8 digits; null when nothing trades
 * it against USDT.
 */
export function usdtValue(views: Views, asset: Asset, units: bigint): string | null {
  const value = usdtUnits(views, asset, units);
  return value === null ? null : usdtText(value);
}

/** The same as an integer of 10^-8 USDT, cut towards zero: what a futures account has may be below it. */
export function usdtUnits(views: Views, asset: Asset, units: bigint): bigint | null {
  const price = usdtPrice(views, asset);
  if (units < 0n) {
    const owed = usdtUnits(views, asset, -units);
    return owed === null ? null : -owed;
  }
  return price && mulDivFloor(units * price.ticks, ONE_VALUE, pow10(asset.scale + price.scale));
}

/** What `units` of an asset are worth in bitcoins, cut to 8 digits; `0` where that has no price. */
export function bitcoinText(views: Views, asset: Asset, units: bigint): string {
  const bitcoin = views.assetByCode('BTC');
  const value = usdtUnits(views, asset, units);
  const price = bitcoin && usdtUnits(views, bitcoin, pow10(bitcoin.scale));
  if (value === null || !price) return '0';
  return formatDecimal((value * ONE_VALUE) / price, VALUE_SCALE);
}

/** A smallest value in USDT, which may not be less than `units` of the asset; `0` without a price. */
export function usdtMinimumText(views: Views, asset: Asset, units: bigint): string {
  const price = usdtPrice(views, asset);
  if (price === null) return '0';
  return usdtText(mulDivCeil(units * price.ticks, ONE_VALUE, pow10(asset.scale + price.scale)));
}

/** As many units of the asset as are worth `value` (10^-8 USDT), rounded down; null = it has no price. */
export function unitsOfValue(views: Views, asset: Asset, value: bigint): bigint | null {
  const one = pow10(asset.scale);
  // Priced in millions of coins, so that coins worth very little keep their digits.
  const price = usdtUnits(views, asset, one * 1_000_000n) ?? 0n;
  return price === 0n ? null : (value * one * 1_000_000n) / price;
}

/**
 * The largest power of ten of units that is worth at most `value` (10^-8 USDT), give or take a
 * twentieth, so that a coin that is meant to be worth one USDT gives as many; 0 = it has no price.
 */
export function unitsWorth(views: Views, asset: Asset, value: bigint): bigint {
  const exact = (unitsOfValue(views, asset, value * 105n) ?? 0n) / 100n;
  return exact === 0n ? 0n : 10n ** BigInt(String(exact).length - 1);
}

/** Of some units those that one movement takes. */
export function atOnce(units: bigint): bigint {
  const most = BigInt(UNITS_MAX);
  return units < most ? units : most;
}

/** Writes a value of `usdtUnits`. */
export function usdtText(units: bigint): string {
  return formatDecimal(units, VALUE_SCALE);
}

/** What one coin is worth in USDT, as decimal text; null while nothing trades it against USDT. */
export function usdtPriceText(views: Views, asset: Asset): string | null {
  const price = usdtPrice(views, asset);
  return price && formatDecimal(price.ticks, price.scale);
}

/** Quote volume in USDT; `0` while nothing trades the quote coin against USDT. */
export function usdtVolumeText(views: Views, instrument: Instrument, quoteVolume: bigint): string {
  const quote = views.asset(instrument.quote);
  return (quote && usdtValue(views, quote, quoteVolume)) ?? '0';
}
