/** How many notifications of all accounts are not read: the server counts them, for every browser alike. */

import type { UnreadNotices } from '@halcyon/domain/web';
import { useQuery } from '../query/use-query.ts';
import { web } from '../rest/web.ts';
import { KEYS } from './account.ts';
import { useSession } from './session.ts';

/** Their number; 0 while it is not known. What is new, and what was read elsewhere, comes by the stream. */
export function useUnread(): number {
  const { user } = useSession();
  const query = useQuery<UnreadNotices>({
    queryKey: [...KEYS.notices, 'unread'],
    queryFn: () => web('GET /notices/unread'),
    enabled: user !== null,
  });
  return query.data?.unread ?? 0;
}
