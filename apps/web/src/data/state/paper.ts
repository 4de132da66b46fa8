/** The paper account: its funds, and how true its fills were. */

import type { PaperFidelity, PaperFundsChange, PaperFundsRow } from '@halcyon/domain/web';
import { web } from '../rest/web.ts';
import { KEYS, useAccountQuery } from './account.ts';

/** Keys of the paper account's queries. */
export const PAPER_KEYS = {
  funds: [...KEYS.all, 'funds'],
  fidelity: [...KEYS.all, 'fidelity'],
} as const;

/** The funds of the account, with what can be added or taken away. */
export function usePaperFunds() {
  return useAccountQuery<readonly PaperFundsRow[]>(PAPER_KEYS.funds, () => web('GET /paper/funds'));
}

/** Adds to or takes from the funds; rejects with an ApiError. */
export function changeFunds(change: PaperFundsChange): Promise<unknown> {
  return web('POST /paper/funds', change);
}

/** Cancels the open orders and sets every balance to its start; rejects with an ApiError. */
export function resetFunds(): Promise<unknown> {
  return web('POST /paper/reset');
}

/** How true the fills of the account were. */
export function useFidelity() {
  return useAccountQuery<PaperFidelity>(PAPER_KEYS.fidelity, () => web('GET /paper/fidelity'));
}
