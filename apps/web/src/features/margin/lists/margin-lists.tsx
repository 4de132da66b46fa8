/** What a margin account has, its orders, and what became of them, as tabs under the chart. */

import type { MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useOpenOrders } from '../../../data/state/account.ts';
import { useSession } from '../../../data/state/session.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { SignedOut } from '../../terminal/orders/signed-out.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { arrange, known, useTerminalView } from '../../terminal/terminal-view.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MarginHoldings } from './margin-holdings.tsx';
import '../../terminal/orders/orders.css';

const MarginList = lazyPart(async () => (await import('./margin-desk-lists.tsx')).MarginList, 3);
const CancelOpen = lazyPart(async () => (await import('./margin-desk-lists.tsx')).CancelOpen, 0);
const PoolList = lazyPart(async () => (await import('../pools/pool-list.tsx')).PoolList, 3);

type Tab = 'holdings' | 'open' | 'history' | 'fills' | 'pools';
const TABS: readonly [Tab, ...Tab[]] = ['holdings', 'open', 'history', 'fills', 'pools'];
const LABELS: Readonly<Record<Tab, MessageId>> = {
  holdings: 'margin.holdings',
  open: 'orders.open',
  history: 'orders.history',
  fills: 'orders.fills',
  pools: 'margin.pools',
};

interface ListProps {
  readonly kind: MarginKind;
  readonly symbol: string;
  readonly only: boolean;
}

function Body({ tab, kind, symbol, only }: ListProps & { readonly tab: Tab }) {
  switch (tab) {
    case 'holdings':
      return <MarginHoldings kind={kind} symbol={symbol} />;
    case 'pools':
      return <PoolList kind={kind} symbol={symbol} />;
    default:
      return <MarginList kind={kind} name={tab} symbol={only || tab === 'fills' ? symbol : ''} />;
  }
}

function Tools(props: ListProps & { readonly tab: Tab }) {
  const t = useT();
  const { tab, kind, symbol, only } = props;
  if (tab !== 'open' && tab !== 'history') return null;
  return (
    <div className="orders-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={only}
          onChange={(event) => arrange({ onlyThis: event.target.checked })}
        />
        {t('orders.onlyThis')}
      </label>
      {tab === 'open' && <CancelOpen kind={kind} symbol={only ? symbol : ''} />}
    </div>
  );
}

/** The panel. */
export function MarginLists({ instrument }: PartProps) {
  const t = useT();
  const kind = useMarginKind();
  const { user } = useSession();
  const { symbol } = instrument;
  const view = useTerminalView();
  const [chosen, choose] = useState<Tab>('holdings');
  const tab = known<Tab>(chosen, TABS);
  const { total } = useOpenOrders('', kind);
  const shared = { tab, kind, symbol, only: view.onlyThis };
  const items = TABS.map((key) => {
    const counted = key === 'open' && user !== null && total !== undefined;
    return { key, label: counted ? `${t(LABELS[key])} (${total})` : t(LABELS[key]) };
  });
  return (
    <Tabs
      className="orders"
      label={t('orders.title')}
      items={items}
      value={tab}
      onChange={choose}
      extra={<div className="orders-extra">{user !== null && <Tools {...shared} />}</div>}
    >
      {user === null ? <SignedOut /> : <Body {...shared} />}
    </Tabs>
  );
}
