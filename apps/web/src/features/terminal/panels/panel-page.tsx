/** Single panels of the terminal as pages: for windows of their own. */

import { SkeletonRows } from '../../../components/states.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { type InstrumentInfo, useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { DEFAULT_SYMBOL } from '../../../platform/routes/paths.ts';
import { useSymbol } from '../../../platform/routes/use-symbol.ts';
import { InstrumentGate } from '../instrument-gate.tsx';
import { AssetsPanel } from '../orders/assets-panel.tsx';
import { OrdersPanel } from '../orders/orders-panel.tsx';
import { InfoPanel } from './info-panel.tsx';
import '../terminal.css';
import './panels.css';

type PanelName = 'info' | 'orders' | 'assets';

function Framed(props: { readonly panel: PanelName; readonly instrument: InstrumentInfo }) {
  const t = useT();
  const { panel, instrument } = props;
  const pair = `${instrument.base}/${instrument.quote}`;
  const title = {
    info: t('info.titleOf', { pair }),
    orders: t('orders.title'),
    assets: t('orders.balances'),
  }[panel];
  useTitle(title);
  return (
    <div className="panel panel-page">
      <h1 className={panel === 'orders' ? 'visually-hidden' : 'panel-title'}>{title}</h1>
      {panel === 'info' && <InfoPanel instrument={instrument} />}
      {panel === 'orders' && <OrdersPanel instrument={instrument} popped />}
      {panel === 'assets' && <AssetsPanel />}
    </div>
  );
}

/** One panel of the address's instrument, or of the default one. */
export function PanelPage({ panel }: { readonly panel: PanelName }) {
  const symbol = useSymbol() ?? DEFAULT_SYMBOL;
  const instruments = useInstruments();
  return (
    <InstrumentGate instruments={instruments} symbol={symbol} wait={<SkeletonRows rows={8} />}>
      {(instrument) => <Framed key={instrument.symbol} panel={panel} instrument={instrument} />}
    </InstrumentGate>
  );
}
