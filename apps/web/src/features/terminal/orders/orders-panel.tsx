/** Open orders, waiting plans, history, fills and balances of the signed-in person. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useOpenOrders, usePlanOrders } from '../../../data/state/account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';
import { PATHS, panelPath } from '../../../platform/routes/paths.ts';
import { useAtLeast } from '../../../platform/theme/media.ts';
import { PopOut } from '../panels/pop-out.tsx';
import { arrange, known, useTerminalView } from '../terminal-view.ts';
import type { OrdersTab as Tab } from './orders-tab.ts';
import { SignedOut } from './signed-out.tsx';
import './orders.css';

// A list is fetched when its tab is first shown: whoever opens the page waits for none of them.
const BalancesTab = lazyPart(async () => (await import('./balances-tab.tsx')).BalancesTab, 3);
const SpotList = lazyPart(async () => {
  const [part] = await Promise.all([import('./spot-lists.tsx'), moreMessages()]);
  return part.SpotList;
}, 3);
const PanelTools = lazyPart(async () => (await import('./panel-tools.tsx')).PanelTools, 0);

const TABS: readonly [Tab, ...Tab[]] = ['open', 'plans', 'algo', 'history', 'fills', 'balances'];

function Body({ tab, symbol }: { readonly tab: Tab; readonly symbol: string }) {
  if (tab === 'balances') return <BalancesTab />;
  return <SpotList key={tab} name={tab} symbol={symbol} />;
}

interface Props {
  readonly instrument: InstrumentInfo;
  /** Whether the panel stands in a window of its own already. */
  readonly popped?: boolean;
}

/** Lists as tabs. @param props.aside it is the second one */
function ListTabs(
  props: Props & { readonly tabs: readonly [Tab, ...Tab[]]; readonly aside?: true },
) {
  const t = useT();
  const { instrument, tabs, popped = false } = props;
  const { user } = useSession();
  const arranged = useTerminalView();
  const tab = known<Tab>(props.aside ? arranged.asideTab : arranged.ordersTab, tabs);
  const only = arranged.onlyThis;
  const counts: Partial<Record<Tab, number | undefined>> = {
    open: useOpenOrders().total,
    plans: usePlanOrders().total,
  };
  const items = tabs.map((key) => {
    const count = user === null ? undefined : counts[key];
    const label = t(`orders.${key}`);
    return { key, label: count === undefined ? label : `${label} (${count})` };
  });
  const { symbol } = instrument;
  const path = tab === 'balances' ? PATHS.tradeAsset : panelPath('tradeAssetOrder', symbol);
  return (
    <Tabs
      className="orders"
      label={t('orders.title')}
      items={items}
      value={tab}
      onChange={(chosen) => arrange(props.aside ? { asideTab: chosen } : { ordersTab: chosen })}
      extra={
        <div className="orders-extra">
          {user !== null && (
            <PanelTools
              tab={tab}
              symbol={symbol}
              only={only}
              onOnly={(onlyThis) => arrange({ onlyThis })}
            />
          )}
          {!popped && <PopOut path={path} name={t('orders.title')} />}
        </div>
      }
    >
      {user === null ? <SignedOut /> : <Body tab={tab} symbol={only ? symbol : ''} />}
    </Tabs>
  );
}

/** The panel under the chart; where it is very wide, a second list stands beside the first. */
export function OrdersPanel(props: Props) {
  const wide = useAtLeast('xxxl') && props.popped !== true;
  if (!wide) return <ListTabs {...props} tabs={TABS} />;
  return (
    <div className="orders-pair">
      <ListTabs {...props} tabs={['open', 'plans', 'algo']} />
      <ListTabs {...props} tabs={['balances', 'history', 'fills']} aside />
    </div>
  );
}
