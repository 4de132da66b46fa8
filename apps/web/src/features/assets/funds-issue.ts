/** Whether an amount of paper funds can be added or taken away. */

import { compareText, parseTruncated, WIDE_SCALE } from '../../data/decimal.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

/** Why an amount, as `NumberField` gives it, cannot be taken; null when it can. */
export function fundsIssue(amount: string, most: string): MessageId | null {
  if (parseTruncated(amount, WIDE_SCALE) === null) return 'check.number';
  if (compareText(amount, '0') <= 0) return 'check.positive';
  return compareText(amount, most) > 0 ? 'paper.most' : null;
}
