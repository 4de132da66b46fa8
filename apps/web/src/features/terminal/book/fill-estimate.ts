/** What an order would pay in the book as it is now. */

import type { OrderBookSide } from '../../../data/state/order-book.ts';

/** What is taken: so many base coins, or as many as so much quote buys. */
export type Taken = { readonly units: bigint } | { readonly value: bigint };

/** What the book gives of it. */
export interface FillEstimate {
  /** In units of the smallest quantity; 0n = nothing can be taken. */
  readonly units: bigint;
  /** What it costs, or brings, in ticks times units. */
  readonly value: bigint;
  /** Average price in ticks, to the nearest; 0n for nothing. */
  readonly averageTick: bigint;
  /** Price of the last level that is taken, ticks. */
  readonly worstTick: number;
  /** Whether the levels that are known give all of it. */
  readonly complete: boolean;
}

/**
 * Takes levels from the best on. A `value` is in ticks times units.
 * @param limit the worst price that is paid, ticks; null = any
 * @param asks whether `side` is the ask side
 */
export function estimateFill(
  side: OrderBookSide,
  taken: Taken,
  limit: number | null,
  asks: boolean,
): FillEstimate {
  let units = 0n;
  let value = 0n;
  let worstTick = 0;
  for (let index = 0; index < side.size; index += 1) {
    const level = side.at(index)!;
    const tick = BigInt(level.tick);
    if (limit !== null && (asks ? level.tick > limit : level.tick < limit)) break;
    const left = 'units' in taken ? taken.units - units : (taken.value - value) / tick;
    if (left <= 0n) break;
    const part = left < level.units ? left : level.units;
    units += part;
    value += part * tick;
    worstTick = level.tick;
  }
  const complete =
    'units' in taken
      ? units === taken.units
      : taken.value - value < BigInt(worstTick || (side.at(0)?.tick ?? 0));
  const averageTick = units === 0n ? 0n : (value * 2n + units) / (units * 2n);
  return { units, value, averageTick, worstTick, complete };
}
