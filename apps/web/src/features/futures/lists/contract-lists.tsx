/** Positions, orders and history of contracts. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useContractOrders, useContractPlans } from '../../../data/state/positions.ts';
import { usePositions } from '../../../data/state/positions-live.ts';
import { useSession } from '../../../data/state/session.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { SignedOut } from '../../terminal/orders/signed-out.tsx';
import { arrange, known, useTerminalView } from '../../terminal/terminal-view.ts';
import '../../terminal/orders/orders.css';

const PositionsTab = lazyPart(
  async () => (await import('../positions/positions-tab.tsx')).PositionsTab,
  3,
);
const CloseAll = lazyPart(async () => (await import('../positions/positions-tab.tsx')).CloseAll, 0);
const ContractList = lazyPart(
  async () => (await import('./contract-desk-lists.tsx')).ContractList,
  3,
);
const CancelListed = lazyPart(
  async () => (await import('./contract-desk-lists.tsx')).CancelListed,
  0,
);
const AssetsTab = lazyPart(async () => (await import('./assets-tab.tsx')).AssetsTab, 3);

const LiquidationDialog = lazyPart(
  async () => (await import('../monitor/liquidation-dialog.tsx')).LiquidationDialog,
  0,
);

const LABELS = {
  positions: 'positions.title',
  contractOrders: 'orders.open',
  contractPlans: 'orders.plans',
  contractHistory: 'orders.history',
  contractFills: 'orders.fills',
  closed: 'positions.history',
  funding: 'positions.funding',
  contractAssets: 'orders.balances',
} as const satisfies Readonly<Record<string, MessageId>>;

type Tab = keyof typeof LABELS;
const TABS = Object.keys(LABELS) as [Tab, ...Tab[]];

interface ListProps {
  /** '' = of all contracts. */
  readonly symbol: string;
}

function Body({ tab, asValue, symbol }: ListProps & { tab: Tab; asValue: boolean }) {
  switch (tab) {
    case 'positions':
      return <PositionsTab symbol={symbol} asValue={asValue} />;
    case 'contractAssets':
      return <AssetsTab />;
    default:
      return <ContractList name={tab} symbol={symbol} />;
  }
}

/** What explains the liquidations of the list. */
function Liquidations({ symbol }: ListProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        {t('positions.why.title')}
      </Button>
      {open && <LiquidationDialog symbol={symbol} onClose={() => setOpen(false)} />}
    </>
  );
}

function Tools({ tab, symbol }: ListProps & { readonly tab: Tab }) {
  const t = useT();
  const { onlyThis, sizesAsValue } = useTerminalView();
  if (tab === 'contractAssets') return null;
  return (
    <div className="orders-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={onlyThis}
          onChange={(event) => arrange({ onlyThis: event.target.checked })}
        />
        {t('orders.onlyThis')}
      </label>
      {tab === 'positions' && (
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={sizesAsValue === true}
              onChange={(event) => arrange({ sizesAsValue: event.target.checked })}
            />
            {t('positions.asValue')}
          </label>
          <CloseAll />
        </>
      )}
      {(tab === 'contractOrders' || tab === 'contractPlans') && (
        <CancelListed name={tab} symbol={symbol} />
      )}
      {tab === 'closed' && <Liquidations symbol={symbol} />}
    </div>
  );
}

/** The panel under the chart. */
export function ContractLists({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const { user } = useSession();
  const { contractsTab, onlyThis, sizesAsValue } = useTerminalView();
  const tab = known<Tab>(contractsTab ?? '', TABS);
  const counts: Partial<Record<Tab, number | undefined>> = {
    positions: usePositions().data?.length,
    contractOrders: useContractOrders().total,
    contractPlans: useContractPlans().total,
  };
  const items = TABS.map((key) => {
    const count = user === null ? undefined : counts[key];
    return { key, label: count === undefined ? t(LABELS[key]) : `${t(LABELS[key])} (${count})` };
  });
  const symbol = onlyThis ? instrument.symbol : '';
  return (
    <Tabs
      className="orders positions"
      label={t('orders.title')}
      items={items}
      value={tab}
      onChange={(next) => arrange({ contractsTab: next })}
      extra={
        <div className="orders-extra">{user !== null && <Tools tab={tab} symbol={symbol} />}</div>
      }
    >
      {user === null ? (
        <SignedOut />
      ) : (
        <Body tab={tab} symbol={symbol} asValue={sizesAsValue === true} />
      )}
    </Tabs>
  );
}
