/** What the requests of all products say of an order in the same words. */

import { hasField, hasPrice, type OrderDraft } from './draft.ts';

/** Of a limit or market order. */
export function orderTerms({ kind, force, price }: OrderDraft) {
  return kind === 'limit'
    ? ({ orderType: 'limit', force, price } as const)
    : ({ orderType: 'market', force: 'gtc' } as const);
}

/** Of a plan. @param planType what the product calls plans of its kind */
export function planTerms<P extends string>(draft: OrderDraft, planType: P) {
  if (hasField(draft, 'callback')) {
    // The wire's callbackRatio is in percent, as the field is.
    return { orderType: 'market', planType, callbackRatio: draft.callback } as const;
  }
  const orderType = hasPrice(draft) ? 'limit' : 'market';
  return { orderType, planType, triggerPrice: draft.trigger } as const;
}
