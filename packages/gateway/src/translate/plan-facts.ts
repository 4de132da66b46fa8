/** A plan as rows need it, from the read models or from history. */
import type { AccountId, AttachedPrices, PlanType, Side, TriggerBy } from '@halcyon/domain';
import type { PlanRecord } from '@halcyon/records';
import type { PlanStatus, PlanView } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import type { OrderName } from '../refusals/order-name.ts';
import { type CommonOrderFacts, factsOfHistory, factsOfView, findOrder } from './order-facts.ts';

/** The common form. Prices in ticks, quantities in lots, amounts in asset units. */
export interface PlanFacts {
  readonly id: number;
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
  /** Contracts: bits of OrderOption of the order that it becomes. */
  readonly options: number;
  /** Contracts: what is attached to that order; null: nothing. */
  readonly attached: AttachedPrices | null;
  /** The order that attached it, 0 = none. */
  readonly parent: number;
  readonly status: PlanStatus;
  readonly order: number;
  /** Reject code of a failed plan, else 0. */
  readonly code: number;
  readonly createdTime: number;
  readonly updatedTime: number;
}

/** From the read models. */
export function planOfView(plan: PlanView): PlanFacts {
  return { ...plan, id: plan.plan };
}

const STATUSES: readonly PlanStatus[] = ['live', 'executed', 'cancelled', 'failed'];

/** From history. */
export function planOfHistory(plan: PlanRecord): PlanFacts {
  const attaches = plan.takeProfitTrigger !== 0 || plan.stopLossTrigger !== 0;
  return {
    ...plan,
    attached: attaches ? plan : null,
    status: STATUSES[plan.status] ?? 'failed',
    createdTime: plan.createdAt,
    updatedTime: plan.updatedAt,
  };
}

/** Plans with what they became. */
export type PlanWithOrder = readonly [plan: PlanFacts, order: CommonOrderFacts | null];

/** The order that a plan of an account became, open or ended; null: it became none. */
export async function orderOfPlan(
  context: Pick<RestContext, 'views' | 'history'>,
  account: AccountId,
  { order }: PlanFacts,
): Promise<CommonOrderFacts | null> {
  return order === 0 ? null : findOrder(context, account, { order, clientId: '' });
}

/** Plans of an account, each beside the order that it became; at most as many as a page has. */
export async function withOrders(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  account: AccountId,
  plans: readonly PlanFacts[],
): Promise<PlanWithOrder[]> {
  const entered = plans.map(({ order }) => order).filter((order) => order !== 0);
  const old = entered.filter((order) => views.order(order) === undefined);
  const wait = { minSeq: views.lastAckSeq(account) };
  const found = old.length === 0 ? [] : await history.ordersByIds({ account, orders: old }, wait);
  const past = new Map(found.map((order) => [order.id, factsOfHistory(order)]));
  return plans.map((plan) => {
    const known = plan.order === 0 ? undefined : views.order(plan.order);
    return [plan, known === undefined ? (past.get(plan.order) ?? null) : factsOfView(known)];
  });
}

/** The account's plan of that name, the newest of a client id, however old; null: there is none. */
export async function findPlan(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  account: AccountId,
  { order: plan, clientId }: OrderName,
): Promise<PlanFacts | null> {
  const known = plan === 0 ? views.planByClientId(account, clientId) : views.plan(plan);
  if (known !== undefined) return known.account === account ? planOfView(known) : null;
  const wait = { minSeq: views.lastAckSeq(account) };
  const old = await (plan === 0
    ? history.planByClientId({ account, clientId }, wait)
    : history.planById({ account, plan }, wait));
  return old === null ? null : planOfHistory(old);
}
