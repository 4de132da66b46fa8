/** Kinds of order as people tell them apart; see the domain's order-kinds.ts. */
import {
  CONTRACT_PLAN_WORDS,
  ORDER_TYPE_KINDS,
  OrderType,
  PLAN_KINDS,
  type PlanType,
  planTypesWhere,
} from '@halcyon/domain';
import type { OrderKindName } from '@halcyon/domain/web';

/** The kind of an order of the book. */
export function kindOfOrder(type: OrderType): (typeof ORDER_TYPE_KINDS)[OrderType] {
  return ORDER_TYPE_KINDS[type];
}

/** The kind of a plan. */
export function kindOfPlan(type: PlanType): OrderKindName {
  return PLAN_KINDS[type].kind;
}

/** Plans that lists of a pair's TP/SL have: exits of what was bought, which is no position. */
export const TPSL_PLANS = planTypesWhere(({ exit, binds }) => exit && binds !== 'position');

/** How `orderSource` of an order that a pair's plan became begins; null: it is not told apart. */
export function spotSource(type: PlanType): 'profit' | 'loss' | null {
  const { contract } = PLAN_KINDS[type];
  return contract && CONTRACT_PLAN_WORDS[contract].source;
}

/** What a kind is in the core: a type of orders, or else all types of plans that are called so. */
export function typesOfKind(
  kind: OrderKindName,
): { readonly order: OrderType } | { readonly plans: readonly PlanType[] } {
  const order = Object.values(OrderType).find((type) => ORDER_TYPE_KINDS[type] === kind);
  return order === undefined ? { plans: planTypesWhere((row) => row.kind === kind) } : { order };
}
