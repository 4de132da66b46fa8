/**
 * Exact decimals: text on the wire, scaled integers inside. A value `v` at scale `s` means `v / 10^s`.
 * Nothing here rounds silently: parsing refuses digits that the scale cannot hold, and every
 * division names its direction.
 */

/** Longest decimal text accepted, in characters. */
export const DECIMAL_LENGTH_MAX = 40;

/** Largest scale in use: 10^18 still fits the exact powers below. */
export const SCALE_MAX = 18;

const POWERS: readonly bigint[] = Array.from({ length: 37 }, (_, n) => 10n ** BigInt(n));

/** 10^n as bigint, 0 ≤ n ≤ 36. */
export function pow10(n: number): bigint {
  const power = POWERS[n];
  if (power === undefined) throw new RangeError(`pow10: exponent ${n} is outside 0..36`);
  return power;
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const DOT = 46;

/**
 * Canonical decimal text (`0`, `12`, `0.05`, `1.50`) to an integer at `scale`; null when the text is
 * not canonical (sign, exponent, leading zero, bare dot, other digits, over 40 characters) or has
 * non-zero digits beyond the scale.
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  const parts = splitDecimal(text);
  if (parts === null) return null;
  const { whole, fraction } = parts;
  let kept = fraction;
  if (fraction.length > scale) {
    for (let i = scale; i < fraction.length; i++) {
      if (fraction.charCodeAt(i) !== DIGIT_0) return null;
    }
    kept = fraction.slice(0, scale);
  }
  return BigInt(whole + kept.padEnd(scale, '0'));
}

/** Same as parseDecimal for values below 2^53 at `scale`; null also when the value is larger. */
export function parseSafeDecimal(text: string, scale: number): number | null {
  const value = parseDecimal(text, scale);
  if (value === null || value > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(value);
}

function splitDecimal(text: string): { whole: string; fraction: string } | null {
  const length = text.length;
  if (length === 0 || length > DECIMAL_LENGTH_MAX) return null;
  let dot = -1;
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i);
    if (c === DOT) {
      if (dot !== -1) return null;
      dot = i;
    } else if (c < DIGIT_0 || c > DIGIT_9) return null;
  }
  const whole = dot === -1 ? text : text.slice(0, dot);
  if (whole.length === 0 || (whole.length > 1 && whole.charCodeAt(0) === DIGIT_0)) return null;
  if (dot === length - 1) return null;
  return { whole, fraction: dot === -1 ? '' : text.slice(dot + 1) };
}

/** Scale of a canonical decimal text: digits after the point, trailing zeros not counted. */
export function decimalScale(text: string): number | null {
  const parts = splitDecimal(text);
  return parts === null ? null : parts.fraction.replace(/0+$/, '').length;
}

/** An integer at `scale` as the shortest decimal text: no trailing zeros, `-` when negative. */
export function formatDecimal(value: bigint | number, scale: number): string {
  return trimZeros(formatFixed(value, scale));
}

/** Decimal text without zeros after the last digit that counts: `1.500` is `1.5`, `2.00` is `2`. */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === DIGIT_0) end--;
  if (text.charCodeAt(end - 1) === DOT) end--;
  return text.slice(0, end);
}

/** An integer at `scale` as decimal text with exactly `scale` digits after the point. */
export function formatFixed(value: bigint | number, scale: number): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`formatFixed: ${value} is not a safe integer`);
  }
  const text = String(value);
  if (scale === 0) return text;
  const negative = text.charCodeAt(0) === 45;
  const digits = (negative ? text.slice(1) : text).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** a · b / c rounded towards negative infinity; c > 0. */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  if (c <= 0n) throw new RangeError('mulDivFloor: needs c > 0');
  const product = a * b;
  const quotient = product / c;
  return product < 0n && quotient * c !== product ? quotient - 1n : quotient;
}

/** a · b / c rounded towards positive infinity; c > 0. */
export function mulDivCeil(a: bigint, b: bigint, c: bigint): bigint {
  return -mulDivFloor(-a, b, c);
}

/** The same value at another scale, rounded towards negative infinity. */
export function rescaleFloor(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * pow10(to - from) : mulDivFloor(units, 1n, pow10(from - to));
}

/** The same value at another scale, half a unit and more rounded away from zero. */
export function rescaleHalfUp(units: bigint, from: number, to: number): bigint {
  if (to >= from) return units * pow10(to - from);
  const divisor = pow10(from - to);
  return (units + (units < 0n ? -divisor : divisor) / 2n) / divisor;
}
