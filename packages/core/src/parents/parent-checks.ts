/** What a parent order must satisfy when it is placed, amended or resumed. */
import {
  ICEBERG_PARTS_MAX,
  OrderType,
  ownerOf,
  PARENTS_PER_USER,
  ParentKind,
  Reject,
  SCALED_ORDERS_MAX,
  SCALED_ORDERS_MIN,
  TimeInForce,
  UserMode,
  wireId,
} from '@halcyon/domain';
import { checkNotClosed } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import {
  checkAccount,
  checkClientId,
  checkLimitSize,
  checkOrder,
  isOnStep,
  unitsNeeded,
} from '../spot/order-checks.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { ParentOrder } from './parent.ts';
import { type NextChild, roundOf } from './parent-kinds.ts';

/** The order that a child is. */
export function orderOfChild(parent: ParentOrder, { price, lots }: NextChild): OrderRequest {
  return {
    ...NO_ATTACHED,
    account: parent.account,
    instrument: parent.instrument,
    side: parent.side,
    type: OrderType.limit,
    timeInForce: parent.postOnly ? TimeInForce.postOnly : TimeInForce.gtc,
    selfTrade: parent.selfTrade,
    price,
    quantity: lots,
    quoteAmount: 0,
    clientId: `${wireId(parent.id)}#${parent.placed + 1}`,
  };
}

/** Account, client id, count. */
export function checkParentPlace(
  state: State,
  out: CommandOutcome,
  { account, clientId }: Pick<ParentOrder, 'account' | 'clientId'>,
): boolean {
  if (!checkAccount(state, out, account) || !checkMayWork(state, out, account)) return false;
  if (!checkClientId(state, out, account, clientId)) return false;
  const count = state.parents.countOf(ownerOf(account)) + 1;
  return count <= PARENTS_PER_USER || out.refuse(Reject.parentsUser, PARENTS_PER_USER, count);
}

/** Whether orders of an account may go on by themselves: not while it is frozen or closed. */
export function checkMayWork(state: State, out: CommandOutcome, account: number): boolean {
  if (!checkNotClosed(state, out, account)) return false;
  const mode = state.users.mode(ownerOf(account));
  return mode === UserMode.open || out.refuse(Reject.takesNoDeposits, mode, account);
}

/** The terms by themselves: sizes and prices as any order's, and how many parts. */
export function checkTerms(market: Market, out: CommandOutcome, parent: ParentOrder): boolean {
  const { side, price, farPrice, quantity, visible } = parent;
  const { quantityStep, priceStep } = market.instrument;
  if (!checkLimitSize(market, out, side, price, quantity)) return false;
  if (!isOnStep(out, Reject.priceStep, priceStep, price)) return false;
  if (!isOnStep(out, Reject.quantityStep, quantityStep, quantity)) return false;
  if (!checkParts(out, parent)) return false;
  if (parent.parentKind === ParentKind.iceberg) {
    return isOnStep(out, Reject.quantityStep, quantityStep, visible);
  }
  const least = parent.slices * Math.max(market.instrument.quantityMin, quantityStep);
  if (quantity < least) return out.refuse(Reject.quantityTooSmall, least, quantity);
  if (!checkLimitSize(market, out, side, farPrice, quantity)) return false;
  return isOnStep(out, Reject.priceStep, priceStep, farPrice);
}

function checkParts(out: CommandOutcome, parent: ParentOrder): boolean {
  const { parentKind, slices, visible, quantity } = parent;
  if (parentKind === ParentKind.scaled) {
    const whole = Number.isSafeInteger(slices) && slices >= SCALED_ORDERS_MIN;
    if (!whole) return out.refuse(Reject.parentParts, SCALED_ORDERS_MIN, slices);
    return slices <= SCALED_ORDERS_MAX || out.refuse(Reject.parentParts, SCALED_ORDERS_MAX, slices);
  }
  if (!Number.isSafeInteger(visible) || visible < 1) {
    return out.refuse(Reject.quantityTooSmall, 1, visible);
  }
  if (visible >= quantity) return out.refuse(Reject.quantityTooLarge, quantity - 1, visible);
  const parts = Math.ceil(quantity / visible);
  return parts <= ICEBERG_PARTS_MAX || out.refuse(Reject.parentParts, ICEBERG_PARTS_MAX, parts);
}

/**
 * Whether all children that a parent would place now would be taken, one beside the other.
 * @param paid whether their money is looked at
 */
export function checkRound(
  state: State,
  market: Market,
  out: CommandOutcome,
  parent: ParentOrder,
  paid: boolean,
): boolean {
  const seat = state.seat(parent.account, market.instrument);
  let units = 0;
  let count = 0;
  for (const next of roundOf(parent, market)) {
    const request = { ...orderOfChild(parent, next), clientId: '' };
    if (!checkOrder(state, market, out, request, seat, 0, false)) return false;
    units += unitsNeeded(state, market, request);
    count += 1;
  }
  const { openOrdersMax } = market.instrument;
  const here = state.seats.restingCount(seat) + count;
  if (here > openOrdersMax) return out.refuse(Reject.openOrdersInstrument, openOrdersMax, here);
  if (!paid) return true;
  const balance = state.users.lastBalance(ownerOf(parent.account), parent.side);
  const available = state.ledger.availableApprox(balance);
  return available >= units || out.refuse(Reject.insufficientBalance, available, units);
}
