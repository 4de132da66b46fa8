/** What kinds of plans are called, those of pairs and of contracts. */

import {
  ORDER_KIND_LABELS,
  PLAN_WORD_KINDS,
  type PlanWord,
  TRAILING_WORDS,
} from '../../../data/order-kinds.ts';
import type { MessageId } from '../../../platform/locale/intl.tsx';

interface Row {
  readonly planType: PlanWord;
}

/** What kind of plan a row is, as a message. */
export function planKind({ planType }: Row): MessageId {
  return ORDER_KIND_LABELS[PLAN_WORD_KINDS[planType]];
}

/** Whether a plan follows the price at a distance. */
export function isTrailing({ planType }: Row): boolean {
  return TRAILING_WORDS.includes(planType);
}
