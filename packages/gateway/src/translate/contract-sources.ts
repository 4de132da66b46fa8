/** Kinds of contracts' plans on the wire, and what the orders that they became are called. */

import { OrderType, PlanType } from '@halcyon/domain';
import type { ContractPlanType } from '@halcyon/protocol';
import type { OrderHistoryQuery } from '@halcyon/records';
import type { PlanFacts } from './plan-facts.ts';

/** What lists can be narrowed to. */
export type ContractPlanWord = ContractPlanType | 'profit_loss';

const { trigger, trailing, takeProfit, stopLoss } = PlanType;
const { positionProfit, positionLoss, positionTrailing } = PlanType;
/** As the history has it: which plans a word of a list means. */
interface PlanFilter {
  readonly planTypes: readonly PlanType[];
  readonly wholePosition?: boolean;
}
const FILTERS: Readonly<Record<ContractPlanWord, PlanFilter>> = {
  normal_plan: { planTypes: [trigger] },
  track_plan: { planTypes: [trailing] },
  moving_plan: { planTypes: [positionTrailing] },
  profit_loss: {
    planTypes: [takeProfit, stopLoss, positionProfit, positionLoss, positionTrailing],
  },
  profit_plan: { planTypes: [takeProfit, positionProfit], wholePosition: false },
  loss_plan: { planTypes: [stopLoss, positionLoss], wholePosition: false },
  pos_profit: { planTypes: [positionProfit], wholePosition: true },
  pos_loss: { planTypes: [positionLoss], wholePosition: true },
};

export function planFilter(word: ContractPlanWord): PlanFilter {
  return FILTERS[word];
}

/** Whether a plan is one of those that a word of a list means. */
export function isPlanOf(
  { planType, quantity }: Pick<PlanFacts, 'planType' | 'quantity'>,
  word: ContractPlanWord,
): boolean {
  const { planTypes, wholePosition } = planFilter(word);
  return planTypes.includes(planType) && (wholePosition ?? quantity === 0) === (quantity === 0);
}

/** `planType` of rows: one of a position without a size is for all of it. */
export function contractPlanWord({
  planType,
  quantity,
}: Pick<PlanFacts, 'planType' | 'quantity'>): ContractPlanType {
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
export const PLAN_SOURCES: Readonly<
  Partial<Record<ContractPlanWord, 'profit' | 'loss' | 'pos_profit' | 'pos_loss'>>
> = {
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
