/** Whether an amount of paper funds can be added or taken away. */

import { compareText, normaliseTyped } from '../../data/decimal.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

/** Why an amount cannot be taken; null when it can. */
export function fundsIssue(typed: string, most: string): MessageId | null {
  const plain = normaliseTyped(typed);
  if (plain === null) return 'check.number';
  if (compareText(plain, '0') <= 0) return 'check.positive';
  return compareText(plain, most) > 0 ? 'paper.most' : null;
}
