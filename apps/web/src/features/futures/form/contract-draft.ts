/** What a draft says of an order of a contract. */

import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { isPlan, type OrderDraft } from '../../desk/order-form/draft.ts';

/** True when take profit and stop loss may come with the order. */
export function mayAttach(
  draft: OrderDraft,
  { account }: { readonly account: ContractAccount | null },
): boolean {
  return !isPlan(draft) && !reduces(draft, account?.hedge ?? false);
}

/** True when the order may only make a position smaller. */
export function reduces({ intent, reduceOnly }: OrderDraft, hedge: boolean): boolean {
  return hedge ? intent === 'close' : reduceOnly;
}
