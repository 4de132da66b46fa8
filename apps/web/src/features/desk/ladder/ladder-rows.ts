/** What a ladder's rows show: prices in equal steps, with what is offered, own orders and what was traded at each. */

import type { OrderBook, OrderBookSide } from '../../../data/state/order-book.ts';
import type { SideName } from '../order-form/draft.ts';

/** The prices in sight: `count` rows of `group` ticks, the dearest first. */
export interface Sight {
  /** Price of the first row, in groups. */
  readonly top: number;
  readonly count: number;
  /** Ticks of a row. */
  readonly group: number;
}

/** Units by row: rows without any are missing. */
export type UnitsByRow = ReadonlyMap<number, bigint>;

/** Price of a row, in groups; a bid is worth its row from below, an ask from above. */
export function groupOf(tick: number, group: number, side: SideName): number {
  return side === 'buy' ? Math.floor(tick / group) : Math.ceil(tick / group);
}

/** The row of a tick; it may be out of sight. */
export function rowOf(tick: number, { top, group }: Sight, side: SideName): number {
  return top - groupOf(tick, group, side);
}

/** The tick of a row. */
export function tickOf(row: number, { top, group }: Sight): number {
  return (top - row) * group;
}

/** Rows with a tick in the middle. */
export function centredOn(tick: number, count: number, group: number): Sight {
  const middle = Math.round(tick / group);
  // No price is below one step.
  return { top: Math.max(count, middle + Math.floor(count / 2)), count, group };
}

/** The middle of the best prices, or the one there is; null in an empty book. */
export function middleTick({ bids, asks }: OrderBook): number | null {
  const [bid, ask] = [bids.at(0)?.tick, asks.at(0)?.tick];
  if (bid === undefined || ask === undefined) return bid ?? ask ?? null;
  return Math.floor((bid + ask) / 2);
}

/** Whether neither best price is in sight. */
export function isLost(sight: Sight, { bids, asks }: OrderBook): boolean {
  const seen = (tick: number | undefined, side: SideName) => {
    if (tick === undefined) return false;
    const row = rowOf(tick, sight, side);
    return row >= 0 && row < sight.count;
  };
  return !seen(bids.at(0)?.tick, 'buy') && !seen(asks.at(0)?.tick, 'sell');
}

/** What a side offers in sight. */
export function offered(levels: OrderBookSide, side: SideName, sight: Sight): UnitsByRow {
  const rows = new Map<number, bigint>();
  for (let index = 0; index < levels.size; index += 1) {
    const level = levels.at(index)!;
    const row = rowOf(level.tick, sight, side);
    // Best prices come first: what is beyond the far end ends the side.
    if (side === 'buy' ? row >= sight.count : row < 0) break;
    if (row < 0 || row >= sight.count) continue;
    rows.set(row, (rows.get(row) ?? 0n) + level.units);
  }
  return rows;
}

/** What was traded at ticks, by row of a price from below. */
export function tradedBy(ticks: ReadonlyMap<number, bigint>, sight: Sight): UnitsByRow {
  const rows = new Map<number, bigint>();
  for (const [tick, units] of ticks) {
    const row = rowOf(tick, sight, 'buy');
    if (row >= 0 && row < sight.count) rows.set(row, (rows.get(row) ?? 0n) + units);
  }
  return rows;
}

/** The greatest of some units; 1 where there are none. */
export function greatest(...all: readonly UnitsByRow[]): bigint {
  let most = 1n;
  for (const rows of all) for (const units of rows.values()) if (units > most) most = units;
  return most;
}
