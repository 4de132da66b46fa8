/**
 * What the page knows of the kinds of orders, out of the domain's table. The build replaces this module by its values
 * (build/evaluated-modules.ts), as the table is too large for the page: it exports nothing that is no JSON.
 */

import {
  type ContractPlanType,
  isTrailing,
  ORDER_KINDS,
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

type PlanRow = (typeof PLAN_KINDS)[PlanType];

function wordsOf(type: PlanType): readonly PlanWord[] {
  const row: PlanRow = PLAN_KINDS[type];
  const words: PlanWord[] = type === PlanType.trigger ? [row.spot, QUOTE_PLAN_WORD] : [row.spot];
  if (row.contract !== null) words.push(row.contract);
  if ('whole' in row) words.push(row.whole);
  return words;
}

function wordsWhere(wanted: (row: PlanKindRow, type: PlanType) => boolean): readonly PlanWord[] {
  return [...new Set(planTypesWhere(wanted).flatMap(wordsOf))];
}

const labels = Object.entries(ORDER_KINDS).map(([name, { label }]) => [name, label]);
/** The message for each kind, in the order in which they are offered. */
export const ORDER_KIND_LABELS = Object.fromEntries(labels) as {
  readonly [K in OrderKindName]: (typeof ORDER_KINDS)[K]['label'];
};

const kinds = Object.values(PlanType).flatMap((type) =>
  wordsOf(type).map((word) => [word, PLAN_KINDS[type].kind]),
);
/** The kind of a plan, by its word on the wire. */
export const PLAN_WORD_KINDS: Readonly<Record<PlanWord, OrderKindName>> = Object.fromEntries(kinds);

/** Words of plans that follow the price at a distance. */
export const TRAILING_WORDS = wordsWhere((_row, type) => isTrailing(type));
