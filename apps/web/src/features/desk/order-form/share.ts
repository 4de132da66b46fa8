/** Sizes as shares of the largest order. */

import { toText, trimZeros } from '../../../data/decimal.ts';

/** The size text for `percent` (0..100, whole) of the largest order, floored; empty for nothing. */
export function sizeOfPercent(max: bigint | null, scale: number, percent: number): string {
  const units = ((max ?? 0n) * BigInt(percent)) / 100n;
  return units <= 0n ? '' : trimZeros(toText(units, scale));
}

/** The percentage (0..100) of the largest order that a size is, to the nearest whole one. */
export function percentOfSize(max: bigint | null, units: bigint): number {
  if (max === null || max <= 0n || units <= 0n) return 0;
  const percent = Number((units * 200n + max) / (max * 2n));
  return Math.min(100, percent);
}

/** What 100 % is for all sides of a form: what each could have, or those that could have anything. */
export function commonMax(maxima: readonly (bigint | null)[]): bigint | null {
  let least: bigint | null = 0n;
  for (const max of maxima) {
    if (max === null) return null;
    if (least === 0n || (max > 0n && max < least)) least = max;
  }
  return least;
}
