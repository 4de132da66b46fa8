/** Receipts of entries, by the web app's own API. */

import type { AccountName, Receipt } from '@halcyon/domain';
import type { ReceiptAnswer, ReceiptSubject } from '@halcyon/domain/web';
import { get } from './http.ts';

/** The entry whose receipt is wanted. */
export interface ReceiptRequest {
  readonly of: ReceiptSubject;
  readonly account: AccountName;
  readonly id: string;
  /** Where both sides of a trade may be one's own. */
  readonly role?: string | undefined;
}

/** What an entry follows from. */
export async function fetchReceipt(request: ReceiptRequest): Promise<Receipt> {
  const { receipt } = await get<ReceiptAnswer>('/api/web/v1/receipt', { ...request });
  return receipt;
}
