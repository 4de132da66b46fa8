/** What simulation trading follows: the live market, a recording, or another exchange. */

import type { PaperFlow } from '@halcyon/domain/web';
import { SIMULATING, venueKey } from '../../platform/simulation/venue.ts';
import { useQuery } from '../query/use-query.ts';
import { get } from '../rest/http.ts';

const EVERY_MS = 5_000;

/** The latest word of it; undefined until it is known, and in live trading. */
export function usePaperFlow(): PaperFlow | undefined {
  const { data } = useQuery({
    queryKey: venueKey('flow'),
    queryFn: () => get<PaperFlow>('/api/web/v1/paper/flow'),
    enabled: SIMULATING,
    refetchInterval: EVERY_MS,
  });
  return data;
}
