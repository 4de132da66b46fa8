/** What taking the book down to a level would mean: for the summary beside the pointer. */

import type { OrderBookSide } from '../../../data/state/order-book.ts';

/** Sums from the best price to a level. */
export interface CumulativeDepth {
  /** Base quantity, in units of the smallest quantity. */
  readonly units: bigint;
  /** Ticks times units, summed: the quote value in the product of both scales. */
  readonly value: bigint;
  /** Average price in ticks, rounded down; 0 for nothing. */
  readonly averageTick: bigint;
}

/** The sums over all levels whose price is not worse than `tick`. */
export function sweepTo(side: OrderBookSide, tick: number, asks: boolean): CumulativeDepth {
  let units = 0n;
  let value = 0n;
  for (let index = 0; index < side.size; index += 1) {
    const level = side.at(index);
    if (level === undefined || (asks ? level.tick > tick : level.tick < tick)) break;
    units += level.units;
    value += level.units * BigInt(level.tick);
  }
  return { units, value, averageTick: units === 0n ? 0n : value / units };
}
