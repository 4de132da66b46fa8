/** The terminal below 768 px: one panel at a time, and Buy and Sell always at hand. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorBoundary, Panel } from '../../components/error-boundary.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { BookFeed } from '../../data/state/book-feed.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { InstrumentBar } from './bar/instrument-bar.tsx';
import { BookPanel } from './book/book-panel.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { OrderForm } from './order-form/order-form.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { TradesPanel } from './trades/trades-panel.tsx';
import { useOwnPrices } from './use-own-orders.ts';

interface Props {
  readonly instrument: Instrument;
  readonly feed: BookFeed;
}

type Tab = 'chart' | 'book' | 'trades';

/** Chart, book and trades as tabs; orders below; the order form as a sheet. */
export function PhoneLayout(props: Props) {
  const t = useT();
  const { instrument, feed } = props;
  const [tab, setTab] = useState<Tab>('chart');
  const [side, setSide] = useState<'buy' | 'sell' | null>(null);
  const own = useOwnPrices(instrument.symbol);
  const pair = `${instrument.base}/${instrument.quote}`;
  return (
    <div className="terminal-phone">
      <ErrorBoundary>
        <InstrumentBar instrument={instrument} />
      </ErrorBoundary>
      <Panel>
        <Tabs
          label={t('terminal.views')}
          value={tab}
          onChange={setTab}
          items={[
            { key: 'chart', label: t('chart.title') },
            { key: 'book', label: t('book.title') },
            { key: 'trades', label: t('trades.title') },
          ]}
        >
          {tab === 'chart' && <ChartPanel instrument={instrument} />}
          {tab === 'book' && <BookPanel instrument={instrument} feed={feed} own={own} />}
          {tab === 'trades' && <TradesPanel instrument={instrument} />}
        </Tabs>
      </Panel>
      <Panel>
        <OrdersPanel instrument={instrument} />
      </Panel>
      <div className="trade-bar">
        <Button look="buy" large block onClick={() => setSide('buy')}>
          {t('order.buy')}
        </Button>
        <Button look="sell" large block onClick={() => setSide('sell')}>
          {t('order.sell')}
        </Button>
      </div>
      {side !== null && (
        <Dialog
          title={SIMULATING ? `${t('simulation.tag')}: ${pair}` : pair}
          sheet
          onClose={() => setSide(null)}
        >
          <ErrorBoundary>
            <OrderForm instrument={instrument} initialSide={side} onPlaced={() => setSide(null)} />
          </ErrorBoundary>
        </Dialog>
      )}
    </div>
  );
}
