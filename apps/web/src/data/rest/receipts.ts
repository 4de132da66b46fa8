/** Receipts of entries, by the web app's own API. */

import type { ReceiptAccount, SealAnswer } from '@halcyon/domain';
import { type ReceiptAnswer, type ReceiptSubject, SEALS_PAGE } from '@halcyon/domain/web';
import { web } from './web.ts';

/** The entry whose receipt is wanted. */
export interface ReceiptRequest {
  readonly of: ReceiptSubject;
  /** 'fund' = an entry of the protection fund, which everybody may see. */
  readonly account: ReceiptAccount;
  readonly id: string;
  /** Where both sides of a trade may be one's own. */
  readonly role?: 'maker' | 'taker' | undefined;
}

/** What an entry follows from, and how that proves itself. */
export function fetchReceipt({ account, ...request }: ReceiptRequest): Promise<ReceiptAnswer> {
  if (account === 'fund') return web('GET /protection-fund/receipt', { entry: request.id });
  return web('GET /receipt', { account, ...request });
}

/** Has the receipts of a venue that wait sealed within minutes. */
export function sealReceipts(venue: SealAnswer['venue']): Promise<null> {
  return web('POST /receipt/seal', { venue });
}

/** Every seal of a venue, the oldest first; asks for more pages while one is full. */
export async function fetchSeals(venue: SealAnswer['venue']): Promise<readonly SealAnswer[]> {
  const all: SealAnswer[] = [];
  for (;;) {
    const after = all.at(-1)?.from ?? 0;
    const { seals } = await web('GET /seals', { venue, after });
    all.push(...seals);
    if (seals.length < SEALS_PAGE) return all;
  }
}
