/** Total of all accounts, how it is spread over coins and accounts, and the way to each. */

import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { CoinMark, coinHue } from '../../components/coin-mark.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import { pow10, WIDE_SCALE } from '../../data/decimal.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useTotals } from '../../data/state/currency-rates.ts';
import { useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { hideSmallBalances, useSmallHidden } from '../../platform/storage/small-balances.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { COPY_PATHS } from '../copying/copy-paths.ts';
import { Allocation, type Slice } from './allocation.tsx';
import { TotalValue } from './total-value.tsx';
import { type AllocationPart, sumOf, useWorth } from './use-worth.ts';
import './assets.css';

const ValueSection = lazyPart(async () => {
  const [part] = await Promise.all([import('./curve/value-section.tsx'), moreMessages()]);
  return part.ValueSection;
}, 12);

/** Coins that are told one by one; what is less is summed. */
const COINS_SHOWN = 6;
/** Below one USDT a balance is small. */
const SMALL = pow10(WIDE_SCALE);

type AccountKey = 'spot' | 'margin' | 'futures' | 'copying' | 'funding';
/** The accounts in the order of the page. */
const ACCOUNTS: Readonly<
  Record<
    AccountKey,
    {
      readonly label: MessageId;
      readonly to: string;
      readonly icon: IconName;
      readonly hue: number;
    }
  >
> = {
  spot: { label: 'assets.spot', to: PATHS.spotAssets, icon: 'wallet', hue: 190 },
  margin: { label: 'assets.margin', to: PATHS.marginAssets, icon: 'swap', hue: 280 },
  futures: { label: 'assets.futures', to: PATHS.futuresAssets, icon: 'sliders', hue: 40 },
  copying: {
    label: 'nav.copyTrading',
    to: COPY_PATHS.mine,
    icon: 'user',
    hue: 330,
  },
  // It has no page of its own: what is there is moved.
  funding: { label: 'assets.funding', to: PATHS.transfer, icon: 'plus', hue: 110 },
};
/** What is done with money; the first two by its owner alone. */
const OWNERS_MOVES = [
  ['nav.deposit', PATHS.deposit],
  ['nav.withdraw', PATHS.withdraw],
] as const;
const MOVES = [
  ...(ACTING === '' ? OWNERS_MOVES : []),
  ['nav.transfer', PATHS.transfer],
  ['nav.convert', PATHS.convert],
] as const;
const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as readonly AccountKey[];

/** The accounts that are told: that of funding where something is in it, copy portfolios where there are some. */
function shownAccounts({ accounts }: ReturnType<typeof useWorth>): readonly AccountKey[] {
  return ACCOUNT_KEYS.filter((key) => {
    if (key === 'copying') return accounts.copying !== null;
    return key !== 'funding' || (accounts.funding ?? 0n) !== 0n;
  });
}

function isSmall({ value }: AllocationPart): boolean {
  return (value < 0n ? -value : value) < SMALL;
}

/** Coins as slices: the largest, what is owed, and the rest in one. */
function useCoinSlices(coins: readonly AllocationPart[], hideSmall: boolean): readonly Slice[] {
  const t = useT();
  const some = coins.filter((part) => part.value !== 0n && !(hideSmall && isSmall(part)));
  const owed = some.filter(({ value }) => value < 0n);
  const had = some.filter(({ value }) => value > 0n);
  const rest = had.length > COINS_SHOWN ? had.slice(COINS_SHOWN - 1) : [];
  const sliceOf = ({ key, value }: AllocationPart): Slice => ({
    key,
    label: key,
    mark: <CoinMark coin={key} size={22} />,
    value,
    hue: coinHue(key),
  });
  return [
    ...had.slice(0, had.length - rest.length).map(sliceOf),
    ...(rest.length === 0
      ? []
      : [
          {
            key: '',
            label: t('assets.otherCoins', { count: rest.length }),
            mark: <Icon name="plus" />,
            value: sumOf(rest),
            hue: 210,
          },
        ]),
    ...owed.map(sliceOf),
  ];
}

type By = 'coin' | 'account';

function Spread({ worth }: { readonly worth: ReturnType<typeof useWorth> }) {
  const t = useT();
  const [by, setBy] = useState<By>('coin');
  const hideSmall = useSmallHidden();
  const { coins, accounts, total, error } = worth;
  const ofCoins = useCoinSlices(coins, hideSmall);
  const { faucet } = useSession();
  if (total === null) {
    if (error === null) return <SkeletonRows rows={4} />;
    return <ErrorState message={errorText(t, error)} onRetry={worth.refetch} />;
  }
  if (coins.every(isSmall)) {
    const funds = faucet ? `${t('assets.none')} ${t('assets.faucet')}` : t('assets.none');
    return <EmptyState text={SIMULATING ? t('paper.noFunds') : funds} />;
  }
  const ofAccounts = shownAccounts(worth).map((key): Slice => {
    const { label, icon, hue } = ACCOUNTS[key];
    return { key, label: t(label), mark: <Icon name={icon} />, value: accounts[key] ?? 0n, hue };
  });
  return (
    <Tabs<By>
      className="allocation-tabs"
      label={t('assets.allocation')}
      items={[
        { key: 'coin', label: t('assets.byCoin') },
        { key: 'account', label: t('assets.byAccount') },
      ]}
      value={by}
      onChange={setBy}
    >
      <Allocation slices={by === 'coin' ? ofCoins : ofAccounts} />
      {by === 'coin' && (
        <label className="check allocation-small">
          <input
            type="checkbox"
            checked={hideSmall}
            onChange={(event) => hideSmallBalances(event.target.checked)}
          />
          {t('assets.hideSmall')}
        </label>
      )}
    </Tabs>
  );
}

function Accounts({ worth }: { readonly worth: ReturnType<typeof useWorth> }) {
  const t = useT();
  const totals = useTotals();
  return (
    <div className="asset-account-list">
      {shownAccounts(worth).map((key) => (
        <Link key={key} className="asset-account" to={ACCOUNTS[key].to}>
          <Icon name={ACCOUNTS[key].icon} />
          <span>{t(ACCOUNTS[key].label)}</span>
          <bdi dir="ltr" className="num">
            {totals.worth(worth.accounts[key])}
          </bdi>
        </Link>
      ))}
    </div>
  );
}

function Overview() {
  const t = useT();
  useTitle(`${t('nav.assets')} | Halcyon`);
  const worth = useWorth();
  const { faucet } = useSession();
  const canFund = SIMULATING || (faucet && ACTING === '');
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.assetsOverview')}</h1>
      <section className="card asset-total asset-head">
        <div>
          <h2>{t('assets.totalValue')}</h2>
          <TotalValue value={worth.total} />
        </div>
        <div className="asset-actions">
          {canFund && (
            <ButtonLink look="primary" to={PATHS.spotAssets}>
              {t(SIMULATING ? 'paper.addFunds' : 'order.addFunds')}
            </ButtonLink>
          )}
          {MOVES.filter(([, to]) => isOffered(to)).map(([label, to]) => (
            <ButtonLink key={to} to={to}>
              {t(label)}
            </ButtonLink>
          ))}
          <ButtonLink look={canFund ? 'secondary' : 'primary'} to={spotPath()}>
            {t('nav.trade')}
          </ButtonLink>
          <ButtonLink to={PATHS.spotRecords}>{t('records.title')}</ButtonLink>
        </div>
      </section>
      <div className="asset-board">
        <div className="asset-side">
          <section className="card asset-spread">
            <h2>{t('assets.allocation')}</h2>
            <Spread worth={worth} />
          </section>
          <section className="card">
            <h2>{t('assets.accounts')}</h2>
            <Accounts worth={worth} />
          </section>
        </div>
        {/* The curve is of its owner alone. */}
        {ACTING === '' && <ValueSection />}
      </div>
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
