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

/** What a kind is in the core: an order's type, or else a plan's. */
export function typeOfKind(
  kind: OrderKindName,
): { readonly order: OrderType } | { readonly plan: PlanType } {
  if (kind === 'limit') return { order: OrderType.limit };
  if (kind === 'market') return { order: OrderType.market };
  return { plan: PLAN_TYPES.find((type) => PLAN_KINDS[type] === kind) ?? PlanType.trigger };
}
