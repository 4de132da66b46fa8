/** The steps by which the order book can be grouped. */

/** One choice: `ticks` price ticks in a row, shown with `decimals` decimals. */
export interface GroupSize {
  readonly ticks: number;
  readonly decimals: number;
  readonly label: string;
}

const CHOICES = 5;

/**
 * Powers of ten from the price step up, as "0.01", "0.1", "1", "10", …
 * @param digits decimals of the step, at most those of a tick
 */
export function groupSizes(priceScale: number, digits: number): GroupSize[] {
  return Array.from({ length: CHOICES }, (_, power) => {
    const decimals = Math.max(0, digits - power);
    const label =
      power <= digits
        ? decimals === 0
          ? '1'
          : `0.${'0'.repeat(decimals - 1)}1`
        : `1${'0'.repeat(power - digits)}`;
    return { ticks: 10 ** (priceScale - digits + power), decimals, label };
  });
}
