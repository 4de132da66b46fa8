/** Reads the price that a source tells. What is no price is refused by name and never guessed. */
import { DECIMAL_LENGTH_MAX, parseDecimal, rescaleHalfUp, UNITS_MAX } from '@halcyon/domain';

/** Why a price is not taken. */
export const PRICE_FAULTS = [
  /** Not text, or text that is no plain decimal: `NaN`, `1e5`, `.5`. */
  'form',
  'negative',
  /** Also what is nearer to nothing than to one tick. */
  'zero',
  /** More digits than the source has. */
  'digits',
  /** More than an exact number of ticks can be. */
  'range',
  /** Its time is not a whole number of milliseconds above 0. */
  'time',
  /** Its time is ahead of ours. */
  'future',
  /** Its time is before that of the price before it. */
  'back',
] as const;
export type PriceFault = (typeof PRICE_FAULTS)[number];

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The ticks of a decimal text, or what is wrong with it. */
export function readTicks(price: unknown, scale: number, priceScale: number): number | PriceFault {
  if (typeof price !== 'string') return 'form';
  if (price.length > DECIMAL_LENGTH_MAX) return 'digits';
  if (!DECIMAL.test(price)) return 'form';
  if (price.startsWith('-')) return 'negative';
  const value = parseDecimal(price, scale);
  if (value === null) return 'digits';
  const ticks = rescaleHalfUp(value, scale, priceScale);
  if (ticks === 0n) return 'zero';
  return ticks > BigInt(UNITS_MAX) ? 'range' : Number(ticks);
}
