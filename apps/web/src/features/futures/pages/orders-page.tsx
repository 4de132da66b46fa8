/** Positions, open orders, triggers and ended orders of all contracts, and the details of each order. */

import { ButtonLink } from '../../../components/button.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { useContractOrders, useContractPlans } from '../../../data/state/positions.ts';
import { usePositions } from '../../../data/state/positions-live.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useLocation } from '../../../platform/links/router.tsx';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { futuresPath, PATHS } from '../../../platform/routes/paths.ts';
import { RequireSession } from '../../auth/require-session.tsx';
import { DetailsButton, useOrderDetails } from '../../order-details/use-order-details.tsx';
import { searchWith } from '../../records/filter-address.ts';
import { CONTRACT_LISTS } from '../lists/contract-desk-lists.tsx';
import { CloseAll, PositionsTab } from '../positions/positions-tab.tsx';
import '../../terminal/orders/orders.css';
import '../positions/positions.css';
import './pages.css';

const TABS = {
  positions: 'positions.title',
  orders: 'orders.open',
  plans: 'orders.plans',
  ended: 'orders.history',
} as const satisfies Readonly<Record<string, MessageId>>;
type Tab = keyof typeof TABS;
const KEYS = Object.keys(TABS) as Tab[];
/** Shown where the address names none. */
const FIRST: Tab = 'orders';
const { open: orders, plans, history: ended } = CONTRACT_LISTS;

function Lists() {
  const t = useT();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('tab');
  const tab = KEYS.find((key) => key === asked) ?? FIRST;
  const details = useOrderDetails('futures');
  const more = (id: string) => <DetailsButton id={id} details={details} />;
  const counts: Partial<Record<Tab, number | undefined>> = {
    positions: usePositions().data?.length,
    orders: useContractOrders().total,
    plans: useContractPlans().total,
  };
  const items = KEYS.map((key) => ({
    key,
    label: counts[key] === undefined ? t(TABS[key]) : `${t(TABS[key])} (${counts[key]})`,
  }));
  return (
    <div className="card futures-lists">
      <Tabs
        className="orders positions"
        label={t('orders.title')}
        items={items}
        value={tab}
        onChange={(key) =>
          navigate(pathname + searchWith(search, { tab: key === FIRST ? '' : key }), true)
        }
        extra={
          <div className="orders-extra">
            {tab === 'positions' && <CloseAll />}
            {tab === 'orders' && <orders.CancelAll symbol="" />}
            {tab === 'plans' && <plans.CancelAll symbol="" />}
          </div>
        }
      >
        {tab === 'positions' && <PositionsTab symbol="" asValue={false} />}
        {tab === 'orders' && <orders.List symbol="" more={more} />}
        {tab === 'plans' && <plans.List symbol="" />}
        {tab === 'ended' && <ended.List symbol="" more={more} />}
      </Tabs>
      {details.dialog}
    </div>
  );
}

function Body() {
  const t = useT();
  useTitle(`${t('nav.futuresOrders')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.futuresOrders')}</h1>
      <p className="futures-links">
        <ButtonLink to={futuresPath()}>{t('nav.futures')}</ButtonLink>
        <ButtonLink to={PATHS.futuresRecords}>{t('nav.futuresRecords')}</ButtonLink>
      </p>
      <Lists />
    </div>
  );
}

/** The page at `/order/mcp`. */
export function FuturesOrdersPage() {
  return (
    <RequireSession>
      <Body />
    </RequireSession>
  );
}
