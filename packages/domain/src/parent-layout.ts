/**
 * How a parent order falls into parts: one rule for the engine that places them, the routes that check requests and the
 * page that shows them before. Prices are ticks, quantities lots.
 */
import { SCALED_ORDERS_MAX, TWAP_INTERVAL_MS_MIN, TWAP_SLICES_MAX } from './parent-orders.ts';

/** `whole × i / n`, rounded down, exactly. */
export function share(whole: number, i: number, n: number): number {
  return Math.floor(whole / n) * i + Math.floor(((whole % n) * i) / n);
}

/** Prices of a scaled order: its first, its last, and how many. */
export interface PriceGrid {
  readonly price: number;
  readonly farPrice: number;
  readonly slices: number;
}

/** The price of a part, from 0: equal distances, rounded towards the first price. */
export function gridPrice(
  { price, farPrice, slices }: PriceGrid,
  part: number,
  step: number,
): number {
  const steps = Math.floor(Math.abs(farPrice - price) / step);
  return price + Math.sign(farPrice - price) * share(steps, part, slices - 1) * step;
}

/** Lots of each of so many parts of one size, up to a step. */
export function equalParts(lots: number, slices: number, step: number): number[] {
  const steps = Math.floor(lots / step);
  const parts = Array.from(
    { length: slices },
    (_, i) => (share(steps, i + 1, slices) - share(steps, i, slices)) * step,
  );
  // Of what steps that grew have left over.
  parts[slices - 1]! += lots - steps * step;
  return parts;
}

/** The most parts that a parent may have. @param ms TWAP: how long it works; absent: a scaled order */
export function mostParts(ms?: number): number {
  if (ms === undefined) return SCALED_ORDERS_MAX;
  return Math.min(TWAP_SLICES_MAX, Math.floor(ms / TWAP_INTERVAL_MS_MIN));
}
