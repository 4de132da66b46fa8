/** Receipts of entries and what proves them, by the web app's own API. */

import type { AccountName, Receipt, SealAnswer } from '@halcyon/domain';
import {
  type ReceiptAnswer,
  type ReceiptSubject,
  SEALS_PAGE,
  type SealsAnswer,
} from '@halcyon/domain/web';
import { get, post } from './http.ts';

const API = '/api/web/v1';

/** The entry whose receipt is wanted. */
export interface ReceiptRequest {
  readonly of: ReceiptSubject;
  readonly account: AccountName;
  readonly id: string;
  /** Where both sides of a trade may be one's own. */
  readonly role?: string | undefined;
}

/** What an entry follows from, with its proof. */
export function fetchReceipt(request: ReceiptRequest): Promise<ReceiptAnswer> {
  return get<ReceiptAnswer>(`${API}/receipt`, { ...request });
}

/** Has receipts sealed soon. */
export function sealSoon(): Promise<null> {
  return post<null>(`${API}/receipt/seal`, {});
}

/** All seals of a venue, the oldest first. */
export async function fetchSeals(venue: Receipt['venue']): Promise<readonly SealAnswer[]> {
  const all: SealAnswer[] = [];
  for (;;) {
    const after = String(all.at(-1)?.to ?? 0);
    const { seals } = await get<SealsAnswer>(`${API}/seals`, { venue, after });
    all.push(...seals);
    if (seals.length < SEALS_PAGE) return all;
  }
}
