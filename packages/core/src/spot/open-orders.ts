/** The list of a user's resting orders, and the counts that limits are checked against. */
import { ownerOf } from '@halcyon/domain';
import { NONE, ORDER_LANES, ORDER_WORDS, OrderWord } from '../matching/order-pool.ts';
import type { State } from '../state/state.ts';

/** Appends the order in `slot` to its user's list. */
export function linkToUser(state: State, slot: number): void {
  const { i32 } = state.orders;
  const word = slot * ORDER_WORDS;
  const account = i32[word + OrderWord.account]!;
  const user = ownerOf(account);
  const tail = state.userOrderTail[user]!;
  i32[word + OrderWord.userPrevious] = tail;
  i32[word + OrderWord.userNext] = NONE;
  if (tail === NONE) state.userOrderHead[user] = slot;
  else i32[tail * ORDER_WORDS + OrderWord.userNext] = slot;
  state.userOrderTail[user] = slot;
  state.userOrderCount[user] = state.userOrderCount[user]! + 1;
  const counter = state.openOrdersSlot(account, i32[word + OrderWord.instrument]!);
  state.openOrderCounts[counter] = state.openOrderCounts[counter]! + 1;
}

/** Takes the order in `slot` off its user's list. */
export function unlinkFromUser(state: State, slot: number): void {
  const { i32 } = state.orders;
  const word = slot * ORDER_WORDS;
  const account = i32[word + OrderWord.account]!;
  const user = ownerOf(account);
  const next = i32[word + OrderWord.userNext]!;
  const previous = i32[word + OrderWord.userPrevious]!;
  if (previous === NONE) state.userOrderHead[user] = next;
  else i32[previous * ORDER_WORDS + OrderWord.userNext] = next;
  if (next === NONE) state.userOrderTail[user] = previous;
  else i32[next * ORDER_WORDS + OrderWord.userPrevious] = previous;
  state.userOrderCount[user] = state.userOrderCount[user]! - 1;
  const counter = state.openOrdersSlot(account, i32[word + OrderWord.instrument]!);
  state.openOrderCounts[counter] = state.openOrderCounts[counter]! - 1;
}

/** Ids of an account's open orders, oldest first; `instrument` -1 = in all instruments. */
export function openOrderIds(state: State, account: number, instrument: number): number[] {
  const { i32, f64 } = state.orders;
  const ids: number[] = [];
  let slot = state.userOrderHead[ownerOf(account)]!;
  while (slot !== NONE) {
    const word = slot * ORDER_WORDS;
    const matches = instrument === -1 || i32[word + OrderWord.instrument] === instrument;
    if (matches && i32[word + OrderWord.account] === account) ids.push(f64[slot * ORDER_LANES]!);
    slot = i32[word + OrderWord.userNext]!;
  }
  return ids.sort((a, b) => a - b);
}
