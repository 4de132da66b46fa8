/** Which instruments are paused on paper. */

import type { PaperPauseReason } from '@halcyon/domain/web';
import { SIMULATING, venueKey } from '../../platform/simulation/venue.ts';
import { useQuery } from '../query/use-query.ts';
import { web } from '../rest/web.ts';
import type { ListedInstrument } from './product.ts';

const EVERY_MS = 5_000;

/** Why an instrument is paused on paper; undefined while it is not, and in live trading. */
export function usePause({ product, symbol }: ListedInstrument): PaperPauseReason | undefined {
  const { data } = useQuery({
    queryKey: venueKey('pauses'),
    queryFn: () => web('GET /paper/pauses'),
    enabled: SIMULATING,
    refetchInterval: EVERY_MS,
  });
  return data?.find((row) => row.product === product && row.symbol === symbol)?.reason;
}
