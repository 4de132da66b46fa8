/** Spot balances, their value, and the test faucet. */

import { useState } from 'react';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { CardTable } from '../../components/antd/card-table.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { CoinCell } from '../../components/coin-cell.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { compareText, pow10, WIDE_SCALE } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useTotals } from '../../data/state/currency-rates.ts';
import { type PortfolioHolding, VALUE_COIN } from '../../data/state/portfolio.ts';
import { useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { hideSmallBalances, useSmallHidden } from '../../platform/storage/small-balances.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { FaucetPanel } from './faucet-panel.tsx';
import { PaperFunds } from './paper-funds.tsx';
import { TotalValue } from './total-value.tsx';
import { useHoldings } from './use-holdings.ts';
import './assets.css';

function matches(row: PortfolioHolding, search: string, hideSmall: boolean): boolean {
  if (hideSmall && row.value !== null && row.value < pow10(WIDE_SCALE)) return false;
  return row.coin.includes(search.trim().toUpperCase());
}

function useColumns() {
  const t = useT();
  const totals = useTotals();
  const number = (title: string, key: 'total' | 'available' | 'held') => ({
    key,
    title,
    align: 'end' as const,
    sorter: (a: PortfolioHolding, b: PortfolioHolding) => compareText(a[key], b[key]),
    render: (row: PortfolioHolding) => <span className="num">{amount(row[key])}</span>,
  });
  return [
    {
      key: 'coin',
      title: t('assets.coin'),
      sorter: (a: PortfolioHolding, b: PortfolioHolding) => a.coin.localeCompare(b.coin),
      render: ({ coin }: PortfolioHolding) => <CoinCell coin={coin} size={24} />,
    },
    number(t('assets.total'), 'total'),
    number(t('order.available'), 'available'),
    number(t('assets.held'), 'held'),
    {
      key: 'value',
      title: t('assets.value'),
      align: 'end' as const,
      sorter: (a: PortfolioHolding, b: PortfolioHolding) => {
        const [left, right] = [a.value ?? 0n, b.value ?? 0n];
        return left < right ? -1 : left > right ? 1 : 0;
      },
      render: (row: PortfolioHolding) => (
        <bdi dir="ltr" className="num">
          {totals.worth(row.value)}
        </bdi>
      ),
    },
    {
      key: 'trade',
      goes: 0,
      title: <span className="visually-hidden">{t('orders.actions')}</span>,
      align: 'end' as const,
      render: (row: PortfolioHolding) =>
        row.coin === VALUE_COIN ? null : (
          <Link to={spotPath(row.coin + VALUE_COIN)}>{t('nav.trade')}</Link>
        ),
    },
  ];
}

/** An account without coins leads to the ways to have some. */
function NoCoins() {
  const t = useT();
  return (
    <EmptyList what="coins">
      {!SIMULATING && <ButtonLink to={PATHS.deposit}>{t('nav.deposit')}</ButtonLink>}
    </EmptyList>
  );
}

function Balances() {
  const t = useT();
  const { query, rows } = useHoldings();
  const [search, setSearch] = useState('');
  const hideSmall = useSmallHidden();
  const columns = useColumns();
  if (query.isError && query.data === undefined) {
    return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="card">
      <div className="asset-filters">
        <label className="input-box asset-search">
          <Icon name="search" />
          <span className="visually-hidden">{t('assets.search')}</span>
          <input
            type="search"
            placeholder={t('assets.search')}
            value={search}
            maxLength={40}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={hideSmall}
            onChange={(event) => hideSmallBalances(event.target.checked)}
          />
          {t('assets.hideSmall')}
        </label>
      </div>
      <CardTable<PortfolioHolding>
        label={t('orders.balances')}
        low
        size="middle"
        rowKey="coin"
        {...(rows.length === 0 && { empty: <NoCoins /> })}
        loading={query.isPending}
        dataSource={rows.filter((row) => matches(row, search, hideSmall))}
        columns={columns}
      />
    </div>
  );
}

function SpotAssets() {
  const t = useT();
  const session = useSession();
  useTitle(`${t('assets.spot')} | Halcyon`);
  const { total } = useHoldings();
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('assets.spot')}</h1>
      <div className="asset-side">
        <section className="card asset-total asset-head">
          <div>
            <h2>{t('assets.totalValue')}</h2>
            <TotalValue value={total} />
          </div>
          <div className="asset-actions">
            <ButtonLink look="primary" to={spotPath()}>
              {t('nav.trade')}
            </ButtonLink>
            {!SIMULATING && <ButtonLink to={PATHS.deposit}>{t('nav.deposit')}</ButtonLink>}
            {!SIMULATING && <ButtonLink to={PATHS.withdraw}>{t('nav.withdraw')}</ButtonLink>}
            <ButtonLink to={PATHS.spotRecords}>{t('records.title')}</ButtonLink>
          </div>
        </section>
        {SIMULATING && <PaperFunds />}
        {!SIMULATING && ACTING === '' && session.faucet && <FaucetPanel />}
        <Balances />
      </div>
    </div>
  );
}

/** The page at `/asset/spot`. */
export function SpotAssetsPage() {
  return (
    <RequireSession>
      <AntdFrame>
        <SpotAssets />
      </AntdFrame>
    </RequireSession>
  );
}
