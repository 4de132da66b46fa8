/** What a plan order must satisfy when it is placed; the band and the money are checked when it fires. */
import {
  type AttachedPrices,
  assert,
  CALLBACK_PPM_MAX,
  CALLBACK_PPM_MIN,
  InstrumentState,
  isTrailing,
  ORDER_OPTIONS,
  OrderOption,
  PLANS_PER_ACCOUNT,
  PlanType,
  planTypesWhere,
  Reject,
  Side,
  TriggerBy,
  UNITS_MAX,
} from '@halcyon/domain';
import { checkNotClosed } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import {
  checkAccountAt,
  checkAmount,
  checkAttachedPrices,
  checkAttachedSteps,
  checkClientId,
  isOnStep,
} from '../spot/order-checks.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';

/** The fields of a plan that are checked; a place-plan command is one. */
export interface PlanRequest {
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly planType: PlanType;
  readonly triggerBy: TriggerBy;
  readonly triggerPrice: number;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly callbackPpm: number;
  readonly clientId: string;
  readonly options?: number;
  readonly attached?: AttachedPrices;
}

/** Account, state, client id, count. @param plans how many plans are about to be placed beyond those that end for them */
export function checkPlanPlace(
  state: State,
  market: Market,
  out: CommandOutcome,
  request: { readonly account: number; readonly clientId: string },
  plans: number,
): boolean {
  assert(plans >= 0, 'fewer than no plans are about to be placed');
  if (!checkAccountAt(state, market, out, request.account)) return false;
  // It holds no money that a closed account would not have.
  if (!checkNotClosed(state, out, request.account)) return false;
  const { state: at } = market.instrument;
  if (at === InstrumentState.halted) return out.refuse(Reject.instrumentHalted, 0, at);
  if (at === InstrumentState.cancelOnly) return out.refuse(Reject.instrumentCancelOnly, 0, at);
  if (at === InstrumentState.paused) return out.refuse(Reject.instrumentPaused, 0, at);
  if (at === InstrumentState.feedStale) return out.refuse(Reject.feedStale, 0, at);
  if (!checkClientId(state, out, request.account, request.clientId)) return false;
  const count = (state.planCounts.get(request.account) ?? 0) + plans;
  assert(count >= plans, 'an account has less than no plans');
  return count <= PLANS_PER_ACCOUNT || out.refuse(Reject.plansAccount, PLANS_PER_ACCOUNT, count);
}

/** Trigger, callback, price and size. @param before the plan that is amended: what stays may be off the steps */
export function checkPlanSize(
  state: State,
  market: Market,
  out: CommandOutcome,
  plan: PlanRequest,
  before: PlanRequest | null,
): boolean {
  assert(plan.instrument === market.instrument.id, 'a plan is checked at another instrument');
  assert(market.lastPrice >= 0, 'a last price is negative');
  if (!checkKind(market, out, plan)) return false;
  if (isTrailing(plan.planType)) {
    if (plan.callbackPpm < CALLBACK_PPM_MIN || plan.callbackPpm > CALLBACK_PPM_MAX) {
      const limit = plan.callbackPpm < CALLBACK_PPM_MIN ? CALLBACK_PPM_MIN : CALLBACK_PPM_MAX;
      return out.refuse(Reject.callbackRange, limit, plan.callbackPpm);
    }
    if (market.lastPrice === 0) return out.refuse(Reject.noLastPrice, 0, 0);
  }
  const least = isTrailing(plan.planType) ? 0 : 1;
  if (!Number.isSafeInteger(plan.triggerPrice) || plan.triggerPrice < least) {
    return out.refuse(Reject.triggerPriceRange, UNITS_MAX, plan.triggerPrice);
  }
  if (!Number.isSafeInteger(plan.price) || plan.price < 0) {
    return out.refuse(Reject.priceRange, UNITS_MAX, plan.price);
  }
  return checkAmounts(state, market, out, plan) && checkPlanSteps(market, out, plan, before);
}

/** Plans of positions and index triggers are of contracts; amounts to spend of spot. */
function checkKind(market: Market, out: CommandOutcome, plan: PlanRequest): boolean {
  const { planType, triggerBy, options = 0, quoteAmount, attached } = plan;
  if (market.contract !== null) {
    if ((options & ~(ORDER_OPTIONS & ~(OrderOption.closeAll | OrderOption.reverse))) !== 0) {
      return out.refuse(Reject.optionsUnknown, ORDER_OPTIONS, options);
    }
    if (quoteAmount !== 0) return out.refuse(Reject.amountRange, 0, quoteAmount);
    return attached === undefined || checkAttached(market, out, plan, attached);
  }
  if (attached !== undefined) return out.refuse(Reject.parameterRange, 0, planType);
  if (isOfPosition(planType)) return out.refuse(Reject.parameterRange, PlanType.trailing, planType);
  if (triggerBy === TriggerBy.index) {
    return out.refuse(Reject.parameterRange, TriggerBy.mark, triggerBy);
  }
  return options === 0 || out.refuse(Reject.optionsUnknown, 0, options);
}

/** What is attached to an order that opens: it lies beyond where that is expected to trade. */
function checkAttached(
  market: Market,
  out: CommandOutcome,
  { planType, side, price, triggerPrice, options = 0 }: PlanRequest,
  attached: AttachedPrices,
): boolean {
  const opens = planType === PlanType.trigger || planType === PlanType.trailing;
  if (!opens || (options & OrderOption.reduceOnly) !== 0) {
    return out.refuse(Reject.optionsUnknown, 0, planType);
  }
  const { priceStep } = market.instrument;
  const entry = price === 0 ? triggerPrice : price;
  return (
    checkAttachedPrices(out, attached, side, entry) && checkAttachedSteps(out, attached, priceStep)
  );
}

const OF_POSITION = planTypesWhere(({ binds }) => binds === 'position');

/** Whether a plan belongs to a position and ends with it. */
export function isOfPosition(planType: PlanType): boolean {
  return OF_POSITION.includes(planType);
}

/** Whether a plan fires on the winning side of the price. */
export function takesProfit(planType: PlanType): boolean {
  return planType === PlanType.takeProfit || planType === PlanType.positionProfit;
}

/** Whether a plan fires on the losing side of the price. */
export function stopsLoss(planType: PlanType): boolean {
  return planType === PlanType.stopLoss || planType === PlanType.positionLoss;
}

function checkPlanSteps(
  market: Market,
  out: CommandOutcome,
  plan: PlanRequest,
  before: PlanRequest | null,
): boolean {
  const { priceStep, quantityStep } = market.instrument;
  const { triggerPrice, price, quantity } = plan;
  return (
    (triggerPrice === before?.triggerPrice ||
      isOnStep(out, Reject.priceStep, priceStep, triggerPrice)) &&
    (price === before?.price || isOnStep(out, Reject.priceStep, priceStep, price)) &&
    (quantity === before?.quantity ||
      isSpending(plan) ||
      isOnStep(out, Reject.quantityStep, quantityStep, quantity))
  );
}

/** A market buy that gives the amount to spend. */
function isSpending({ side, price, quoteAmount }: PlanRequest): boolean {
  return side === Side.buy && price === 0 && quoteAmount !== 0;
}

function checkAmounts(
  state: State,
  market: Market,
  out: CommandOutcome,
  plan: PlanRequest,
): boolean {
  const { quantityMin, quantityMax, notionalMin, quoteFactor } = market.instrument;
  assert(plan.price >= 0 && plan.triggerPrice >= 0, 'a plan with no price is sized');
  assert(quantityMin >= 1 && quantityMax >= quantityMin, 'an instrument takes no quantity');
  if (isSpending(plan)) return checkAmount(state, out, plan, notionalMin);
  // All of a position, whatever it is when the plan fires.
  if (isOfPosition(plan.planType) && plan.quantity === 0) return true;
  const { quantity } = plan;
  if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
    return out.refuse(Reject.quantityTooSmall, quantityMin, quantity);
  }
  if (quantity > quantityMax) return out.refuse(Reject.quantityTooLarge, quantityMax, quantity);
  const at = plan.price !== 0 ? plan.price : plan.triggerPrice;
  const notional = at * quantity * quoteFactor;
  if (at !== 0 && notional < notionalMin) {
    return out.refuse(Reject.notionalTooSmall, notionalMin, notional);
  }
  return notional <= UNITS_MAX || out.refuse(Reject.notionalTooLarge, UNITS_MAX, notional);
}

/**
 * Whether a plan fires when the price rises to its trigger. Take profits and stops follow from their
 * side; a plain trigger from where the price stands when it is placed.
 */
export function firesUpward(plan: PlanRequest, price: number): boolean {
  assert(price >= 0, 'a watched price is negative');
  assert(plan.triggerPrice >= 0, 'a trigger is no price');
  if (takesProfit(plan.planType)) return plan.side === Side.sell;
  if (stopsLoss(plan.planType) || plan.planType === PlanType.ocoStop) {
    return plan.side === Side.buy;
  }
  return plan.triggerPrice >= price;
}

/** The price that a plan watches, ticks. */
export function watchedPrice(market: Market, by: TriggerBy): number {
  assert(market.lastPrice >= 0, 'a last price is negative');
  let price = by === TriggerBy.mark ? market.markPrice() : market.lastPrice;
  if (by === TriggerBy.index) price = market.contract?.index ?? 0;
  assert(price >= 0, 'a watched price is negative');
  return price;
}
