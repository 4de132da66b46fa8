/** What a change of one field does to the others. */

import { cleanDraft, type Draft, type DraftField } from './draft.ts';
import { countsQuote, type Market } from './market.ts';
import { checkDraft } from './order-check.ts';

/**
 * The draft with `patch`. A size that would count another coin is empty; after a switch of the side so
 * is each field that is wrong for the new one, and the price is the last one then.
 */
export function changeDraft(before: Draft, patch: Partial<Draft>, market: Market): Draft {
  const next = { ...before, ...patch };
  if (countsQuote(next) !== countsQuote(before)) next.size = '';
  if (next.side === before.side) return next;
  for (const field of Object.keys(checkDraft(cleanDraft(next), market, false))) {
    next[field as DraftField] = field === 'price' ? market.last : '';
  }
  return next;
}
