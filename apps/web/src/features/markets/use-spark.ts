/** The last day of an instrument in 24 points, for sparklines. */

import { useQuery } from '../../data/query/use-query.ts';
import { fetchCandles } from '../../data/rest/market.ts';
import { type ListedInstrument, listedKey } from '../../data/state/product.ts';
import { venueKey } from '../../platform/simulation/venue.ts';

const HOURS = 24;

/** Closing prices of the last 24 hours, oldest first; empty until they are known. */
export function useSpark(
  { product, symbol }: ListedInstrument,
  enabled: boolean,
): readonly number[] {
  const query = useQuery({
    queryKey: venueKey('spark', listedKey({ product, symbol })),
    queryFn: async ({ signal }) => {
      const rows = await fetchCandles({ product, symbol }, '1h', HOURS, signal);
      return rows.map((row) => Number(row[4])).filter((value) => Number.isFinite(value));
    },
    staleTime: 5 * 60_000,
    enabled,
  });
  return query.data ?? [];
}
