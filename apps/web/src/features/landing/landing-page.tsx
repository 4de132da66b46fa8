/** What this is, the busiest markets live, and the way in. */

import { memo, useMemo } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { CoinMark } from '../../components/coin-mark.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { compact, direction, price, signedPercent } from '../../data/format.ts';
import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { type MarketRow, sameRow, sortMarkets } from '../markets/market-list.ts';
import { useMarkets } from '../markets/use-markets.ts';
import { useSpark } from '../markets/use-spark.ts';
import { SimulationSwitch } from '../simulation/simulation-switch.tsx';
import { AppOffer } from './app-offer.tsx';
import './landing.css';

const TOP = 6;

const TopMarket = memo(
  function TopMarket({ row }: { readonly row: MarketRow }) {
    const { instrument, ticker } = row;
    const spark = useSpark(instrument, true);
    const way = direction(ticker?.change);
    return (
      <li>
        <Link className="top-market" to={spotPath(instrument.symbol)}>
          <CoinMark coin={instrument.base} size={32} />
          <span className="top-name">
            <strong className="num">{`${instrument.base}/${instrument.quote}`}</strong>
            <span className="muted">{compact(row.turnover)} USDT</span>
          </span>
          <Sparkline values={spark} direction={way} width={84} height={30} />
          <span className="top-price num">
            <strong>{price(ticker?.last, instrument.priceScale)}</strong>
            <span className={way}>{signedPercent(ticker?.change)}</span>
          </span>
        </Link>
      </li>
    );
  },
  (a, b) => sameRow(a.row, b.row),
);

function TopMarkets() {
  const t = useT();
  const markets = useMarkets('spot');
  const rows = useMemo(
    () => sortMarkets(markets.rows, { key: 'volume', falling: true }).slice(0, TOP),
    [markets.rows],
  );
  return (
    <section className="card top-markets" aria-labelledby="top-markets">
      <div className="top-head">
        <h2 id="top-markets">{t('landing.top')}</h2>
        <Link to={PATHS.markets}>{t('notFound.markets')}</Link>
      </div>
      <div className="top-body">
        {markets.phase === 'loading' && <SkeletonRows rows={TOP} height={40} />}
        {markets.phase === 'failed' && (
          <ErrorState message={t('state.unreachable')} onRetry={markets.retry} />
        )}
        {markets.phase === 'ready' && (
          <ul className={markets.stale ? 'is-stale' : ''}>
            {rows.map((row) => (
              <TopMarket key={row.instrument.symbol} row={row} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Hero() {
  const t = useT();
  const { user, simulated, faucet } = useSession();
  return (
    <section className="hero">
      {simulated && (
        <p className="badge hero-badge">
          <span className="badge-dot" />
          {t('sim.badge')}
        </p>
      )}
      <h1>{t('landing.title')}</h1>
      <p className="hero-text">{t(simulated ? 'landing.text' : 'landing.own')}</p>
      <div className="hero-actions">
        <ButtonLink look="primary" large to={spotPath()}>
          {t('landing.start')}
        </ButtonLink>
        {user === null ? (
          <ButtonLink large to={PATHS.register}>
            {t('auth.createAccount')}
          </ButtonLink>
        ) : (
          <ButtonLink large to={faucet ? PATHS.spotAssets : PATHS.deposit}>
            {t(faucet ? 'order.addFunds' : 'nav.deposit')}
          </ButtonLink>
        )}
      </div>
      <p className="hero-simulation">
        <span className="muted">{t('simulation.invite')}</span>
        <SimulationSwitch look="link" />
      </p>
      {simulated && (
        <p className="hero-note">
          <Icon name="info" />
          {t('landing.simulated')}
        </p>
      )}
    </section>
  );
}

interface Feature {
  readonly icon: IconName;
  readonly title: MessageId;
  readonly text: MessageId;
}

const FEATURES: readonly Feature[] = [
  { icon: 'check', title: 'landing.exact.title', text: 'landing.exact.text' },
  { icon: 'download', title: 'landing.durable.title', text: 'landing.durable.text' },
  { icon: 'external', title: 'landing.api.title', text: 'landing.api.text' },
  { icon: 'wallet', title: 'landing.own.title', text: 'landing.own.text' },
];

/** The page at `/`. */
export function LandingPage() {
  const t = useT();
  useTitle(t('landing.documentTitle'), t('landing.text'));
  return (
    <div className="landing">
      <div className="landing-top">
        <Hero />
        <TopMarkets />
      </div>
      <AppOffer />
      <ul className="features">
        {FEATURES.map((feature) => (
          <li key={feature.title} className="card">
            <span className="feature-icon">
              <Icon name={feature.icon} size={20} />
            </span>
            <h2>{t(feature.title)}</h2>
            <p className="muted">{t(feature.text)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
