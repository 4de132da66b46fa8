/** What is wrong with a number that is typed as an amount or a price: the same words in all forms. */

import type { FieldIssue } from '../platform/locale/field-issue.ts';
import { parseExact, parseTruncated } from './decimal.ts';

/**
 * The first thing that is wrong with a text, as `NumberField` gives it; null where nothing is.
 * @param tooFine what is said of more decimals than `scale`; absent: how many there may be
 */
export function checkAmount(text: string, scale: number, tooFine?: FieldIssue): FieldIssue | null {
  if (text === '') return { id: 'form.required' };
  if (parseTruncated(text, scale) === null) return { id: 'check.number' };
  const units = parseExact(text, scale);
  if (units === null) return tooFine ?? { id: 'check.decimals', values: { decimals: scale } };
  return units > 0n ? null : { id: 'check.positive' };
}
