/** One side of a book that is known by its levels alone, with supposed orders in each. */
import { Side } from '@halcyon/domain';

/** A supposed order. */
export interface SupposedOrder {
  readonly order: number;
  /** Lots left, > 0. */
  left: number;
}

/** Levels in order of price, each a queue of orders whose lots add up to what the feed says. */
export class LevelQueues {
  private readonly side: Side;
  private readonly queues = new Map<number, SupposedOrder[]>();
  /** Prices with a queue, the best last. */
  private readonly prices: number[] = [];

  constructor(side: Side) {
    this.side = side;
  }

  /** Best price, ticks; 0 = the side is empty. */
  get best(): number {
    return this.prices.at(-1) ?? 0;
  }

  /** Every price with orders, worst first. */
  levels(): readonly number[] {
    return this.prices;
  }

  /** Orders at a price, first in the queue first. */
  at(price: number): readonly SupposedOrder[] {
    return this.queues.get(price) ?? [];
  }

  /** Lots at a price. */
  total(price: number): number {
    let total = 0;
    for (const { left } of this.at(price)) total += left;
    return total;
  }

  /** An order joins the end of its queue. */
  join(price: number, order: number, left: number): void {
    const queue = this.queues.get(price);
    if (queue !== undefined) {
      queue.push({ order, left });
      return;
    }
    this.queues.set(price, [{ order, left }]);
    this.prices.splice(this.placeOf(price), 0, price);
  }

  /** The order at `index` of a queue leaves it. */
  leave(price: number, index: number): SupposedOrder {
    const queue = this.queues.get(price) ?? [];
    const [gone] = queue.splice(index, 1);
    if (gone === undefined) throw new RangeError(`no order ${index} at price ${price}`);
    if (queue.length === 0) {
      this.queues.delete(price);
      this.prices.splice(this.placeOf(price), 1);
    }
    return gone;
  }

  /** Whether `a` is a better price than `b` here. */
  isBetter(a: number, b: number): boolean {
    return this.side === Side.buy ? a > b : a < b;
  }

  /** Where a price stands or would stand among the others. */
  private placeOf(price: number): number {
    let low = 0;
    let high = this.prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBetter(price, this.prices[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
