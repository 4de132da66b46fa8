/** Rows as the projection holds them in memory before they are written. */
import type { AttachedPrices, OrderOpenedEvent, PlanOpenedEvent } from '@halcyon/domain';
import { DoneReason, OrderType, Product, Side, TriggerBy } from '@halcyon/domain';
import type { SqlValue } from '../sql/row-writer.ts';
import type { InstrumentFacts } from './facts.ts';
import { NOT_DONE, OrderStatus, PlanStatus } from './schema.ts';

/** One order with what its trades added up to. */
export interface OrderState {
  readonly account: number;
  readonly id: number;
  readonly instrument: number;
  readonly side: number;
  readonly type: number;
  readonly timeInForce: number;
  readonly selfTrade: number;
  price: number;
  quantity: number;
  readonly quoteAmount: number;
  readonly clientId: string;
  readonly plan: number;
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  filledQuantity: number;
  filledQuote: bigint;
  fee: bigint;
  readonly feeAsset: number;
  trades: number;
  remaining: number;
  status: OrderStatus;
  doneReason: number;
  readonly createdAt: number;
  updatedAt: number;
  readonly seq: number;
  /** Contracts: bits of OrderOption, and what its fills realised, settle units. */
  readonly options: number;
  profit: bigint;
  /** Lots that it closed, and the sum of these times their average entry then, hundredths of a tick. */
  closedLots: number;
  closedEntry: bigint;
}

/** One plan order. */
export interface PlanState {
  readonly account: number;
  readonly id: number;
  readonly instrument: number;
  readonly side: number;
  readonly planType: number;
  triggerBy: number;
  triggerPrice: number;
  price: number;
  quantity: number;
  quoteAmount: number;
  callbackPpm: number;
  readonly clientId: string;
  readonly parent: number;
  status: PlanStatus;
  order: number;
  code: number;
  readonly createdAt: number;
  updatedAt: number;
  readonly seq: number;
  readonly options: number;
  attached: Required<AttachedPrices>;
}

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
    status: OrderStatus.live,
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
export function endedStatus(reason: DoneReason, trades: number): OrderStatus {
  // A market buy whose budget is spent did all it was asked to; what is left buys no lot.
  const complete = reason === DoneReason.budgetSpent && trades > 0;
  return reason === DoneReason.filled || complete ? OrderStatus.filled : OrderStatus.cancelled;
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
    status: PlanStatus.pending,
    order: 0,
    code: 0,
    createdAt: event.time,
    updatedAt: event.time,
    seq: event.seq,
    options: event.options ?? 0,
    attached: wholeAttached(event.attached),
  };
}

/** The order's row, in the order of the table's columns. */
export function orderRow(order: OrderState): SqlValue[] {
  return [
    order.account,
    order.id,
    order.instrument,
    order.side,
    order.type,
    order.timeInForce,
    order.selfTrade,
    order.price,
    order.quantity,
    order.quoteAmount,
    order.clientId,
    order.plan,
    order.takeProfitTrigger,
    order.takeProfitPrice,
    order.stopLossTrigger,
    order.stopLossPrice,
    order.filledQuantity,
    order.filledQuote,
    order.fee,
    order.feeAsset,
    order.trades,
    order.remaining,
    order.status,
    order.doneReason,
    order.createdAt,
    order.updatedAt,
    order.seq,
    order.options,
    order.profit,
    order.closedLots,
    order.closedEntry,
  ];
}

/** The plan's row, in the order of the table's columns. */
export function planRow(plan: PlanState): SqlValue[] {
  return [
    plan.account,
    plan.id,
    plan.instrument,
    plan.side,
    plan.planType,
    plan.triggerBy,
    plan.triggerPrice,
    plan.price,
    plan.quantity,
    plan.quoteAmount,
    plan.callbackPpm,
    plan.clientId,
    plan.parent,
    plan.status,
    plan.order,
    plan.code,
    plan.createdAt,
    plan.updatedAt,
    plan.seq,
    plan.options,
    plan.attached.takeProfitTrigger,
    plan.attached.takeProfitPrice,
    plan.attached.takeProfitBy,
    plan.attached.stopLossTrigger,
    plan.attached.stopLossPrice,
    plan.attached.stopLossBy,
  ];
}
