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
