/** What a margin account has, its orders, and what became of them, as tabs under the chart. */

import { MARGIN_LISTS, type MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useOpenOrders } from '../../../data/state/account.ts';
import { useMarginFills } from '../../../data/state/margin.ts';
import { useSession } from '../../../data/state/session.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { SignedOut } from '../../terminal/orders/signed-out.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { arrange, known, useTerminalView } from '../../terminal/terminal-view.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MarginHoldings } from './margin-holdings.tsx';
import { MarginOrders } from './margin-orders.tsx';
import '../../terminal/orders/orders.css';

const HistoryTab = lazyPart(
  async () => (await import('../../terminal/orders/history-tabs.tsx')).HistoryTab,
  3,
);
const FillList = lazyPart(
  async () => (await import('../../terminal/orders/history-tabs.tsx')).FillList,
  3,
);

const PoolList = lazyPart(async () => (await import('../pools/pool-list.tsx')).PoolList, 3);

/** Fills of a pair; the trading API has no list of all. */
function MarginFills({ kind, symbol }: Pick<ListProps, 'kind' | 'symbol'>) {
  return <FillList query={useMarginFills(kind, symbol)} />;
}

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
    case 'open':
      return <MarginOrders kind={kind} symbol={only ? symbol : ''} />;
    case 'history':
      return <HistoryTab symbol={symbol} only={only} account={kind} />;
    case 'fills':
      return <MarginFills kind={kind} symbol={symbol} />;
    case 'pools':
      return <PoolList kind={kind} symbol={symbol} />;
  }
}

function Tools(props: ListProps & { readonly tab: Tab }) {
  const t = useT();
  const { tab, kind, symbol, only } = props;
  const some = useOpenOrders(only ? symbol : '', kind).rows.length > 0;
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
      {tab === 'open' && (
        <CancelAll list={MARGIN_LISTS[kind]} symbol={only ? symbol : ''} some={some} />
      )}
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
