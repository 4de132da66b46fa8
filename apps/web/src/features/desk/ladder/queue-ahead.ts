/**
 * How much stands ahead of own orders at their prices, at most. No stream tells a place in a queue, but all that
 * was there when an order was first seen is the most that can be ahead of it; trades at its price take from the
 * front, and it is never more than all others at the price.
 */

import type { SideName } from '../order-form/draft.ts';

/** An own order in whole numbers. */
export interface QueuedOrder {
  readonly id: string;
  readonly side: SideName;
  readonly tick: number;
  /** Units that are still to be filled. */
  readonly units: bigint;
}

interface Place {
  readonly side: SideName;
  readonly tick: number;
  ahead: bigint;
}

/** Units at a price of a side; 0 where there are none. */
export type UnitsAt = (side: SideName, tick: number) => bigint;

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** See the head of the file. */
export class QueueAhead {
  private places = new Map<string, Place>();
  private own: readonly QueuedOrder[] = [];

  /** Own orders as they are now, oldest first; one at another price is at the end of that. */
  follow(orders: readonly QueuedOrder[], unitsAt: UnitsAt): void {
    const before = this.places;
    this.own = orders;
    this.places = new Map(
      orders.map(({ id, side, tick }) => {
        const known = before.get(id);
        if (known?.tick === tick && known.side === side) return [id, known];
        return [id, { side, tick, ahead: this.others(side, tick, unitsAt) }];
      }),
    );
  }

  /** A trade: it took the front of the queue at its price. @param taker the side that took */
  traded(taker: SideName, tick: number, units: bigint): void {
    for (const place of this.places.values()) {
      if (place.tick !== tick || place.side === taker) continue;
      place.ahead = place.ahead > units ? place.ahead - units : 0n;
    }
  }

  /** What is ahead of an order, at most; null of one that is not followed. */
  aheadOf(id: string, unitsAt: UnitsAt): bigint | null {
    const place = this.places.get(id);
    if (place === undefined) return null;
    place.ahead = least(place.ahead, this.others(place.side, place.tick, unitsAt));
    return place.ahead;
  }

  /** What others have at a price. */
  private others(side: SideName, tick: number, unitsAt: UnitsAt): bigint {
    const own = this.own.filter((order) => order.side === side && order.tick === tick);
    const rest = unitsAt(side, tick) - own.reduce((sum, { units }) => sum + units, 0n);
    return rest > 0n ? rest : 0n;
  }
}
