/** What a draft says of an order of a contract. */

import { type Draft, EMPTY_DRAFT } from '../../desk/order-form/draft.ts';

/** An untouched form. */
export const CONTRACT_DRAFT: Draft = { ...EMPTY_DRAFT, execution: 'market' };

/** True when take profit and stop loss may come with the order. */
export function mayAttach(draft: Draft, hedge: boolean): boolean {
  const placed = draft.kind === 'limit' || draft.kind === 'market';
  return placed && !reduces(draft, hedge);
}

/** True when the order may only make a position smaller. */
export function reduces({ intent, reduceOnly }: Draft, hedge: boolean): boolean {
  return hedge ? intent === 'close' : reduceOnly;
}
