/** What the pages of fees read. */

import type { FeeScheduleInfo, OwnFees } from '@halcyon/domain/web';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchFees, fetchOwnFees } from '../../data/rest/fees.ts';
import { useSession } from '../../data/state/session.ts';

const FRESH_MS = 30_000;

/** The schedule. */
export function useSchedule() {
  return useQuery<FeeScheduleInfo>({
    queryKey: ['fees'],
    queryFn: fetchFees,
    staleTime: FRESH_MS,
  });
}

/** Who a level belongs to: a person who is signed in; a guest has none. */
export function useHasLevel(): boolean {
  const { user } = useSession();
  return user !== null && user.guest !== true;
}

/** What is one's own. */
export function useOwnFees() {
  return useQuery<OwnFees>({
    queryKey: ['account', 'fees'],
    queryFn: fetchOwnFees,
    enabled: useHasLevel(),
    staleTime: 0,
  });
}
