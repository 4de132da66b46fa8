/** The futures account: what it has, how near it is to liquidation, its positions, transfers. */

import { equityOfAll, MARGIN_SCALE, profitOfAll, withdrawableOf } from '@halcyon/domain';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { SkeletonRows } from '../../../components/states.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { toText } from '../../../data/decimal.ts';
import { amount, direction } from '../../../data/format.ts';
import { useFuturesMargin } from '../../../data/state/contract-account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { futuresPath, PATHS } from '../../../platform/routes/paths.ts';
import { RequireSession } from '../../auth/require-session.tsx';
import { TransferDialog } from '../../transfer/transfer-part.ts';
import { MarginGauge } from '../account/margin-gauge.tsx';
import { AssetsTab } from '../lists/assets-tab.tsx';
import { CloseAll, PositionsTab } from '../positions/positions-tab.tsx';
import '../../assets/assets.css';
import '../../terminal/orders/orders.css';
import '../positions/positions.css';
import './pages.css';

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="num">
        <bdi dir="ltr">{children}</bdi>
      </dd>
    </div>
  );
}

function Figures() {
  const t = useT();
  const account = useFuturesMargin();
  if (account === null) return <SkeletonRows rows={4} />;
  const { margin, coin, scale } = account;
  const units = (value: number, digits: number) =>
    `${amount(toText(BigInt(value), digits), 2)} ${coin}`;
  const profit = profitOfAll(margin);
  return (
    <>
      <p className="asset-sum num">
        <bdi dir="ltr">{units(equityOfAll(margin), MARGIN_SCALE)}</bdi>
      </p>
      <dl className="futures-figures">
        <Figure label={t('futures.unrealised')}>
          <span className={direction(String(profit))}>{units(profit, MARGIN_SCALE)}</span>
        </Figure>
        <Figure label={t('positions.transferable')}>{units(withdrawableOf(margin), scale)}</Figure>
      </dl>
      <dl className="order-figures">
        <MarginGauge margin={margin} />
      </dl>
    </>
  );
}

function Account() {
  const t = useT();
  const [moving, setMoving] = useState(false);
  return (
    <section className="card asset-total">
      <h2>{t('futures.equity')}</h2>
      <Figures />
      <div className="asset-actions">
        <Button look="primary" onClick={() => setMoving(true)}>
          {t('transfer.title')}
        </Button>
        <ButtonLink to={futuresPath()}>{t('nav.trade')}</ButtonLink>
        <ButtonLink to={PATHS.futuresRecords}>{t('nav.futuresRecords')}</ButtonLink>
      </div>
      {moving && <TransferDialog to="usdt_futures" onClose={() => setMoving(false)} />}
    </section>
  );
}

function Body() {
  const t = useT();
  useTitle(`${t('assets.futures')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('assets.futures')}</h1>
      <div className="asset-grid">
        <Account />
        <section className="card">
          <h2>{t('orders.balances')}</h2>
          <AssetsTab />
        </section>
      </div>
      <section className="card futures-lists positions">
        <div className="futures-head">
          <h2>{t('positions.title')}</h2>
          <CloseAll />
        </div>
        <PositionsTab symbol="" asValue={false} />
      </section>
    </div>
  );
}

/** The page at `/asset/futures`. */
export function FuturesAssetsPage() {
  return (
    <RequireSession>
      <Body />
    </RequireSession>
  );
}
