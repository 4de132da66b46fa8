/** The margin accounts: what they have and owe, how near each is to liquidation, and what can be done. */

import { marginWorth } from '@halcyon/domain';
import type { MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { type MarginPlace, useMarginAccount } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { marginPath, PATHS } from '../../../platform/routes/paths.ts';
import { RequireSession } from '../../auth/require-session.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { usePairs } from '../../terminal/orders/cells.tsx';
import { TransferDialog } from '../../transfer/transfer-part.ts';
import { DiscountLine, nextInterest } from '../account/margin-box.tsx';
import { MarginGauge } from '../account/margin-gauge.tsx';
import { holdingsOf, MarginHoldings } from '../lists/margin-holdings.tsx';
import { FlashDialog, LoanDialog } from '../loans/loan-part.ts';
import type { LoanWay } from '../loans/loan-props.ts';
import { ofValue, ofValueWhole } from '../margin-texts.ts';
import { PoolList } from '../pools/pool-list.tsx';
import '../../assets/assets.css';
import '../../terminal/orders/orders.css';
import '../../futures/pages/pages.css';
import './pages.css';

const LiquidationDialog = lazyPart(
  async () => (await import('../monitor/liquidation-dialog.tsx')).LiquidationDialog,
  0,
);

/** What can be done with an account, or with a pair of it. */
function Actions({ place }: { readonly place: MarginPlace }) {
  const t = useT();
  const [asked, ask] = useState<LoanWay | 'flash' | 'transfer' | null>(null);
  const { kind, symbol, settle, coins } = place;
  const close = () => ask(null);
  const owes = coins.some(({ debt }) => debt > 0);
  return (
    <div className="asset-actions">
      <Button look="primary" onClick={() => ask('transfer')}>
        {t('nav.transfer')}
      </Button>
      <Button onClick={() => ask('borrow')}>{t('margin.borrow')}</Button>
      <Button aria-disabled={!owes} onClick={() => owes && ask('repay')}>
        {t('margin.repay')}
      </Button>
      <Button aria-disabled={!owes} onClick={() => owes && ask('flash')}>
        {t('margin.flash')}
      </Button>
      <ButtonLink to={marginPath(kind, symbol === '' ? undefined : symbol)}>
        {t('nav.trade')}
      </ButtonLink>
      {asked === 'transfer' && (
        <TransferDialog
          to={kind === 'crossed' ? 'crossed_margin' : 'isolated_margin'}
          from="spot"
          symbol={symbol}
          onClose={close}
        />
      )}
      {asked === 'flash' && <FlashDialog kind={kind} symbol={symbol} onClose={close} />}
      {(asked === 'borrow' || asked === 'repay') && (
        <LoanDialog way={asked} kind={kind} symbol={symbol} coin={settle.coin} onClose={close} />
      )}
    </div>
  );
}

/** What is liquidated as one. */
function PlaceCard({ place, title }: { readonly place: MarginPlace; readonly title: string }) {
  const t = useT();
  const worth = marginWorth(place);
  return (
    <section className="margin-place" aria-label={title}>
      <div className="margin-net">
        {place.symbol !== '' && <h3>{title}</h3>}
        <p className="muted">{t('marginPage.netValue')}</p>
        <p className="asset-sum num">
          <bdi dir="ltr">{ofValue(place, worth.assets - worth.debts)}</bdi>
        </p>
      </div>
      <Actions place={place} />
      <dl className="order-figures">
        <FigureLine label={t('margin.assets')} value={ofValue(place, worth.assets)} />
        <DiscountLine place={place} worth={worth} />
        <FigureLine label={t('margin.debts')} value={ofValue(place, worth.debts)} />
        <FigureLine
          label={t('margin.interestHour')}
          value={ofValueWhole(place, nextInterest(place))}
        />
      </dl>
      <MarginGauge account={{ place, worth }} />
    </section>
  );
}

/** An account: its parts, and its coins. */
function Account({ kind }: { readonly kind: MarginKind }) {
  const t = useT();
  const pairOf = usePairs();
  const { account, error, refetch } = useMarginAccount(kind);
  const title = t(kind === 'crossed' ? 'transfer.cross' : 'transfer.isolated');
  const [moving, setMoving] = useState(false);
  if (account === undefined) {
    if (error === null) return <SkeletonRows rows={6} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  if (account.read.coin === '') return <EmptyState text={t('marginPage.noLending')} />;
  if (holdingsOf(account.places).length === 0) {
    return (
      <EmptyState text={t('marginPage.empty')}>
        <Button look="primary" onClick={() => setMoving(true)}>
          {t('nav.transfer')}
        </Button>
        {moving && (
          <TransferDialog
            to={kind === 'crossed' ? 'crossed_margin' : 'isolated_margin'}
            from="spot"
            onClose={() => setMoving(false)}
          />
        )}
      </EmptyState>
    );
  }
  return (
    <>
      {account.places.map((place) => (
        <PlaceCard
          key={place.symbol}
          place={place}
          title={place.symbol === '' ? title : pairOf(place.symbol)}
        />
      ))}
      <MarginHoldings kind={kind} symbol="" label={`${title} · ${t('margin.holdings')}`} />
    </>
  );
}

function Body() {
  const t = useT();
  const [explained, setExplained] = useState(false);
  useTitle(`${t('assets.margin')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('assets.margin')}</h1>
      <p className="futures-links">
        <ButtonLink to={PATHS.marginOrders}>{t('nav.marginOrders')}</ButtonLink>
        <ButtonLink to={PATHS.marginRecords}>{t('nav.marginRecords')}</ButtonLink>
        <Button aria-haspopup="dialog" onClick={() => setExplained(true)}>
          {t('positions.why.title')}
        </Button>
      </p>
      {(['crossed', 'isolated'] as const).map((kind) => (
        <section key={kind} className="card margin-account">
          <h2>{t(kind === 'crossed' ? 'transfer.cross' : 'transfer.isolated')}</h2>
          <Account kind={kind} />
        </section>
      ))}
      <section className="card margin-account">
        <h2>{t('margin.pools')}</h2>
        <PoolList kind="crossed" symbol="" />
      </section>
      {explained && <LiquidationDialog onClose={() => setExplained(false)} />}
    </div>
  );
}

/** The page at `/asset/margin`. */
export function MarginAssetsPage() {
  return (
    <RequireSession>
      <Body />
    </RequireSession>
  );
}
