/** All markets: search, favourites, quotes, sort. */

import { useMemo, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Segments, type TabItem } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import { listedKey } from '../../data/state/product.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useFavourites } from '../../platform/storage/favourites.ts';
import { matchesSearch, type Sort, type SortKey, sortMarkets } from './market-list.ts';
import { MarketTable } from './market-table.tsx';
import { type Markets, useMarkets } from './use-markets.ts';

const ALL = 'all';
const FUTURES = 'futures';
const FAVOURITES = 'favourites';

function useTabs(spot: Markets): readonly TabItem<string>[] {
  const t = useT();
  return useMemo(() => {
    const quotes = [...new Set(spot.rows.map((row) => row.instrument.quote))];
    const byQuote = quotes.length > 1 ? quotes.map((key) => ({ key, label: key })) : [];
    return [
      { key: FAVOURITES, label: t('markets.favourites') },
      { key: ALL, label: t('markets.all') },
      ...byQuote,
      { key: FUTURES, label: t('nav.futures') },
    ];
  }, [spot.rows, t]);
}

/** The markets of a tab: a favourite may be a spot pair or a contract. */
function useShown(spot: Markets, futures: Markets, tab: string): Markets {
  return useMemo(() => {
    if (tab === FUTURES) return futures;
    if (tab !== FAVOURITES || futures.phase !== 'ready') return spot;
    return { ...spot, rows: [...spot.rows, ...futures.rows] };
  }, [spot, futures, tab]);
}

function useFiltered(markets: Markets, tab: string, search: string, sort: Sort) {
  const favourites = useFavourites();
  const rows = markets.rows.filter(({ instrument }) => {
    if (!matchesSearch(instrument, search)) return false;
    if (tab === FAVOURITES) return favourites.has(listedKey(instrument));
    return tab === ALL || tab === FUTURES || instrument.quote === tab;
  });
  return { favourites, rows: sortMarkets(rows, sort) };
}

/** The page at `/markets`. */
export function MarketsPage() {
  const t = useT();
  useTitle(`${t('nav.markets')} | Halcyon`, t('meta.markets'));
  const [tab, setTab] = useState(ALL);
  const spot = useMarkets('spot');
  const futures = useMarkets('futures', tab === FUTURES || tab === FAVOURITES);
  const tabs = useTabs(spot);
  const markets = useShown(spot, futures, tab);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>({ key: 'volume', falling: true });
  const { favourites, rows } = useFiltered(markets, tab, search, sort);
  const onSort = (key: SortKey) =>
    setSort((before) => ({
      key,
      falling: before.key === key ? !before.falling : key !== 'name',
    }));
  return (
    <div className="page page-wide">
      <div className="market-head">
        <h1 className="page-title">{t('nav.markets')}</h1>
        {markets.stale && (
          <p className="badge badge-warn" role="status">
            <span className="badge-dot" />
            {t('link.stale')}
          </p>
        )}
      </div>
      <p className="page-intro">{t('meta.markets')}</p>
      <div className="market-tools">
        <Segments label={t('markets.category')} items={tabs} value={tab} onChange={setTab} />
        <label className="input-box market-search">
          <Icon name="search" />
          <span className="visually-hidden">{t('markets.search')}</span>
          <input
            type="search"
            placeholder={t('markets.search')}
            value={search}
            maxLength={40}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      </div>
      <div className={`card market-card ${markets.stale ? 'is-stale' : ''}`}>
        {markets.phase === 'loading' && <SkeletonRows rows={20} height={31} />}
        {markets.phase === 'failed' && (
          <ErrorState message={t('state.unreachable')} onRetry={markets.retry} />
        )}
        {markets.phase === 'ready' && rows.length > 0 && (
          <MarketTable
            label={t('nav.markets')}
            rows={rows}
            favourites={favourites}
            sort={sort}
            onSort={onSort}
          />
        )}
        {markets.phase === 'ready' && rows.length === 0 && (
          <EmptyState
            text={
              tab === FAVOURITES && search === '' ? t('markets.noFavourites') : t('table.empty')
            }
          />
        )}
      </div>
    </div>
  );
}
