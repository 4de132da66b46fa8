/** What a parent order must satisfy when it is placed, amended or resumed. */
import {
  childClientId,
  ICEBERG_PARTS_MAX,
  mostParts,
  OrderType,
  ownerOf,
  PARENTS_PER_USER,
  ParentKind,
  Reject,
  SCALED_ORDERS_MAX,
  SCALED_ORDERS_MIN,
  TimeInForce,
  TWAP_MS_MAX,
  TWAP_MS_MIN,
  TWAP_SLICES_MIN,
  TWAP_SLIPPAGE_PPM_MAX,
  UserMode,
} from '@halcyon/domain';
import { checkNotClosed } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import {
  checkAccount,
  checkClientId,
  checkLimitSize,
  checkOrder,
  checkState,
  isOnStep,
  unitsNeeded,
} from '../spot/order-checks.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { ParentOrder } from './parent.ts';
import { forceOf, type NextChild, type Place, roundOf } from './parent-kinds.ts';
import { lotsOf, sliceAt } from './twap.ts';

/** The order that a child is. */
export function orderOfChild(parent: ParentOrder, { price, lots }: NextChild): OrderRequest {
  return {
    ...NO_ATTACHED,
    account: parent.account,
    instrument: parent.instrument,
    side: parent.side,
    type: OrderType.limit,
    timeInForce: forceOf(parent),
    selfTrade: parent.selfTrade,
    price,
    quantity: lots,
    quoteAmount: 0,
    clientId: childClientId(parent.id, parent.placed + 1),
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

/**
 * The terms by themselves: sizes and prices as any order's, and how many parts.
 * @param left lots that have not traded @param time Unix ms
 */
export function checkTerms(
  market: Market,
  out: CommandOutcome,
  parent: ParentOrder,
  left: number,
  time: number,
): boolean {
  const { side, price, farPrice, quantity, visible, parentKind } = parent;
  const { quantityStep, priceStep } = market.instrument;
  if (parentKind === ParentKind.twap) return checkTwap(market, out, parent, left, time);
  if (!checkLimitSize(market, out, side, price, quantity)) return false;
  if (!isOnStep(out, Reject.priceStep, priceStep, price)) return false;
  if (!isOnStep(out, Reject.quantityStep, quantityStep, quantity)) return false;
  if (parentKind === ParentKind.chase) return checkForeign(out, parent);
  if (!checkParts(out, parent)) return false;
  if (parentKind === ParentKind.iceberg) {
    return isOnStep(out, Reject.quantityStep, quantityStep, visible);
  }
  const least = parent.slices * Math.max(market.instrument.quantityMin, quantityStep);
  if (quantity < least) return out.refuse(Reject.quantityTooSmall, least, quantity);
  if (!checkLimitSize(market, out, side, farPrice, quantity)) return false;
  return isOnStep(out, Reject.priceStep, priceStep, farPrice);
}

/** The terms of a TWAP order; each of its slices that are left must be an order that would be taken. */
function checkTwap(
  market: Market,
  out: CommandOutcome,
  parent: ParentOrder,
  left: number,
  time: number,
): boolean {
  const { side, price, quantity, slices, twap } = parent;
  const { quantityStep, quantityMin, priceStep } = market.instrument;
  if (!checkForeign(out, parent) || !checkSchedule(out, parent)) return false;
  if (!isOnStep(out, Reject.priceStep, priceStep, price)) return false;
  if (!Number.isSafeInteger(quantity)) return out.refuse(Reject.quantityTooSmall, 1, quantity);
  if (!isOnStep(out, Reject.quantityStep, quantityStep, quantity)) return false;
  const count = slices - Math.max(twap!.slice, sliceAt(parent, time));
  if (count < 1) return out.refuse(Reject.parentParts, 0, slices);
  const least = count * Math.max(quantityMin, quantityStep);
  if (left < least) return out.refuse(Reject.quantityTooSmall, least, left);
  const worth = price || market.lastPrice;
  if (worth === 0) return out.refuse(Reject.noLiquidity, 0, 0);
  const smallest = lotsOf(left, 1, count, quantityStep);
  // The last slice has what the others left over.
  const largest = left - lotsOf(left, count - 1, count, quantityStep);
  return (
    checkLimitSize(market, out, side, worth, smallest) &&
    checkLimitSize(market, out, side, worth, largest)
  );
}

function checkSchedule(out: CommandOutcome, parent: ParentOrder): boolean {
  const { slices, duration = 0, slippage = 0 } = parent;
  if (!Number.isSafeInteger(slices) || slices < TWAP_SLICES_MIN) {
    return out.refuse(Reject.parentParts, TWAP_SLICES_MIN, slices);
  }
  if (!Number.isSafeInteger(duration) || duration < TWAP_MS_MIN) {
    return out.refuse(Reject.parameterRange, TWAP_MS_MIN, duration);
  }
  if (duration > TWAP_MS_MAX) return out.refuse(Reject.parameterRange, TWAP_MS_MAX, duration);
  const most = mostParts(duration);
  if (slices > most) return out.refuse(Reject.parentParts, most, slices);
  const known = Number.isSafeInteger(slippage) && slippage >= 0;
  if (known && slippage <= TWAP_SLIPPAGE_PPM_MAX) return true;
  return out.refuse(Reject.parameterRange, TWAP_SLIPPAGE_PPM_MAX, slippage);
}

/** Terms that its kind does not have. */
function checkForeign(out: CommandOutcome, parent: ParentOrder): boolean {
  const { parentKind, farPrice, visible, slices, duration = 0, slippage = 0, postOnly } = parent;
  const isTwap = parentKind === ParentKind.twap;
  if (postOnly === isTwap) return out.refuse(Reject.parameterRange, parentKind, Number(postOnly));
  const foreign = [farPrice, visible, ...(isTwap ? [] : [slices, duration, slippage])];
  const found = foreign.find((value) => value !== 0);
  return found === undefined || out.refuse(Reject.parameterRange, parentKind, found);
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
  place: Place,
  out: CommandOutcome,
  parent: ParentOrder,
  paid: boolean,
): boolean {
  const { market } = place;
  const seat = state.seat(parent.account, market.instrument);
  let units = 0;
  let count = 0;
  for (const next of roundOf(parent, place)) {
    const request = { ...orderOfChild(parent, next), clientId: '' };
    if (!checkOrder(state, market, out, request, seat, 0, false)) return false;
    units += unitsNeeded(state, market, request);
    count += 1;
  }
  const force = forceOf(parent);
  if (count === 0) return checkState(market, out, force === TimeInForce.postOnly);
  if (force === TimeInForce.ioc) return !paid || checkPaid(state, out, parent, units);
  const { openOrdersMax } = market.instrument;
  const here = state.seats.restingCount(seat) + count;
  if (here > openOrdersMax) return out.refuse(Reject.openOrdersInstrument, openOrdersMax, here);
  return !paid || checkPaid(state, out, parent, units);
}

function checkPaid(
  state: State,
  out: CommandOutcome,
  { account, side }: ParentOrder,
  units: number,
): boolean {
  const balance = state.users.lastBalance(ownerOf(account), side);
  const available = state.ledger.availableApprox(balance);
  return available >= units || out.refuse(Reject.insufficientBalance, available, units);
}
