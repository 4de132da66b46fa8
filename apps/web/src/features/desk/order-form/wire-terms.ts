/** What the requests of all products say of an order in the same words. */

import type { OrderDraft } from './draft.ts';

/** Of a limit or market order. */
export function orderTerms({ kind, force, price }: OrderDraft) {
  return kind === 'limit'
    ? ({ orderType: 'limit', force, price } as const)
    : ({ orderType: 'market', force: 'gtc' } as const);
}

/** Of a trigger order or a trailing stop. @param planType what the product calls a trigger order */
export function planTerms<P extends string>(draft: OrderDraft, planType: P) {
  if (draft.kind === 'trailing') {
    // The wire's callbackRatio is in percent, as the field is.
    const callbackRatio = draft.callback;
    return { orderType: 'market', planType: 'track_plan', callbackRatio } as const;
  }
  return { orderType: draft.execution, planType, triggerPrice: draft.trigger } as const;
}
