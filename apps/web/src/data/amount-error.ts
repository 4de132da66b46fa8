/** What is wrong with a number that is typed, as a text; apart from the check, which the terminal needs. */

import { issueText } from '../platform/locale/field-issue.ts';
import type { Translate } from '../platform/locale/intl.tsx';
import { checkAmount } from './amount-check.ts';

/** The first thing that is wrong with it, of the field with this label; undefined where nothing is. */
export function amountError(
  t: Translate,
  text: string,
  scale: number,
  label: string,
): string | undefined {
  const issue = checkAmount(text, scale);
  return issue === null ? undefined : issueText(t, issue, label);
}
