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
interface Parts {
  negative: boolean;
  whole: string;
  fraction: string;
}

function split(text: string): Parts | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return null;
  return { negative: match[1] === '-', whole, fraction };
}

/**
 * Units of `text` at `scale` decimals. Null when the text is not a plain decimal or has more
 * significant decimals than the scale holds.
 */
export function parseExact(text: string, scale: number): bigint | null {
  const parts = split(text);
  if (parts === null) return null;
  if (/[1-9]/.test(parts.fraction.slice(scale))) return null;
  return toUnits(parts, scale);
}

/** As `parseExact`, but decimals beyond the scale are cut off towards zero. */
export function parseTruncated(text: string, scale: number): bigint | null {
  const parts = split(text);
  return parts === null ? null : toUnits(parts, scale);
}

function toUnits(parts: Parts, scale: number): bigint {
  const digits = parts.whole + parts.fraction.slice(0, scale).padEnd(scale, '0');
  const units = BigInt(digits === '' ? '0' : digits);
  return parts.negative ? -units : units;
}

/** Units of `text` at the wide scale; zero when the text is absent or malformed (display only). */
export function wide(text: string | null | undefined): bigint {
  if (text === null || text === undefined) return 0n;
  return parseTruncated(text, WIDE_SCALE) ?? 0n;
}

/** Number of decimals written in `text`, trailing zeros included. */
export function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}

/** Product of two wide values, floored, at the wide scale. */
export function wideProduct(a: bigint, b: bigint): bigint {
  return mulDivFloor(a, b, pow10(WIDE_SCALE));
}

/** -1, 0 or 1 as `a` is below, equal to or above `b`; malformed text counts as zero. */
export function compareText(a: string, b: string): number {
  const left = wide(a);
  const right = wide(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
