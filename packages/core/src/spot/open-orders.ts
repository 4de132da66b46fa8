/** The resting orders that seats keep, and the counts that limits are checked against. */
import { assert, EVERY_INSTRUMENT } from '@halcyon/domain';
import { ORDER_LANES, type ORDER_WORD_SHIFT, type OrderWord } from '../matching/order-record.ts';
import type { Seats } from '../state/seats.ts';
import type { State } from '../state/state.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const CELL: typeof OrderWord.cell = 14;
const NIL: number = -1;

/** Gives the order in `slot` to its seat. */
export function linkToSeat(state: State, slot: number): void {
  const { i32 } = state.orders;
  const word = slot << WORD_SHIFT;
  i32[word | CELL] = state.seats.keep(i32[word | SEAT]!, slot);
  state.users.countResting(i32[word | ACCOUNT]! >>> 3, 1);
}

/** Takes the order in `slot` from its seat. */
export function unlinkFromSeat(state: State, slot: number): void {
  const { i32 } = state.orders;
  const word = slot << WORD_SHIFT;
  state.seats.release(i32[word | SEAT]!, i32[word | CELL]!, slot);
  state.users.countResting(i32[word | ACCOUNT]! >>> 3, -1);
}

/** Ids of an account's open orders, oldest first; `instrument` -1 = in all instruments. */
export function openOrderIds(state: State, account: number, instrument: number): number[] {
  const { orders, seats } = state;
  const ids: number[] = [];
  for (const seat of seatsIn(seats, account, instrument)) {
    for (const slot of seats.orders(seat)) ids.push(orders.f64[slot * ORDER_LANES]!);
  }
  assert(ids.length === 0 || account >= 0, 'INV-05: orders that belong to nobody');
  return ids.sort((a, b) => a - b);
}

/** The seats of an account, or that of one instrument. */
function seatsIn(seats: Seats, account: number, instrument: number): Iterable<number> {
  if (instrument === EVERY_INSTRUMENT) return seats.of(account);
  const seat = seats.find(account, instrument);
  return seat === NIL ? [] : [seat];
}
