/** What simulation trading follows: the live market, a recording, or another exchange. */

import type { PaperFlow } from '@halcyon/domain/web';
import { SIMULATING, venueKey } from '../../platform/simulation/venue.ts';
import { useQuery } from '../query/use-query.ts';
import { RequestError } from '../rest/api-error.ts';
import { web } from '../rest/web.ts';
import { loadSession } from './session.ts';

const EVERY_MS = 5_000;

/** A page that is open when a fault closes the venue learns of it here: the session says so. */
async function flow(): Promise<PaperFlow> {
  try {
    return await web('GET /paper/flow');
  } catch (error) {
    if (error instanceof RequestError && error.reason === 'paperFault') void loadSession();
    throw error;
  }
}

/** The latest word of it; undefined until it is known, and in live trading. */
export function usePaperFlow(): PaperFlow | undefined {
  const { data } = useQuery({
    queryKey: venueKey('flow'),
    queryFn: flow,
    enabled: SIMULATING,
    refetchInterval: EVERY_MS,
  });
  return data;
}
