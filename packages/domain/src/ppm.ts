/** Rates in parts per million, applied to amounts below 2^53. */

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
