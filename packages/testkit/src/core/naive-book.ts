/**
 * The simplest order book that can be right: two plain arrays of order objects, best first, searched
 * from the front. It is the oracle for the fast one and shares no code with it.
 */
import { type AttachedPrices, type SelfTrade, Side } from '@halcyon/domain';

/** A resting order. */
export interface NaiveOrder {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly timeInForce: number;
  readonly selfTrade: SelfTrade;
  readonly clientId: string;
  readonly attached: AttachedPrices | null;
  /** Bits of its options. */
  readonly options?: number;
  /** The stop of an OCO, 0 = none. */
  ocoPlan: number;
  price: number;
  quantity: number;
  remaining: number;
}

/** One market's resting orders, each side in priority order. */
export class NaiveBook {
  readonly sides: [NaiveOrder[], NaiveOrder[]] = [[], []];

  /** The orders that a taker of `side` meets, best first. */
  against(side: Side): NaiveOrder[] {
    return this.sides[side === Side.buy ? Side.sell : Side.buy];
  }

  /** Best price of a side, 0 = empty. */
  best(side: Side): number {
    return this.sides[side][0]?.price ?? 0;
  }

  /** Behind every order at the same or a better price. */
  add(order: NaiveOrder): void {
    const list = this.sides[order.side];
    const better = (a: number, b: number): boolean => (order.side === Side.buy ? a > b : a < b);
    let at = list.findIndex((other) => better(order.price, other.price));
    if (at === -1) at = list.length;
    list.splice(at, 0, order);
  }

  remove(order: NaiveOrder): void {
    const list = this.sides[order.side];
    list.splice(list.indexOf(order), 1);
  }

  /** Total lots and number of orders at a price. */
  level(side: Side, price: number): { readonly total: number; readonly orders: number } {
    let total = 0;
    let orders = 0;
    for (const order of this.sides[side]) {
      if (order.price !== price) continue;
      total += order.remaining;
      orders += 1;
    }
    return { total, orders };
  }

  /** Whether an order at `price` would meet the other side. */
  crosses(side: Side, price: number): boolean {
    const first = this.against(side)[0];
    if (first === undefined) return false;
    return side === Side.buy ? price >= first.price : price <= first.price;
  }
}
