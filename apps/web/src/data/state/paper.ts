/** The paper account: its funds, how true its fills were, and which instruments are paused. */

import type {
  PaperFidelity,
  PaperFundsChange,
  PaperFundsRow,
  PaperPauseReason,
  PaperPauseRow,
} from '@halcyon/domain/web';
import { useQuery } from '@tanstack/react-query';
import { SIMULATING, venueKey } from '../../platform/simulation/venue.ts';
import { get, post } from '../rest/http.ts';
import { KEYS, useAccountQuery } from './account.ts';

const PAPER = '/api/web/v1/paper';
const PAUSES_MS = 5_000;

/** Keys of the paper account's queries. */
export const PAPER_KEYS = {
  funds: [...KEYS.all, 'funds'],
  fidelity: [...KEYS.all, 'fidelity'],
  start: venueKey('paper-start'),
} as const;

/** The funds of the account, with what can be added or taken away. */
export function usePaperFunds() {
  return useAccountQuery<readonly PaperFundsRow[]>(PAPER_KEYS.funds, () => get(`${PAPER}/funds`));
}

/** What a new account has, by coin: for a visitor whose first order opens one. */
export function useStartFunds(enabled: boolean) {
  return useQuery({
    queryKey: PAPER_KEYS.start,
    queryFn: async () => {
      const rows = await get<PaperFundsRow[]>(`${PAPER}/funds`);
      return new Map(rows.map((row) => [row.coin, row.available]));
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Adds to or takes from the funds; rejects with an ApiError. */
export function changeFunds(change: PaperFundsChange): Promise<unknown> {
  return post(`${PAPER}/funds`, change);
}

/** Cancels the open orders and sets every balance to its start; rejects with an ApiError. */
export function resetFunds(): Promise<unknown> {
  return post(`${PAPER}/reset`);
}

/** How true the fills of the account were. */
export function useFidelity() {
  return useAccountQuery<PaperFidelity>(PAPER_KEYS.fidelity, () => get(`${PAPER}/fidelity`));
}

/** Why an instrument is paused on paper; undefined while it is not, and in live trading. */
export function usePause(symbol: string): PaperPauseReason | undefined {
  const { data } = useQuery({
    queryKey: venueKey('pauses'),
    queryFn: () => get<PaperPauseRow[]>(`${PAPER}/pauses`),
    enabled: SIMULATING,
    refetchInterval: PAUSES_MS,
  });
  return data?.find((row) => row.symbol === symbol)?.reason;
}
