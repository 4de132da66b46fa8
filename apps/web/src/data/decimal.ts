/**
 * Decimals as the page has them: its arithmetic is the domain's, and it reads what a person types, signs and
 * unfinished numbers among them. A value is text on the wire and a bigint of scaled units in between;
 * nothing here ever becomes a float.
 */

import { mulDivFloor, pow10 } from '@halcyon/domain/decimal';

export {
  formatFixed as toText,
  mulDivCeil,
  mulDivFloor,
  pow10,
  rescaleFloor,
  rescaleHalfUp,
  trimZeros,
} from '@halcyon/domain/decimal';

/** Number of decimals of the wide scale that values of different assets share. */
export const WIDE_SCALE = 18;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

function unitsOf(text: string, scale: number, isExact: boolean): bigint | null {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole + fraction === '') return null;
  if (isExact && /[1-9]/.test(fraction.slice(scale))) return null;
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return sign === '-' ? -units : units;
}

/**
 * Units of `text` at `scale` decimals. Null when the text is not a plain decimal or has more
 * significant decimals than the scale holds.
 */
export function parseExact(text: string, scale: number): bigint | null {
  return unitsOf(text, scale, true);
}

/** As `parseExact`, but decimals beyond the scale are cut off towards zero. */
export function parseTruncated(text: string, scale: number): bigint | null {
  return unitsOf(text, scale, false);
}

/** Units of `text` at the wide scale; zero when the text is absent or malformed (display only). */
export function wide(text: string | null | undefined): bigint {
  return parseTruncated(text ?? '', WIDE_SCALE) ?? 0n;
}

/** Number of decimals written in `text`, trailing zeros included. */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Product of two wide values, floored, at the wide scale. */
export function wideProduct(a: bigint, b: bigint): bigint {
  return mulDivFloor(a, b, pow10(WIDE_SCALE));
}

/** -1, 0 or 1 as `a` is below, equal to or above `b`; malformed text counts as zero. */
export function compareText(a: string, b: string): number {
  const more = wide(a) - wide(b);
  return Number(more > 0n) - Number(more < 0n);
}
