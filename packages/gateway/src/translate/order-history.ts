/**
 * Ended orders and plans as one list, newest first. Their ids are numbered together, so that a page of
 * both is cut from a page of each.
 */
import { type InstrumentId, OrderType, parentOfOrder, type Side, wireId } from '@halcyon/domain';
import type {
  HistoryPart,
  OrderEndName,
  OrderHistoryRow,
  OrderKindName,
  OrderPage,
} from '@halcyon/domain/web';
import {
  type OrderHistoryQuery,
  type OrderRecord,
  type PlanHistoryQuery,
  type PlanRecord,
  StoredOrderStatus,
  StoredPlanStatus,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import type { RestContext } from '../http/context.ts';
import { rejectName } from '../refusals/rejects.ts';
import { type CommonOrderFacts, factsOfHistory, isByQuote } from './order-facts.ts';
import { kindOfOrder, kindOfPlan, typesOfKind } from './order-kinds.ts';
import { rowInstrument } from './order-rows.ts';
import { planOfHistory } from './plan-facts.ts';
import { planSize, sizeUnit } from './plan-rows.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { cancelReasonWord, forceWord, sideWord } from './words.ts';

/** Which orders are wanted. */
export interface HistoryFilter {
  readonly instrument: InstrumentId | undefined;
  readonly side: Side | undefined;
  readonly kind: OrderKindName | undefined;
  readonly status: OrderEndName | undefined;
  /** Unix ms of their placing, inclusive. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** Only ids below this one. */
  readonly before: number | undefined;
  readonly limit: number;
  /** Default: both orders and plans. */
  readonly only?: HistoryPart | undefined;
}

const ORDER_STATUSES: Readonly<Record<OrderEndName, StoredOrderStatus | null>> = {
  filled: StoredOrderStatus.filled,
  cancelled: StoredOrderStatus.cancelled,
  executed: null,
  failed: null,
};
const PLAN_STATUSES: Readonly<Record<OrderEndName, StoredPlanStatus | null>> = {
  filled: null,
  cancelled: StoredPlanStatus.cancelled,
  executed: StoredPlanStatus.executed,
  failed: StoredPlanStatus.failed,
};

/** A page of an account's ended orders and plans, with all that it knew of when it was asked. */
export async function orderHistory(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  account: number,
  filter: HistoryFilter,
): Promise<OrderPage<OrderHistoryRow>> {
  const wait = { minSeq: views.lastAckSeq(account) };
  // One more than is shown tells whether there is a page after it.
  const page = { ...filter, limit: filter.limit + 1 };
  const orders = filter.only === 'plans' ? null : orderQueryOf(account, page);
  const plans = filter.only === 'orders' ? null : planQueryOf(account, page);
  const [ordered, planned] = await Promise.all([
    orders === null ? [] : history.orderHistory(orders, wait),
    plans === null ? [] : history.planHistory(plans, wait),
  ]);
  const all = [...ordered, ...planned].sort((one, other) => other.id - one.id);
  const shown = all.slice(0, filter.limit);
  const cancelled = shown.filter((row): row is PlanRecord => 'planType' in row && isCut(row));
  const overtaken = new Set(
    cancelled.length === 0
      ? []
      : await history.plansOvertaken({ account, plans: cancelled.map(({ id }) => id) }, wait),
  );
  const last = shown.at(-1);
  return {
    rows: shown.map((row) =>
      'planType' in row ? planRowOf(views, row, overtaken.has(row.id)) : endedOrderRow(views, row),
    ),
    next: all.length > filter.limit && last !== undefined ? wireId(last.id) : null,
  };
}

/** Whether a plan may have ended by its other half. */
function isCut({ status, parent }: PlanRecord): boolean {
  return status === StoredPlanStatus.cancelled && parent !== 0;
}

/** Where no kind is asked for. */
const ALL_TYPES: { readonly order?: undefined; readonly plans?: undefined } = {};

/** What of ended orders a kind and a status are; null = nothing of that table. */
export function orderNarrowing(
  kind: OrderKindName | undefined,
  status: OrderEndName | undefined,
): Pick<OrderHistoryQuery, 'type' | 'status'> | null {
  const types = kind === undefined ? ALL_TYPES : typesOfKind(kind);
  const own = status === undefined ? undefined : ORDER_STATUSES[status];
  return own === null || 'plans' in types ? null : { status: own, type: types.order };
}

/** The same of plans. */
export function planNarrowing(
  kind: OrderKindName | undefined,
  status: OrderEndName | undefined,
): Pick<PlanHistoryQuery, 'planTypes' | 'status'> | null {
  const types = kind === undefined ? ALL_TYPES : typesOfKind(kind);
  const own = status === undefined ? undefined : PLAN_STATUSES[status];
  return own === null || 'order' in types ? null : { status: own, planTypes: types.plans };
}

/** The query of ended orders, as many as a page has; null = nothing of that table is wanted. */
export function orderQueryOf(account: number, filter: HistoryFilter): OrderHistoryQuery | null {
  const { kind, status, before, only: _, ...shared } = filter;
  const own = orderNarrowing(kind, status);
  return own && { ...shared, account, idLessThan: before, ...own };
}

/** The same of plans. */
function planQueryOf(account: number, filter: HistoryFilter): PlanHistoryQuery | null {
  const { kind, status, before, only: _, ...shared } = filter;
  const own = planNarrowing(kind, status);
  return own && { ...shared, account, idLessThan: before, ...own };
}

/** The plan or the parent that an order is of. */
export function placedBy(order: CommonOrderFacts): { linked: string; parent: string } {
  const placer = order.plan === 0 ? '' : wireId(order.plan);
  return parentOfOrder(order) === 0
    ? { linked: placer, parent: '' }
    : { linked: '', parent: placer };
}

/** What a row says of an order wherever it stands. */
export function orderLine(views: Views, order: CommonOrderFacts) {
  const instrument = rowInstrument(views, order.instrument);
  const byQuote = isByQuote(order);
  const feeAsset = views.asset(order.feeAsset);
  const filled = order.filledLots > 0;
  return {
    id: wireId(order.id),
    symbol: instrument.symbol,
    kind: kindOfOrder(order.type),
    side: sideWord(order.side),
    force: order.type === OrderType.market ? '' : forceWord(order.timeInForce),
    price: order.type === OrderType.market ? '' : priceText(instrument, order.price),
    trigger: '',
    callback: '',
    average: filled ? averagePriceText(instrument, order.filledLots, order.filledQuote) : '',
    size: byQuote
      ? amountText(views.asset(instrument.quote), order.quoteAmount)
      : sizeText(instrument, order.quantity),
    sizeUnit: byQuote ? 'quote' : 'base',
    filledBase: sizeText(instrument, order.filledLots),
    fee: filled ? amountText(feeAsset, order.fee) : '',
    feeCoin: feeAsset?.code ?? '',
    reason: cancelReasonWord(order.doneReason),
    ...(instrument.contract !== null && { profit: amountText(feeAsset, order.profit) }),
    ...placedBy(order),
    createdAt: order.createdTime,
  } as const satisfies Omit<OrderHistoryRow, 'status' | 'endedAt'>;
}

/** An ended order. */
export function endedOrderRow(views: Views, order: OrderRecord): OrderHistoryRow {
  return {
    ...orderLine(views, factsOfHistory(order)),
    status: order.status === StoredOrderStatus.filled ? 'filled' : 'cancelled',
    endedAt: order.updatedAt,
  };
}

const PLAN_ENDS: Readonly<Record<StoredPlanStatus, OrderEndName>> = {
  [StoredPlanStatus.pending]: 'executed',
  [StoredPlanStatus.executed]: 'executed',
  [StoredPlanStatus.cancelled]: 'cancelled',
  [StoredPlanStatus.failed]: 'failed',
};

function planRowOf(views: Views, plan: PlanRecord, overtaken: boolean): OrderHistoryRow {
  const instrument = rowInstrument(views, plan.instrument);
  return {
    id: wireId(plan.id),
    symbol: instrument.symbol,
    kind: kindOfPlan(plan.planType),
    side: sideWord(plan.side),
    force: '',
    price: plan.price === 0 ? '' : priceText(instrument, plan.price),
    trigger: plan.triggerPrice === 0 ? '' : priceText(instrument, plan.triggerPrice),
    callback: plan.callbackPpm === 0 ? '' : percentText(plan.callbackPpm),
    average: '',
    size: planSize(views, planOfHistory(plan)),
    sizeUnit: sizeUnit(plan),
    filledBase: '',
    fee: '',
    feeCoin: '',
    status: PLAN_ENDS[plan.status],
    reason: planReason(plan, overtaken),
    linked: plan.order === 0 ? '' : wireId(plan.order),
    parent: '',
    createdAt: plan.createdAt,
    endedAt: plan.updatedAt,
  };
}

function planReason(plan: PlanRecord, overtaken: boolean): string {
  if (plan.status === StoredPlanStatus.failed) return rejectName(plan.code);
  if (plan.status !== StoredPlanStatus.cancelled) return '';
  return overtaken ? 'oco_other' : 'normal_cancel';
}
