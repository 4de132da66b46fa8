/** The lists of resting orders that seats keep, and the counts that limits are checked against. */
import { assert } from '@halcyon/domain';
import { ORDER_LANES, type ORDER_WORDS, type OrderWord } from '../matching/order-pool.ts';
import type { SEAT_WORDS, SeatWord } from '../state/seats.ts';
import type { State } from '../state/state.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const WORDS: typeof ORDER_WORDS = 16;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const NEXT: typeof OrderWord.seatNext = 14;
const PREVIOUS: typeof OrderWord.seatPrevious = 15;
const S_WORDS: typeof SEAT_WORDS = 8;
const COUNT: typeof SeatWord.count = 4;
const HEAD: typeof SeatWord.head = 5;
const TAIL: typeof SeatWord.tail = 6;
const NIL: number = -1;

/** Appends the order in `slot` to its seat's list. */
export function linkToSeat(state: State, slot: number): void {
  const orders = state.orders.i32;
  const seats = state.seats.i32;
  const word = slot * WORDS;
  const seat = orders[word + SEAT]! * S_WORDS;
  const tail = seats[seat + TAIL]!;
  orders[word + PREVIOUS] = tail;
  orders[word + NEXT] = NIL;
  if (tail === NIL) seats[seat + HEAD] = slot;
  else orders[tail * WORDS + NEXT] = slot;
  seats[seat + TAIL] = slot;
  seats[seat + COUNT] = seats[seat + COUNT]! + 1;
  state.users.countResting(orders[word + ACCOUNT]! >>> 3, 1);
}

/** Takes the order in `slot` off its seat's list. */
export function unlinkFromSeat(state: State, slot: number): void {
  const orders = state.orders.i32;
  const seats = state.seats.i32;
  const word = slot * WORDS;
  const seat = orders[word + SEAT]! * S_WORDS;
  const next = orders[word + NEXT]!;
  const previous = orders[word + PREVIOUS]!;
  if (previous === NIL) seats[seat + HEAD] = next;
  else orders[previous * WORDS + NEXT] = next;
  if (next === NIL) seats[seat + TAIL] = previous;
  else orders[next * WORDS + PREVIOUS] = previous;
  const count = seats[seat + COUNT]! - 1;
  assert(count >= 0, 'a seat has less than no orders');
  seats[seat + COUNT] = count;
  state.users.countResting(orders[word + ACCOUNT]! >>> 3, -1);
}

/** Ids of an account's open orders, oldest first; `instrument` -1 = in all instruments. */
export function openOrderIds(state: State, account: number, instrument: number): number[] {
  const { i32, f64 } = state.orders;
  const ids: number[] = [];
  for (const { instrument: listed } of state.markets) {
    if (instrument !== -1 && listed.id !== instrument) continue;
    const seat = state.seats.find(account, listed.id);
    let slot = seat === NIL ? NIL : state.seats.i32[seat * S_WORDS + HEAD]!;
    while (slot !== NIL) {
      ids.push(f64[slot * ORDER_LANES]!);
      slot = i32[slot * WORDS + NEXT]!;
    }
  }
  return ids.sort((a, b) => a - b);
}
