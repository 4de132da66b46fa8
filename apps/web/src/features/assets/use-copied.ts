/** What of somebody's money is in copy portfolios; wide units of USDT. */

import type { CopyPortfolioRow } from '@halcyon/domain/web';
import { wide } from '../../data/decimal.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchPortfolios } from '../../data/rest/copying.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';

const EVERY_MS = 5_000;

/** What portfolios that have not ended are worth; null = there are none. */
export function copiedWorth(
  rows: readonly Pick<CopyPortfolioRow, 'endedAt' | 'equity'>[],
): bigint | null {
  const open = rows.filter(({ endedAt }) => endedAt === null);
  return open.length === 0 ? null : open.reduce((sum, { equity }) => sum + wide(equity), 0n);
}

/**
 * What copy portfolios are worth: null = there are none, undefined = it is not known yet. Where copying is not
 * offered, and to sub-accounts and on paper, there are none.
 */
export function useCopied() {
  const { user, copyTrading } = useSession();
  const has = copyTrading && ACTING === '' && !SIMULATING;
  const { data, error, refetch } = useQuery({
    queryKey: [...KEYS.all, 'copy-portfolios'],
    queryFn: fetchPortfolios,
    enabled: has && user !== null,
    refetchInterval: EVERY_MS,
  });
  const worth = data === undefined ? undefined : copiedWorth(data.rows);
  return { worth: has ? worth : null, error, refetch };
}
