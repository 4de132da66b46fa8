/** Numbers of the exchange as text of the wire. */
import { type Asset, formatDecimal, formatFixed, type Instrument } from '@halcyon/domain';
import type { CandleView } from '@halcyon/views';

/** Digits of 10^-8. */
const RATE_DIGITS = 8;

/** A price with all digits of the instrument's precision. */
export function priceText(instrument: Instrument, ticks: number): string {
  return formatFixed(ticks, instrument.priceScale);
}

/** A quantity with all digits of the instrument's precision. */
export function sizeText(instrument: Instrument, lots: number | bigint): string {
  return formatFixed(lots, instrument.quantityScale);
}

/** What every row of a candle begins with: start, open, high, low, close, base volume. */
export function candleTexts(instrument: Instrument, candle: CandleView): string[] {
  const { open, high, low, close } = candle;
  return [
    String(candle.openTime),
    ...[open, high, low, close].map((ticks) => priceText(instrument, ticks)),
    sizeText(instrument, candle.baseVolume),
  ];
}

/** An amount of an asset, without trailing zeros. */
export function amountText(asset: Asset | undefined, units: number | bigint): string {
  return formatDecimal(units, asset?.scale ?? 0);
}

/** A rate (fee, change) as a fraction: 1000 ppm = `0.001`. */
export function rateText(ppm: number): string {
  return formatDecimal(ppm, 6);
}

/** A yearly rate (ppm) as the fraction of a day, 12 digits. */
export function dailyRateText(ppm: number): string {
  return formatDecimal((BigInt(ppm) * 1_000_000n) / 365n, 12);
}

/** A rate of a funding, 10^-8, as a fraction. */
export function fundingRateText(rate: number): string {
  return formatDecimal(rate, RATE_DIGITS);
}

/** The average price of fills, cut to the instrument's price precision; `0` without fills. */
export function averagePriceText(
  instrument: Instrument,
  filledLots: number | bigint,
  filledQuote: bigint,
): string {
  const lots = BigInt(filledLots);
  if (lots === 0n) return '0';
  const perLot = lots * BigInt(instrument.quoteFactor);
  const exact = filledQuote % perLot === 0n;
  if (exact) return priceText(instrument, Number(filledQuote / perLot));
  // Two digits more than a price has, so that averages of near prices differ.
  const value = (filledQuote * 100n + perLot / 2n) / perLot;
  return formatDecimal(value, instrument.priceScale + 2);
}
