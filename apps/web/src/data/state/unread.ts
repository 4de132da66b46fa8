/** How many notifications of all accounts are not read: the server counts them, for every browser alike. */

import type { UnreadNotices } from '@halcyon/domain/web';
import { useQuery } from '../query/use-query.ts';
import { web } from '../rest/web.ts';
import { KEYS } from './account.ts';
import { useSession } from './session.ts';

/** What another browser read is known here after so long, ms; what is new comes by the stream. */
const LOOK_MS = 60_000;

/** Their number; 0 while it is not known. */
export function useUnread(): number {
  const { user } = useSession();
  const query = useQuery<UnreadNotices>({
    queryKey: [...KEYS.notices, 'unread'],
    queryFn: () => web('GET /notices/unread'),
    enabled: user !== null,
    staleTime: LOOK_MS,
    refetchInterval: LOOK_MS,
  });
  return query.data?.unread ?? 0;
}
