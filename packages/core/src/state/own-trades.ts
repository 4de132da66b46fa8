/** Trades within one root owner: they are told, and count in no price and no statistic. */
import { ownerOf, SystemAccount } from '@halcyon/domain';
import { isOwn, type Taker } from '../matching/book.ts';
import {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import { Rules } from '../rules.ts';
import type { State } from './state.ts';

/** Whether such trades are marked. A ghost's user stands for an owner in the market that is followed. */
export function marksOwn(state: State): boolean {
  return state.rules >= Rules.impactSizes;
}

/** Whether a trade of two accounts is one within an owner. */
export function isOwnTrade(state: State, account: number, other: number): boolean {
  return marksOwn(state) && isOwn(state.users.own(account), ownerOf(other));
}

/** Whether a taker of a contract and the order in the book that it meets are of one owner: a batch of copy trading is its trader's. */
export function isOwnFill(state: State, taker: Taker, slot: number): boolean {
  const { orders, copies, users } = state;
  const account = orders.i32[(slot << ORDER_WORD_SHIFT) | OrderWord.account]!;
  if (!copies.active) return isOwn(taker, account >>> 3);
  const { copying } = SystemAccount;
  const id = orders.f64[(slot << ORDER_LANE_SHIFT) | OrderLane.id]!;
  const maker = account === copying ? copies.batch(id)!.trader : account >>> 3;
  if (taker.account !== copying) return isOwn(taker, maker);
  const user = copies.batch(taker.order)?.trader ?? copies.taking;
  return isOwn({ user, family: users.family(user) }, maker);
}
