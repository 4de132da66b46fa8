/** Kinds of order as people tell them apart; see domain/web/orders.ts. */
import { OrderType, PlanType } from '@halcyon/domain';
import type { OrderKindName } from '@halcyon/domain/web';

const PLAN_KINDS: Readonly<Record<PlanType, OrderKindName>> = {
  [PlanType.trigger]: 'trigger',
  [PlanType.takeProfit]: 'takeProfit',
  [PlanType.stopLoss]: 'stopLoss',
  [PlanType.ocoStop]: 'oco',
  [PlanType.trailing]: 'trailing',
  [PlanType.positionProfit]: 'takeProfit',
  [PlanType.positionLoss]: 'stopLoss',
  [PlanType.positionTrailing]: 'trailing',
};
const PLAN_TYPES = Object.values(PlanType);

/** The kind of an order of the book. */
export function kindOfOrder(type: OrderType): 'limit' | 'market' {
  return type === OrderType.market ? 'market' : 'limit';
}

/** The kind of a plan. */
export function kindOfPlan(type: PlanType): OrderKindName {
  return PLAN_KINDS[type];
}

/** What a kind is in the core: a type of orders, or else all types of plans that are called so. */
export function typesOfKind(
  kind: OrderKindName,
): { readonly order: OrderType } | { readonly plans: readonly PlanType[] } {
  if (kind === 'limit') return { order: OrderType.limit };
  if (kind === 'market') return { order: OrderType.market };
  return { plans: PLAN_TYPES.filter((type) => PLAN_KINDS[type] === kind) };
}
