/**
 * What the page knows of the kinds of orders, out of the domain's table. The build replaces this module by its values
 * (build/evaluated-modules.ts), as the table is too large for the page: it exports nothing that is no JSON.
 */

import {
  CONTRACT_PLAN_WORDS,
  type ContractPlanType,
  isTrailing,
  ORDER_KINDS,
  ORDER_TYPE_KINDS,
  type OrderKindName,
  PLAN_KINDS,
  type PlanKindRow,
  PlanType,
  planTypesWhere,
  QUOTE_PLAN_WORD,
  type SpotPlanType,
} from '@halcyon/domain';

/** `planType` of pairs and of contracts. */
export type PlanWord = SpotPlanType | ContractPlanType;

function wordsOf(type: PlanType): readonly PlanWord[] {
  const { contract, whole = contract }: PlanKindRow = PLAN_KINDS[type];
  const { spot } = PLAN_KINDS[type];
  const ofPairs = type === PlanType.trigger ? [spot, QUOTE_PLAN_WORD] : [spot];
  return [...ofPairs, ...[contract, whole].filter((word) => word !== null)];
}

function wordsWhere(wanted: (row: PlanKindRow, type: PlanType) => boolean): readonly PlanWord[] {
  return [...new Set(planTypesWhere(wanted).flatMap(wordsOf))];
}

const labels = Object.entries(ORDER_KINDS).map(([name, { label }]) => [name, label]);
/** The message for each kind, in the order in which they are offered. */
export const ORDER_KIND_LABELS = Object.fromEntries(labels) as {
  readonly [K in OrderKindName]: (typeof ORDER_KINDS)[K]['label'];
};

/** Kinds that stand in the book. */
export const BOOK_KINDS: readonly OrderKindName[] = Object.values(ORDER_TYPE_KINDS);

/** Kinds of plans that contracts have. */
export const CONTRACT_PLAN_KINDS: readonly OrderKindName[] = Object.keys(ORDER_KINDS).filter(
  (name): name is OrderKindName =>
    planTypesWhere(({ kind, contract }) => kind === name && contract !== null).length > 0,
);

const kinds = Object.values(PlanType).flatMap((type) =>
  wordsOf(type).map((word) => [word, PLAN_KINDS[type].kind]),
);
/** The kind of a plan, by its word on the wire. */
export const PLAN_WORD_KINDS: Readonly<Record<PlanWord, OrderKindName>> = Object.fromEntries(kinds);

/** Words of plans that follow the price at a distance. */
export const TRAILING_WORDS = wordsWhere((_row, type) => isTrailing(type));

/** Words of contracts' plans that take a profit or limit a loss. */
export const EXIT_WORDS: readonly PlanWord[] = Object.entries(CONTRACT_PLAN_WORDS)
  .filter(([, { places }]) => PLAN_KINDS[places].exit)
  .map(([word]) => word as PlanWord);
