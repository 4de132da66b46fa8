/** Amounts of a root, which are whole units of a coin, as numbers of the page. */

import { formatDecimal } from '@halcyon/domain';
import { wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';

/** As it is shown. @param scale decimals of the coin */
export function unitsShown(units: bigint | string, scale: number): string {
  return amount(formatDecimal(BigInt(units), scale));
}

/** In wide units, to be multiplied with a price. */
export function unitsWide(units: bigint | string, scale: number): bigint {
  return wide(formatDecimal(BigInt(units), scale));
}
