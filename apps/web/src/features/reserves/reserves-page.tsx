/** What the exchange owes and has, proved: the newest root, its assets, the own balance and all roots. */

import type { ReservesHead } from '@halcyon/domain';
import { useRef } from 'react';
import { Icon } from '../../components/icon.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchReserves, fetchRoots } from '../../data/rest/reserves.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { AssetsCard } from './assets-card.tsx';
import { ChainCard } from './chain-card.tsx';
import { NewestCard } from './newest-card.tsx';
import { OwnCard } from './own-card.tsx';
import { StatedCard } from './stated-card.tsx';
import './reserves.css';

/** A root is made an hour, or when somebody asks for one. */
const LOOK_EVERY_MS = 15_000;

/** The page at `/proof-of-reserves`. */
export function ReservesPage() {
  const t = useT();
  useTitle(`${t('nav.reserves')} | Halcyon`);
  const now = useQuery({
    queryKey: ['reserves'],
    queryFn: fetchReserves,
    refetchInterval: LOOK_EVERY_MS,
  });
  const { data } = now;
  const root = data?.root ?? null;
  const chain = useRoots(root?.link, data !== undefined);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.reserves')}</h1>
      <p className="page-intro">{t('reserves.intro')}</p>
      <ul className="reserves-notes">
        <Note text={t('reserves.testMoney')} />
        {SIMULATING && <Note text={t('reserves.paper')} />}
        {data?.isHalted === true && <Note text={t('reserves.halted')} isWrong />}
        {data?.isDamaged === true && <Note text={t('reserves.damaged')} isWrong />}
      </ul>
      {now.isPending && <SkeletonRows rows={8} height={28} />}
      {data === undefined && now.isError && (
        <ErrorState message={errorText(t, now.error)} onRetry={() => void now.refetch()} />
      )}
      {data !== undefined && (
        <>
          <div className="reserves-grid">
            <NewestCard root={root} />
            <OwnCard root={root} chain={chain.data} />
          </div>
          {root !== null && <AssetsCard root={root} />}
          {data.stated !== null && <StatedCard stated={data.stated} />}
          <ChainCard query={chain} />
        </>
      )}
    </div>
  );
}

/** All roots. @param newest link: a list from before it would lack it */
function useRoots(newest: string | undefined, enabled: boolean) {
  const known = useRef<readonly ReservesHead[]>([]);
  return useQuery({
    queryKey: ['reserves-roots', newest ?? ''],
    queryFn: async () => {
      known.current = await fetchRoots(known.current);
      return known.current;
    },
    enabled,
  });
}

function Note({ text, isWrong = false }: { readonly text: string; readonly isWrong?: boolean }) {
  return (
    <li className={isWrong ? 'wrong' : undefined}>
      <Icon name={isWrong ? 'error' : 'info'} size={18} />
      <span>{text}</span>
    </li>
  );
}
