/** Kinds of order as people tell them apart; see the domain's order-kinds.ts. */
import {
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

/** What a kind is in the core: a type of orders, or else all types of plans that are called so. */
export function typesOfKind(
  kind: OrderKindName,
): { readonly order: OrderType } | { readonly plans: readonly PlanType[] } {
  const order = Object.values(OrderType).find((type) => ORDER_TYPE_KINDS[type] === kind);
  return order === undefined ? { plans: planTypesWhere((row) => row.kind === kind) } : { order };
}
