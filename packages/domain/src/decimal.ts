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
  const fixed = formatFixed(value, scale);
  if (scale === 0) return fixed;
  let end = fixed.length;
  while (fixed.charCodeAt(end - 1) === DIGIT_0) end--;
  if (fixed.charCodeAt(end - 1) === DOT) end--;
  return fixed.slice(0, end);
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

/** floor(a · b / c) for non-negative a, b and positive c. */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('mulDivFloor: needs a, b ≥ 0 and c > 0');
  return (a * b) / c;
}

/** ceil(a · b / c) for non-negative a, b and positive c. */
export function mulDivCeil(a: bigint, b: bigint, c: bigint): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('mulDivCeil: needs a, b ≥ 0 and c > 0');
  return (a * b + c - 1n) / c;
}

const UNITS = Number.MAX_SAFE_INTEGER;

/** Parts per million: the unit of every rate (fee, band, callback). 1000 ppm = 0.1 %. */
export const PPM = 1_000_000;
/** The same for the code below: the compiler cannot fold an exported constant. */
const MILLION: typeof PPM = 1_000_000;

/**
 * floor(amount · ppm / 10^6) without leaving exact doubles.
 * @param amount safe integer ≥ 0
 * @param ppm integer 0..10^6
 */
export function ppmFloor(amount: number, ppm: number): number {
  const product = amount * ppm;
  // Below 2^53 the product is exact, and its quotient is never within half a step of the next integer.
  if (product <= UNITS) return Math.floor(product / MILLION);
  const high = Math.floor(amount / MILLION);
  const low = amount - high * MILLION;
  return high * ppm + Math.floor((low * ppm) / MILLION);
}
