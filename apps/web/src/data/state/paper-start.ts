/** What a paper account begins with. */

import type { PaperFundsRow } from '@halcyon/domain/web';
import { venueKey } from '../../platform/simulation/venue.ts';
import { useQuery } from '../query/use-query.ts';
import { get } from '../rest/http.ts';

/** What a new account has, by coin: for a visitor whose first order opens one. */
export function useStartFunds(enabled: boolean) {
  return useQuery({
    queryKey: venueKey('paper-start'),
    queryFn: async () => {
      const rows = await get<PaperFundsRow[]>('/api/web/v1/paper/funds');
      return new Map(rows.map((row) => [row.coin, row.available]));
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
