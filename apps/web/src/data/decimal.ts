/**
 * Exact decimal arithmetic for the page. A value is a decimal string on the wire and a bigint of
 * scaled units in between; nothing here ever becomes a float. Rounding is always named.
 */

/** Number of decimals of the wide scale that values of different assets share. */
export const WIDE_SCALE = 18;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const powers: bigint[] = [];

/** 10 to the power of `exponent` (an integer >= 0). */
export function pow10(exponent: number): bigint {
  const known = powers[exponent];
  if (known !== undefined) return known;
  const value = 10n ** BigInt(exponent);
  powers[exponent] = value;
  return value;
}

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

/** Decimal string of `units` at `scale`, with exactly `scale` decimals. */
export function toText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const body = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return negative ? `-${body}` : body;
}

/** Drops zeros after the last significant decimal: "1.500" becomes "1.5", "2.00" becomes "2". */
export function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Number of decimals written in `text`, trailing zeros included. */
export function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}

/** a * b / divisor, rounded towards negative infinity. The divisor must be positive. */
export function mulDivFloor(a: bigint, b: bigint, divisor: bigint): bigint {
  const product = a * b;
  const quotient = product / divisor;
  return product < 0n && quotient * divisor !== product ? quotient - 1n : quotient;
}

/** a * b / divisor, rounded towards positive infinity. The divisor must be positive. */
export function mulDivCeil(a: bigint, b: bigint, divisor: bigint): bigint {
  return -mulDivFloor(-a, b, divisor);
}

/** Product of two wide values, floored, at the wide scale. */
export function wideProduct(a: bigint, b: bigint): bigint {
  return mulDivFloor(a, b, pow10(WIDE_SCALE));
}

/** Moves units from one scale to another, rounding towards negative infinity. */
export function rescaleFloor(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * pow10(to - from) : mulDivFloor(units, 1n, pow10(from - to));
}

/** Moves units from one scale to another, rounding half away from zero (for display). */
export function rescaleHalfUp(units: bigint, from: number, to: number): bigint {
  if (to >= from) return units * pow10(to - from);
  const divisor = pow10(from - to);
  const half = divisor / 2n;
  return units >= 0n ? (units + half) / divisor : -((-units + half) / divisor);
}

/** Largest multiple of `step` that is not above `units` (`units` >= 0, `step` > 0). */
export function floorToStep(units: bigint, step: bigint): bigint {
  return units - (units % step);
}

/** -1, 0 or 1 as `a` is below, equal to or above `b`; malformed text counts as zero. */
export function compareText(a: string, b: string): number {
  const left = wide(a);
  const right = wide(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
