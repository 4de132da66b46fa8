/** Finding the order that a command names. */
import { ownerOf, Reject, type SelfTrade } from '@halcyon/domain';
import {
  ORDER_LANES,
  type ORDER_WORDS,
  type OrderFlag,
  type OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const WORDS: typeof ORDER_WORDS = 16;
const ACCOUNT: typeof OrderWord.account = 8;
const SELF_TRADE_SHIFT: typeof OrderFlag.selfTradeShift = 3;
const NIL: number = -1;

/** The self-trade mode stored in an order's flags. */
export function selfTradeOf(flags: number): SelfTrade {
  return ((flags >>> SELF_TRADE_SHIFT) & 3) as SelfTrade;
}

/** The slot of an order that belongs to `account`, or NONE with the refusal set. */
export function ownSlot(
  state: State,
  out: CommandOutcome,
  account: number,
  order: number,
  clientId: string,
): number {
  const id = order !== 0 ? order : clientOrder(state, account, clientId);
  const slot = id === 0 ? NIL : state.orders.find(id);
  const owned = slot !== NIL && state.orders.i32[slot * WORDS + ACCOUNT] === account;
  if (owned) return slot;
  out.refuse(Reject.orderNotFound, 0, id);
  return NIL;
}

/** The same for an order that is to be changed: a child is its parent's to change. */
export function changeableSlot(
  state: State,
  out: CommandOutcome,
  account: number,
  order: number,
  clientId: string,
): number {
  const slot = ownSlot(state, out, account, order, clientId);
  if (slot === NIL || state.parents.orders.size === 0) return slot;
  const parent = state.parents.ofChild(state.orders.f64[slot * ORDER_LANES]!);
  if (parent === 0) return slot;
  out.refuse(Reject.childOfParent, 0, parent);
  return NIL;
}

/** The order that holds a client id, 0 = none. */
function clientOrder(state: State, account: number, clientId: string): number {
  const ended = state.users.endedCount(ownerOf(account));
  return state.clientIds.holder(account, clientId, state.time, ended);
}
