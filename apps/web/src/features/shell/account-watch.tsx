/** Watches the account of whoever is signed in, on every page. */

import { useEffect } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { moreMessages } from '../../platform/locale/locale.ts';

const AccountNews = lazyPart(async () => {
  const [part] = await Promise.all([import('./account-news.tsx'), moreMessages()]);
  return part.AccountNews;
}, 0);

/** Renders what explains itself when it happens. */
export function AccountWatch() {
  const { user } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    if (user === null) client.removeQueries({ queryKey: KEYS.all });
  }, [user, client]);
  return user === null ? null : <AccountNews />;
}
