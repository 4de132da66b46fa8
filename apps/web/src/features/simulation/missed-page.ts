/** Says, on the page that it leads to, that simulation trading does not have the page that was asked for. */

import { allowedInSimulation, INSTEAD_OF, PAGES, type PageId } from '@halcyon/domain/web';
import { useEffect } from 'react';
import { toast } from '../../components/toast.tsx';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { leaveSimulation } from '../../platform/simulation/mode.ts';

/** What pages are called that the mode does not have; of ways in, as log-in, nothing is said. */
export const MISSED: Readonly<Partial<Record<PageId, MessageId>>> = {
  markets: 'nav.markets',
  deposit: 'nav.deposit',
  withdraw: 'nav.withdraw',
  convert: 'nav.convert',
  security: 'nav.security',
  subAccounts: 'subs.title',
  copyTrading: 'nav.copyTrading',
  copyTrader: 'nav.copyTrader',
  copyMine: 'nav.copyMine',
  resetPassword: 'reset.title',
  outbox: 'outbox.title',
  apiDocs: 'nav.apiDocs',
};

const NAMED = new RegExp(`[?&]${INSTEAD_OF}=([A-Za-z]+)(?:&|$)`);

/** The page that an address names and that the mode does not have. @param search of the address */
export function missedPage(search: string): PageId | null {
  const name = NAMED.exec(search)?.[1] ?? '';
  if (!Object.hasOwn(MISSED, name)) return null;
  const id = name as PageId;
  return allowedInSimulation(PAGES[id]) ? null : id;
}

/** Tells it once: the address loses the name of the page. The notice has the way to that page. */
export function useMissedNews(): void {
  const t = useT();
  const go = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const id = missedPage(search);
    if (NAMED.test(search)) go(pathname, true);
    const name = id === null ? undefined : MISSED[id];
    if (id === null || name === undefined) return;
    // One that names somebody is found from the first page.
    const path = PAGES[id].includes(':') ? undefined : PAGES[id];
    const run = () => leaveSimulation(path);
    toast('info', t('simulation.missed', { page: t(name) }), {
      label: t('simulation.leave'),
      run,
    });
  }, [t, go, pathname, search]);
}
