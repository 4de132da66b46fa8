/** Open orders of the margin accounts over all pairs, those that ended last, and the details of each. */

import { MARGIN_KINDS, MARGIN_LISTS, type MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { amount, dateTime, plainPercent, price } from '../../../data/format.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { filledShare, type Order } from '../../../data/state/orders.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useLocation } from '../../../platform/links/router.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { marginPath, PATHS } from '../../../platform/routes/paths.ts';
import { searchWith } from '../../records/filter-address.ts';
import { LOAN_TYPE_NAMES, marginAccountText } from '../../records/margin-words.ts';
import { statusMessage } from '../../records/status.ts';
import { RequireSession } from '../../shell/require-session.tsx';
import { useTitle } from '../../shell/use-title.ts';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { useCoins, usePairs, useScales } from '../../terminal/orders/cells.tsx';
import { MarginOrders } from '../lists/margin-orders.tsx';
import { EndedOrders } from './ended-orders.tsx';
import { type DetailedOrder, DetailsButton, OrderDetails } from './order-details.tsx';
import '../../terminal/orders/orders.css';
import '../../futures/pages/pages.css';

type Tab = MarginKind | 'ended';
const TABS: readonly Tab[] = [...MARGIN_KINDS, 'ended'];

/** What an open order is, as its details name it. */
function useOpenFigures(): (order: Order, kind: MarginKind) => DetailedOrder['figures'] {
  const t = useT();
  const pairOf = usePairs();
  const coins = useCoins();
  const scales = useScales();
  return (order, kind) => [
    [t('marginPage.account'), marginAccountText(t, kind)],
    [t('marginPage.type'), order.loanType === '' ? '–' : t(LOAN_TYPE_NAMES[order.loanType])],
    [t('orders.time'), dateTime(order.createdAt)],
    [t('orders.pair'), pairOf(order.symbol)],
    [t('order.side'), t(`order.${order.side}`)],
    [
      t('order.price'),
      order.price === '' ? t('order.marketPrice') : price(order.price, scales(order.symbol).price),
    ],
    [t('order.size'), `${amount(order.size)} ${coins(order.symbol).base}`],
    [t('orders.filled'), plainPercent(filledShare(order))],
    [
      t('orders.average'),
      order.average === '' ? '–' : price(order.average, scales(order.symbol).price),
    ],
    [t('orders.status'), t(statusMessage(order.status))],
  ];
}

function Lists() {
  const t = useT();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('tab');
  const tab = TABS.find((key) => key === asked) ?? 'crossed';
  const open = {
    crossed: useOpenOrders('', 'crossed'),
    isolated: useOpenOrders('', 'isolated'),
  };
  const figuresOf = useOpenFigures();
  const [shown, show] = useState<DetailedOrder | null>(null);
  const details = (order: Order) =>
    tab !== 'ended' && (
      <DetailsButton
        id={order.id}
        onAsk={() => show({ id: order.id, account: tab, figures: figuresOf(order, tab) })}
      />
    );
  const labelOf = (key: Tab) => {
    if (key === 'ended') return t('orders.history');
    const { total } = open[key];
    const name = t(`positions.mode.${key}`);
    return total === undefined ? name : `${name} (${total})`;
  };
  return (
    <div className="card futures-lists">
      <Tabs
        className="orders"
        label={t('orders.title')}
        items={TABS.map((key) => ({ key, label: labelOf(key) }))}
        value={tab}
        onChange={(key) =>
          navigate(pathname + searchWith(search, { tab: key === 'crossed' ? '' : key }), true)
        }
        extra={
          <div className="orders-extra">
            {tab !== 'ended' && (
              <CancelAll list={MARGIN_LISTS[tab]} symbol="" some={open[tab].rows.length > 0} />
            )}
          </div>
        }
      >
        {tab === 'ended' ? (
          <EndedOrders />
        ) : (
          <MarginOrders key={tab} kind={tab} symbol="" more={details} />
        )}
      </Tabs>
      {shown !== null && <OrderDetails order={shown} onClose={() => show(null)} />}
    </div>
  );
}

function Body() {
  const t = useT();
  useTitle(`${t('nav.marginOrders')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.marginOrders')}</h1>
      <p className="futures-links">
        <ButtonLink to={marginPath('crossed')}>{t('nav.trade')}</ButtonLink>
        <ButtonLink to={PATHS.marginRecords}>{t('nav.marginRecords')}</ButtonLink>
      </p>
      <Lists />
    </div>
  );
}

/** The page at `/order/marginOrderInfo`. */
export function MarginOrdersPage() {
  return (
    <RequireSession>
      <Body />
    </RequireSession>
  );
}
