/** Kinds of contracts' plans on the wire, and what the orders that they became are called. */
import { OrderType, PlanType } from '@halcyon/domain';
import type { OrderHistoryQuery } from '@halcyon/records';
import type { PlanFacts } from './plan-facts.ts';

/** What lists can be narrowed to. */
export type ContractPlanWord =
  | 'normal_plan'
  | 'track_plan'
  | 'profit_loss'
  | 'profit_plan'
  | 'loss_plan'
  | 'moving_plan'
  | 'pos_profit'
  | 'pos_loss';

const { trigger, trailing, takeProfit, stopLoss } = PlanType;
const { positionProfit, positionLoss, positionTrailing } = PlanType;
const TYPES: Readonly<Record<ContractPlanWord, readonly PlanType[]>> = {
  normal_plan: [trigger],
  track_plan: [trailing],
  moving_plan: [positionTrailing],
  profit_loss: [takeProfit, stopLoss, positionProfit, positionLoss, positionTrailing],
  profit_plan: [takeProfit, positionProfit],
  loss_plan: [stopLoss, positionLoss],
  pos_profit: [positionProfit],
  pos_loss: [positionLoss],
};

/** The kinds of plan that a word of a list means. */
export function planTypesOf(word: ContractPlanWord): readonly PlanType[] {
  return TYPES[word];
}

/** `planType` of rows: one of a position without a size is for all of it. */
export function contractPlanWord({
  planType,
  quantity,
}: Pick<PlanFacts, 'planType' | 'quantity'>): ContractPlanWord {
  switch (planType) {
    case trailing:
      return 'track_plan';
    case positionTrailing:
      return 'moving_plan';
    case positionProfit:
      return quantity === 0 ? 'pos_profit' : 'profit_plan';
    case positionLoss:
      return quantity === 0 ? 'pos_loss' : 'loss_plan';
    case takeProfit:
      return 'profit_plan';
    case stopLoss:
      return 'loss_plan';
    default:
      return 'normal_plan';
  }
}

/** How `orderSource` begins, by the plan that set an order off. */
export const PLAN_SOURCES: Readonly<Partial<Record<ContractPlanWord, string>>> = {
  profit_plan: 'profit',
  loss_plan: 'loss',
  pos_profit: 'pos_profit',
  pos_loss: 'pos_loss',
};

/** Which orders have an `orderSource`. */
export type SourceFilter = Pick<
  OrderHistoryQuery,
  'type' | 'planTypes' | 'wholePosition' | 'liquidation'
>;

/** The orders that a list narrowed to an `orderSource` has; null: none here can have it. */
export function sourceFilter(source: string): SourceFilter | null {
  if (source === 'liquidation') return { liquidation: true };
  const [, kind, type] = /^(profit|loss|pos_profit|pos_loss)_(market|limit)$/.exec(source) ?? [];
  if (kind === undefined) return null;
  const orders = { type: type === 'market' ? OrderType.market : OrderType.limit };
  const [one, whole] = kind.endsWith('profit')
    ? [takeProfit, positionProfit]
    : [stopLoss, positionLoss];
  return kind.startsWith('pos_')
    ? { ...orders, planTypes: [whole], wholePosition: true }
    : { ...orders, planTypes: [one, whole], wholePosition: false };
}
