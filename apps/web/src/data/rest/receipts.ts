/** Receipts of entries, by the web app's own API. */

import type { AccountName } from '@halcyon/domain';
import type { ReceiptAnswer, ReceiptSubject } from '@halcyon/domain/web';
import { get, post } from './http.ts';

/** The entry whose receipt is wanted. */
export interface ReceiptRequest {
  readonly of: ReceiptSubject;
  readonly account: AccountName;
  readonly id: string;
  /** Where both sides of a trade may be one's own. */
  readonly role?: string | undefined;
}

/** What an entry follows from, and how that proves itself. */
export function fetchReceipt(request: ReceiptRequest): Promise<ReceiptAnswer> {
  return get<ReceiptAnswer>('/api/web/v1/receipt', { ...request });
}

/** Has the receipts that wait sealed within minutes. */
export function sealReceipts(): Promise<null> {
  return post<null>('/api/web/v1/receipt/seal');
}
