/** Amounts of a root, which are whole units of a coin, as numbers of the page. */

import { toText, trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';

/** Units as a decimal text. @param scale decimals of the coin */
export function unitsText(units: bigint | string, scale: number): string {
  const value = BigInt(units);
  const text = trimZeros(toText(value < 0n ? -value : value, scale));
  return value < 0n ? `-${text}` : text;
}

/** As it is shown. */
export function unitsShown(units: bigint | string, scale: number): string {
  return amount(unitsText(units, scale));
}

/** In wide units, to be multiplied with a price. */
export function unitsWide(units: bigint | string, scale: number): bigint {
  return wide(unitsText(units, scale));
}
