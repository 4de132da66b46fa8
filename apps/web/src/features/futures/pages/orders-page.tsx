/** Positions, open orders and triggers of all contracts on a page of their own. */

import { useState } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import {
  useContractOrders,
  useContractPlans,
  usePositions,
} from '../../../data/state/positions.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { futuresPath, PATHS } from '../../../platform/routes/paths.ts';
import { RequireSession } from '../../shell/require-session.tsx';
import { useTitle } from '../../shell/use-title.ts';
import { CancelOrders, OrdersTab } from '../lists/contract-orders.tsx';
import { CancelPlans, PlansTab } from '../lists/contract-plans.tsx';
import { CloseAll, PositionsTab } from '../positions/positions-tab.tsx';
import '../../terminal/orders/orders.css';
import '../positions/positions.css';
import './pages.css';

const TABS = {
  positions: 'positions.title',
  orders: 'orders.open',
  plans: 'orders.plans',
} as const satisfies Readonly<Record<string, MessageId>>;
type Tab = keyof typeof TABS;
const KEYS = Object.keys(TABS) as Tab[];

function Lists() {
  const t = useT();
  const [tab, setTab] = useState<Tab>('orders');
  const counts = {
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
        onChange={setTab}
        extra={
          <div className="orders-extra">
            {tab === 'positions' && <CloseAll />}
            {tab === 'orders' && <CancelOrders symbol="" />}
            {tab === 'plans' && <CancelPlans symbol="" />}
          </div>
        }
      >
        {tab === 'positions' && <PositionsTab symbol="" asValue={false} />}
        {tab === 'orders' && <OrdersTab symbol="" />}
        {tab === 'plans' && <PlansTab symbol="" />}
      </Tabs>
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
