/** The steps by which the order book can be grouped. */

/** One choice: `ticks` price ticks in a row, shown with `decimals` decimals. */
export interface GroupSize {
  readonly ticks: number;
  readonly decimals: number;
  readonly label: string;
}

const CHOICES = 5;

/** Powers of ten from one tick up, as "0.01", "0.1", "1", "10", … */
export function groupSizes(priceScale: number): GroupSize[] {
  return Array.from({ length: CHOICES }, (_, power) => {
    const decimals = Math.max(0, priceScale - power);
    const label =
      power <= priceScale
        ? decimals === 0
          ? '1'
          : `0.${'0'.repeat(decimals - 1)}1`
        : `1${'0'.repeat(power - priceScale)}`;
    return { ticks: 10 ** power, decimals, label };
  });
}
