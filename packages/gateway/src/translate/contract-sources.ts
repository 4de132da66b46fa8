/** Kinds of contracts' plans on the wire, and what the orders that they became are called. */

import {
  assert,
  CONTRACT_PLAN_TYPES,
  CONTRACT_PLAN_WORDS,
  type ContractPlanType,
  ORDER_TYPE_KINDS,
  OrderType,
  PLAN_KINDS,
  type PlanKindRow,
  type PlanType,
  planTypesWhere,
} from '@halcyon/domain';
import type { OrderHistoryQuery } from '@halcyon/records';
import type { PlanFacts } from './plan-facts.ts';

const ORDER_TYPES = Object.values(OrderType);

/** What lists can be narrowed to. */
export type ContractPlanWord = ContractPlanType | 'profit_loss';

/** As the history has it: which plans a word of a list means. */
interface PlanFilter {
  readonly planTypes: readonly PlanType[];
  readonly wholePosition?: boolean;
}

function filterOf(word: ContractPlanType): PlanFilter {
  const whole = planTypesWhere((row) => row.whole === word);
  if (whole.length > 0) return { planTypes: whole, wholePosition: true };
  const planTypes = planTypesWhere((row) => row.contract === word);
  // Where one without a size has a word of its own, this word is of the others.
  const others = planTypesWhere((row) => row.contract === word && row.whole !== undefined);
  return others.length > 0 ? { planTypes, wholePosition: false } : { planTypes };
}
const FILTERS = new Map(CONTRACT_PLAN_TYPES.map((word) => [word, filterOf(word)]));
const EXITS: PlanFilter = { planTypes: planTypesWhere(({ exit }) => exit) };

/** Which plans a word of a list means. */
export function planFilter(word: ContractPlanWord): PlanFilter {
  return word === 'profit_loss' ? EXITS : (FILTERS.get(word) ?? filterOf(word));
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
  const row: PlanKindRow = PLAN_KINDS[planType];
  const word = quantity === 0 ? (row.whole ?? row.contract) : row.contract;
  assert(word !== null, 'a contract has no plan of this type');
  return word;
}

/** Which orders have an `orderSource`. */
export type SourceFilter = Pick<
  OrderHistoryQuery,
  'type' | 'planTypes' | 'wholePosition' | 'liquidation'
>;

/** The orders that a list narrowed to an `orderSource` has; null: none here can have it. */
export function sourceFilter(source: string): SourceFilter | null {
  if (source === 'liquidation') return { liquidation: true };
  const end = ORDER_TYPES.find((type) => source.endsWith(`_${ORDER_TYPE_KINDS[type]}`));
  if (end === undefined) return null;
  const start = source.slice(0, -`_${ORDER_TYPE_KINDS[end]}`.length);
  const word = CONTRACT_PLAN_TYPES.find((each) => CONTRACT_PLAN_WORDS[each].source === start);
  return word === undefined ? null : { type: end, ...planFilter(word) };
}
