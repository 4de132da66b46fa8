/** Whether an amount of paper funds can be added or taken away. */

import { checkAmount } from '../../data/amount-check.ts';
import { compareText, WIDE_SCALE } from '../../data/decimal.ts';
import type { FieldIssue } from '../../platform/locale/field-issue.ts';

/** Why an amount, as `NumberField` gives it, cannot be taken; null when it can. */
export function fundsIssue(amount: string, most: string): FieldIssue | null {
  const tooMuch = compareText(amount, most) > 0;
  return checkAmount(amount, WIDE_SCALE) ?? (tooMuch ? { id: 'paper.most' } : null);
}
