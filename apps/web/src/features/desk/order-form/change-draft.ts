/** What a change of one field does to the others. */

import { cleanDraft, type DraftField, type OrderDraft } from './draft.ts';
import { checkDraft } from './order-check.ts';
import type { FormMarket, OrderRules, OrderSums } from './order-product.ts';

/**
 * The draft with `patch`. A size that would count another coin is empty; after a switch of the side so
 * is each field that is wrong for the new one, and the price is the last one then.
 */
export function changeDraft<M extends FormMarket, S extends OrderSums>(
  rules: OrderRules<M, S>,
  before: OrderDraft,
  patch: Partial<OrderDraft>,
  market: M,
): OrderDraft {
  const next = { ...before, ...patch };
  const coinOf = (draft: OrderDraft) => rules.sizeIn(draft, market.instrument).coin;
  if (patch.size === undefined && coinOf(next) !== coinOf(before)) next.size = '';
  if (next.side === before.side) return next;
  for (const field of Object.keys(checkDraft(rules, cleanDraft(next), market, false))) {
    next[field as DraftField] = field === 'price' ? market.last : '';
  }
  return next;
}
