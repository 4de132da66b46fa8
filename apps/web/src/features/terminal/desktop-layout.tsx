/** The terminal from 768 px up: a grid of panels. */

import { ErrorBoundary, Panel } from '../../components/error-boundary.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { BookFeed } from '../../data/state/book-feed.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAtLeast } from '../../platform/theme/media.ts';
import { InstrumentBar } from './bar/instrument-bar.tsx';
import { BookPanel } from './book/book-panel.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { OrderForm } from './order-form/order-form.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { arrange, known, useTerminalView } from './terminal-view.ts';
import { TradesPanel } from './trades/trades-panel.tsx';
import { useOwnPrices } from './use-own-orders.ts';

interface Props {
  readonly instrument: Instrument;
  readonly feed: BookFeed;
}

function BookAndTrades(props: Props) {
  const t = useT();
  const own = useOwnPrices(props.instrument.symbol);
  const tab = known(useTerminalView().bookTab, ['book', 'trades']);
  const apart = useAtLeast('xxl');
  const book = <BookPanel {...props} own={own} />;
  const trades = <TradesPanel instrument={props.instrument} />;
  if (apart) {
    return (
      <>
        <Panel className="area-book" label={t('book.title')}>
          <h2 className="panel-title">{t('book.title')}</h2>
          {book}
        </Panel>
        <Panel className="area-trades" label={t('trades.title')}>
          <h2 className="panel-title">{t('trades.title')}</h2>
          {trades}
        </Panel>
      </>
    );
  }
  return (
    <Panel className="area-book" label={t('book.title')}>
      <Tabs
        label={t('book.title')}
        value={tab}
        onChange={(bookTab) => arrange({ bookTab })}
        items={[
          { key: 'book', label: t('book.title') },
          { key: 'trades', label: t('trades.title') },
        ]}
      >
        {tab === 'book' ? book : trades}
      </Tabs>
    </Panel>
  );
}

/** Bar, chart, book, trades, order form and orders. */
export function DesktopLayout(props: Props) {
  const t = useT();
  const { instrument } = props;
  return (
    <div className="terminal">
      <a className="btn btn-primary skip-link" href="#order-form">
        {t('order.title')}
      </a>
      <div className="area-bar">
        <ErrorBoundary>
          <InstrumentBar instrument={instrument} />
        </ErrorBoundary>
      </div>
      <Panel className="area-chart">
        <ChartPanel instrument={instrument} />
      </Panel>
      <BookAndTrades {...props} />
      <Panel className="area-form">
        <OrderForm instrument={instrument} />
      </Panel>
      <Panel className="area-orders">
        <OrdersPanel instrument={instrument} />
      </Panel>
    </div>
  );
}
