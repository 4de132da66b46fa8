/**
 * Parent orders of spot as the web app shows them: those that are open are a list of `GET /orders/open`, those that
 * ended are `GET /orders/parents`, one of either is `GET /orders/parent?order=`, and its orders are
 * `GET /orders/children?parent=`. Amounts, prices and ids are text, times Unix ms.
 */
import type { ParentForce, ParentWord } from '../order-kinds.ts';
import type { OrderStateName } from './order-detail.ts';
import type { OrderHistoryRow } from './orders.ts';

/** How a parent order ended: with all of its size traded, or with something left. */
export const PARENT_ENDS = ['filled', 'cancelled'] as const;
export type ParentEndName = (typeof PARENT_ENDS)[number];

/** One parent order. */
export interface ParentOrderRow {
  readonly id: string;
  /** Its name by its owner; '' = none. */
  readonly clientId: string;
  readonly symbol: string;
  readonly kind: ParentWord;
  readonly side: 'buy' | 'sell';
  /** Time in force of its orders. */
  readonly force: ParentForce;
  /** Base amount of all of it. */
  readonly size: string;
  /** Limit price, of a scaled order that of its first order; '' = none, which only TWAP may have. */
  readonly price: string;
  /** Scaled: limit price of the last order; else ''. */
  readonly endPrice: string;
  /** Scaled: how many orders; TWAP: how many slices; else 0. */
  readonly count: number;
  /** Iceberg: base amount that is shown at a time; else ''. */
  readonly displaySize: string;
  /** TWAP: seconds that it works, from when it was placed; else 0. */
  readonly duration: number;
  /** TWAP: percent that a slice may trade beyond the best price; '' = none was given. */
  readonly slippage: string;
  readonly status: 'working' | 'paused' | ParentEndName;
  /** Paused: name of the error that paused it; '' = its owner did, or it is not paused. */
  readonly reason: string;
  /** Code of that error; '' = none. */
  readonly errorCode: string;
  /** Base amount that its orders traded, those in the book included. */
  readonly filledBase: string;
  /** Average price of that; '' = nothing was traded. */
  readonly average: string;
  /** Its orders in the book. */
  readonly openOrders: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One order of a parent, open or ended. */
export interface ChildOrderRow extends Omit<OrderHistoryRow, 'status' | 'endedAt'> {
  readonly status: OrderStateName;
  readonly updatedAt: number;
}
