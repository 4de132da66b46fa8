/** Decimals of a feed as ticks and lots. */
import { parseSafeDecimal } from '@halcyon/domain';

/** Scales of an instrument. */
export interface Scales {
  readonly priceScale: number;
  readonly quantityScale: number;
}

/** The decimal text as units of `10^-scale`, what is beyond cut off; null when it is no such number. */
export function floorUnits(text: string, scale: number): number | null {
  const dot = text.indexOf('.');
  if (dot < 0) return parseSafeDecimal(text, scale);
  if (!/^[0-9]+$/.test(text.slice(dot + 1))) return null;
  return parseSafeDecimal(text.slice(0, scale === 0 ? dot : dot + 1 + scale), scale);
}

/**
 * Numbers of a client library as ticks and lots: what is finer than an instrument's units is cut off
 * the quantity, and the price goes away from the other side.
 * @param up whether the price is rounded up: asks, and prints of a buyer
 */
export function ticksAndLots(
  price: number,
  quantity: number,
  { priceScale, quantityScale }: Scales,
  up: boolean,
): [ticks: number, lots: number] {
  const text = decimalOf(price);
  const floor = floorUnits(text, priceScale) ?? 0;
  const exact = parseSafeDecimal(text, priceScale) !== null;
  const lots = floorUnits(decimalOf(quantity), quantityScale) ?? 0;
  return [exact || !up ? floor : floor + 1, lots];
}

/** The shortest decimal text of a number ≥ 0, without an exponent. */
function decimalOf(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20) : text;
}
