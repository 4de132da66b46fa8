/** Resting orders as plain values, for snapshots and for readers that start from the core's state. */
import { Side } from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { State } from '../state/state.ts';

/** A resting order without its links; `flags` as OrderFlag says. */
export interface RestingOrder {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly price: number;
  readonly remaining: number;
  readonly quantity: number;
  readonly flags: number;
}

/** All resting orders: by instrument, bids then asks, best price first, oldest in the queue first. */
export function* restingOrders(state: State): Generator<RestingOrder> {
  for (const market of state.markets) {
    for (const side of [Side.buy, Side.sell]) {
      for (const slot of market.book.queue(side)) {
        yield readOrder(state, slot, market.instrument.id);
      }
    }
  }
}

function readOrder(state: State, slot: number, instrument: number): RestingOrder {
  const { f64, i32 } = state.orders;
  const lane = slot * ORDER_LANES;
  const word = slot * ORDER_WORDS;
  return {
    id: f64[lane + OrderLane.id]!,
    account: i32[word + OrderWord.account]!,
    instrument,
    price: f64[lane + OrderLane.price]!,
    remaining: f64[lane + OrderLane.remaining]!,
    quantity: f64[lane + OrderLane.quantity]!,
    flags: i32[word + OrderWord.flags]! & OrderFlag.terms,
  };
}

/** Puts an order at the end of its queue; returns its slot. The user's list is the caller's. */
export function addRestingOrder(state: State, order: RestingOrder): number {
  const market = state.markets[order.instrument]!;
  const slot = state.orders.add(order.id);
  const { f64, i32 } = state.orders;
  const lane = slot * ORDER_LANES;
  const word = slot * ORDER_WORDS;
  f64[lane + OrderLane.price] = order.price;
  f64[lane + OrderLane.remaining] = order.remaining;
  f64[lane + OrderLane.quantity] = order.quantity;
  i32[word + OrderWord.account] = order.account;
  const seat = state.seat(order.account, market.instrument);
  const side = (order.flags & OrderFlag.side) as Side;
  i32[word + OrderWord.seat] = seat;
  i32[word + OrderWord.balance] =
    side === Side.buy ? state.seats.quote(seat) : state.seats.base(seat);
  i32[word + OrderWord.flags] = order.flags | (order.instrument << OrderFlag.instrumentShift);
  market.book.rest(slot);
  return slot;
}
