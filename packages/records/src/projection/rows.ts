/** Orders and plans as the projection keeps them, from the events that open and end them. */
import type { AttachedPrices, OrderOpenedEvent, PlanOpenedEvent } from '@halcyon/domain';
import { DoneReason, OrderType, Product, Side, TriggerBy } from '@halcyon/domain';
import { NOT_DONE, type OrderState, StoredOrderStatus } from '../kinds/orders.ts';
import { type PlanState, StoredPlanStatus } from '../kinds/plans.ts';
import type { InstrumentFacts } from './facts.ts';

const NOTHING_ATTACHED: Required<AttachedPrices> = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  takeProfitBy: TriggerBy.last,
  stopLossTrigger: 0,
  stopLossPrice: 0,
  stopLossBy: TriggerBy.last,
};

/** What is attached to the order that a plan becomes, whole. */
export function wholeAttached(attached: AttachedPrices | undefined): Required<AttachedPrices> {
  return { ...NOTHING_ATTACHED, ...attached };
}

/** The asset in which an order pays fees: what it receives; of a contract the settle coin. */
function feeAssetOf({ product, base, quote }: InstrumentFacts, side: Side): number {
  return product === Product.spot && side === Side.buy ? base : quote;
}

/** The state of an order that was just accepted. */
export function newOrder(event: OrderOpenedEvent, instrument: InstrumentFacts): OrderState {
  const byQuote = event.type === OrderType.market && event.quantity === 0;
  return {
    account: event.account,
    id: event.order,
    instrument: event.instrument,
    side: event.side,
    type: event.type,
    timeInForce: event.timeInForce,
    selfTrade: event.selfTrade,
    price: event.price,
    quantity: event.quantity,
    quoteAmount: event.quoteAmount,
    clientId: event.clientId,
    plan: event.plan,
    takeProfitTrigger: event.takeProfitTrigger,
    takeProfitPrice: event.takeProfitPrice,
    stopLossTrigger: event.stopLossTrigger,
    stopLossPrice: event.stopLossPrice,
    filledQuantity: 0,
    filledQuote: 0n,
    fee: 0n,
    feeAsset: feeAssetOf(instrument, event.side),
    trades: 0,
    remaining: byQuote ? event.quoteAmount : event.quantity,
    status: StoredOrderStatus.live,
    doneReason: NOT_DONE,
    createdAt: event.time,
    updatedAt: event.time,
    seq: event.seq,
    options: event.options,
    profit: 0n,
    closedLots: 0,
    closedEntry: 0n,
  };
}

/** The final status of an order that ended for `reason` after `trades` trades. */
export function endedStatus(reason: DoneReason, trades: number): StoredOrderStatus {
  // A market buy whose budget is spent did all it was asked to; what is left buys no lot.
  const complete = reason === DoneReason.budgetSpent && trades > 0;
  return reason === DoneReason.filled || complete
    ? StoredOrderStatus.filled
    : StoredOrderStatus.cancelled;
}

/** The state of a plan that was just accepted. */
export function newPlan(event: PlanOpenedEvent): PlanState {
  return {
    account: event.account,
    id: event.plan,
    instrument: event.instrument,
    side: event.side,
    planType: event.planType,
    triggerBy: event.triggerBy,
    triggerPrice: event.triggerPrice,
    price: event.price,
    quantity: event.quantity,
    quoteAmount: event.quoteAmount,
    callbackPpm: event.callbackPpm,
    clientId: event.clientId,
    parent: event.parent,
    status: StoredPlanStatus.pending,
    order: 0,
    code: 0,
    createdAt: event.time,
    updatedAt: event.time,
    seq: event.seq,
    options: event.options ?? 0,
    ...wholeAttached(event.attached),
  };
}
