/** Total of all accounts, how it is spread, and the accounts. */

import { ButtonLink } from '../../components/button.tsx';
import { CoinMark, coinHue } from '../../components/coin-mark.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { pow10, toText, wide } from '../../data/decimal.ts';
import { plainPercent } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type Holding, valueText } from '../../data/state/portfolio.ts';
import { useContractAssets } from '../../data/state/positions.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { RequireSession } from '../shell/require-session.tsx';
import { useTitle } from '../shell/use-title.ts';
import { TotalValue } from './total-value.tsx';
import { useHoldings } from './use-holdings.ts';
import './assets.css';

const SLICES = 6;

/** Share of `part` in `whole` as a decimal fraction, to the nearest thousandth. */
function shareOf(part: bigint, whole: bigint): string {
  return whole <= 0n ? '0' : toText((part * 2000n + whole) / (whole * 2n), 3);
}

function Allocation({
  rows,
  total,
}: {
  readonly rows: readonly Holding[];
  readonly total: bigint;
}) {
  const t = useT();
  const top = rows.filter((row) => (row.value ?? 0n) > 0n).slice(0, SLICES);
  if (total < pow10(10) || top.length === 0)
    return <EmptyState text={t(SIMULATING ? 'paper.noFunds' : 'assets.none')} />;
  return (
    <>
      <div className="allocation-bar" aria-hidden="true">
        {top.map((row) => (
          <span
            key={row.coin}
            style={{
              flexGrow: shareOf(row.value ?? 0n, total),
              background: `hsl(${coinHue(row.coin)} 62% 48%)`,
            }}
          />
        ))}
      </div>
      <ul className="allocation">
        {top.map((row) => (
          <li key={row.coin}>
            <CoinMark coin={row.coin} size={22} />
            <strong>{row.coin}</strong>
            <span className="num">{valueText(row.value)}</span>
            <span className="num muted">{plainPercent(shareOf(row.value ?? 0n, total))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Equity of the futures account, wide units; null while it is not known. */
function useFuturesEquity(): bigint | null {
  const { data } = useContractAssets();
  return data === undefined ? null : data.reduce((sum, row) => sum + wide(row.accountEquity), 0n);
}

function Overview() {
  const t = useT();
  useTitle(`${t('nav.assets')} | Halcyon`);
  const { query, rows, total } = useHoldings();
  const equity = useFuturesEquity();
  const all = total === null || equity === null ? null : total + equity;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.assetsOverview')}</h1>
      <div className="asset-grid">
        <section className="card asset-total">
          <h2>{t('assets.totalValue')}</h2>
          <TotalValue value={all} />
          <div className="asset-actions">
            <ButtonLink look="primary" to={PATHS.spotAssets}>
              {t(SIMULATING ? 'paper.addFunds' : 'order.addFunds')}
            </ButtonLink>
            <ButtonLink to={spotPath()}>{t('nav.trade')}</ButtonLink>
            <ButtonLink to={PATHS.records}>{t('records.title')}</ButtonLink>
          </div>
        </section>
        <section className="card">
          <h2>{t('assets.allocation')}</h2>
          {query.isError && total === null ? (
            <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
          ) : total === null ? (
            <SkeletonRows rows={4} />
          ) : (
            <Allocation rows={rows} total={total} />
          )}
        </section>
      </div>
      <section className="card asset-accounts">
        <h2>{t('assets.accounts')}</h2>
        <Link className="asset-account" to={PATHS.spotAssets}>
          <span>{t('assets.spot')}</span>
          <span className="num">{valueText(total)}</span>
        </Link>
        <Link className="asset-account" to={PATHS.futuresAssets}>
          <span>{t('assets.futures')}</span>
          <span className="num">{valueText(equity)}</span>
        </Link>
      </section>
    </div>
  );
}

/** The page at `/asset`. */
export function AssetsOverviewPage() {
  return (
    <RequireSession>
      <Overview />
    </RequireSession>
  );
}
