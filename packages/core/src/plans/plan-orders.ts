/** What plans become, and what the legs of an OCO are, as requests. */
import {
  type AttachedPrices,
  OrderOption,
  OrderType,
  ownerOf,
  type PlaceOcoCommand,
  PlanType,
  ppmFloor,
  Side,
  TimeInForce,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import { Rules } from '../rules.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Plan } from './plan.ts';
import { isOfPosition, type PlanRequest } from './plan-checks.ts';

const NO_ATTACHED: AttachedPrices = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** The order that a plan becomes: its client id is the plan's id, by which clients find what it entered. */
export function orderOf(plan: Plan, rules: number): OrderRequest {
  const market = plan.price === 0;
  return {
    ...(plan.attached ?? NO_ATTACHED),
    account: plan.account,
    instrument: plan.instrument,
    side: plan.side,
    type: market ? OrderType.market : OrderType.limit,
    timeInForce: market ? TimeInForce.ioc : TimeInForce.gtc,
    selfTrade: plan.selfTrade,
    price: plan.price,
    quantity: plan.quantity,
    quoteAmount: market && plan.side === Side.buy ? plan.quoteAmount : 0,
    clientId: rules < Rules.planIds ? '' : wireId(plan.id),
    ...optionsOf(plan),
  };
}

/** The options of a contract's plan as its order has them: a plan of a position closes it. */
function optionsOf({ planType, quantity, options = 0 }: Plan): { options?: number } {
  if (!isOfPosition(planType)) return options === 0 ? {} : { options };
  const all = quantity === 0 ? OrderOption.closeAll : 0;
  return { options: options | OrderOption.reduceOnly | all };
}

/** Plans of a position, and what protects a contract's entry, end with the position. */
export function bindsToPosition(market: Market, { planType, parent }: Plan): boolean {
  return market.contract !== null && (isOfPosition(planType) || parent !== 0);
}

/** The stop of an OCO as a plan. */
export function ocoStop(command: PlaceOcoCommand): PlanRequest {
  return {
    account: command.account,
    instrument: command.instrument,
    side: command.side,
    planType: PlanType.ocoStop,
    triggerBy: TriggerBy.last,
    triggerPrice: command.stopTrigger,
    price: command.stopPrice,
    quantity: command.quantity,
    quoteAmount: 0,
    callbackPpm: 0,
    clientId: command.stopClientId,
  };
}

/** The limit leg of an OCO as an order. */
export function limitLeg(command: PlaceOcoCommand): OrderRequest {
  return {
    ...NO_ATTACHED,
    account: command.account,
    instrument: command.instrument,
    side: command.side,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    selfTrade: command.selfTrade,
    price: command.price,
    quantity: command.quantity,
    quoteAmount: 0,
    clientId: command.clientId,
  };
}

/** Lots that a buyer of `filled` lots can sell again: after the larger fee, rounded down. */
export function receivedLots(
  { fees, users }: State,
  { instrument }: Market,
  account: number,
  filled: number,
): number {
  const tier = users.tier(ownerOf(account));
  const units = filled * instrument.lotUnits;
  const fee = ppmFloor(units, Math.max(fees.makerPpm(tier, account), fees.takerPpm(tier, account)));
  return Math.floor((units - fee) / instrument.lotUnits);
}
