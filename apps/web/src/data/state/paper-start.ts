/** What a paper account begins with. */

import { venueKey } from '../../platform/simulation/venue.ts';
import { useQuery } from '../query/use-query.ts';
import { web } from '../rest/web.ts';

/** What a new account has, by coin: for a visitor whose first order opens one. */
export function useStartFunds(enabled: boolean) {
  return useQuery({
    queryKey: venueKey('paper-start'),
    queryFn: async () => {
      const rows = await web('GET /paper/funds');
      return new Map(rows.map((row) => [row.coin, row.available]));
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
