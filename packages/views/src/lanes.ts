/**
 * Sums beyond 2^53 in two plain numbers, so that the hot path makes no bigint: the value is
 * `high · 2^52 + low` with 0 ≤ low < 2^52 and 0 ≤ high < 2^32.
 */

/** 2^52: the size of the low lane. */
export const LANE = 4_503_599_627_370_496;

/** The sum as one integer. */
export function lanesToBigInt(high: number, low: number): bigint {
  return high === 0 ? BigInt(low) : BigInt(high) * BigInt(LANE) + BigInt(low);
}

/** Adds a safe integer ≥ 0 to the sum at `index`. */
export function addToLanes(
  high: Uint32Array,
  low: Float64Array,
  index: number,
  amount: number,
): void {
  // Taking a lane off first keeps the sum below 2^53 for every safe amount.
  let rest = low[index]! - LANE + amount;
  let carry = 1;
  if (rest < 0) {
    rest += LANE;
    carry = 0;
  } else if (rest >= LANE) {
    rest -= LANE;
    carry = 2;
  }
  low[index] = rest;
  if (carry !== 0) high[index] = high[index]! + carry;
}

/** The two lanes of a non-negative integer. */
export function lanesOf(value: bigint): { high: number; low: number } {
  const lane = BigInt(LANE);
  return { high: Number(value / lane), low: Number(value % lane) };
}
