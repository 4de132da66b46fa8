/** The terminal below 768 px: form and book side by side, chart and trades a tab away. */

import { useCallback, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorBoundary, Panel } from '../../components/error-boundary.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { LiveBook } from '../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { InstrumentBar } from './bar/instrument-bar.tsx';
import { BookPanel } from './book/book-panel.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import type { ProductParts } from './product-parts.ts';
import { usePickedSide } from './terminal-store.ts';
import { TradesPanel } from './trades/trades-panel.tsx';
import type { OwnPrices } from './use-own-orders.ts';

interface Props {
  readonly instrument: InstrumentInfo;
  readonly feed: LiveBook;
  readonly parts: ProductParts;
}

type Tab = 'trade' | 'chart' | 'trades';

interface TradeProps extends Props {
  readonly own: OwnPrices;
  readonly side: 'buy' | 'sell' | undefined;
}

/** The form at the start, the book at the end. */
function Trade({ instrument, feed, parts, own, side }: TradeProps) {
  return (
    <div className="phone-trade">
      <ErrorBoundary>
        <parts.Form
          key={side}
          instrument={instrument}
          {...(side !== undefined && { initialSide: side })}
        />
      </ErrorBoundary>
      <ErrorBoundary>
        <BookPanel instrument={instrument} feed={feed} own={own} narrow />
      </ErrorBoundary>
    </div>
  );
}

/** What is traded and how as tabs; account and lists below. */
export function PhoneLayout(props: Props) {
  const t = useT();
  const { instrument, feed, parts } = props;
  const [tab, setTab] = useState<Tab>('trade');
  const [side, setSide] = useState<'buy' | 'sell'>();
  const own = parts.useOwn(instrument);
  const trade = useCallback((chosen: 'buy' | 'sell') => {
    setSide(chosen);
    setTab('trade');
  }, []);
  usePickedSide(trade);
  return (
    <div className={`terminal-phone ${tab === 'trade' ? '' : 'has-trade-bar'}`}>
      <ErrorBoundary>
        <InstrumentBar instrument={instrument} parts={parts} />
      </ErrorBoundary>
      <Panel>
        <Tabs
          label={t('terminal.views')}
          value={tab}
          onChange={setTab}
          items={[
            { key: 'trade', label: t('nav.trade') },
            { key: 'chart', label: t('chart.title') },
            { key: 'trades', label: t('trades.title') },
          ]}
        >
          {tab === 'trade' && <Trade {...props} own={own} side={side} />}
          {tab === 'chart' && (
            <ChartPanel instrument={instrument} feed={feed} own={own} Lines={parts.Lines} />
          )}
          {tab === 'trades' && <TradesPanel instrument={instrument} />}
        </Tabs>
      </Panel>
      {parts.Account !== null && (
        <Panel>
          <parts.Account instrument={instrument} />
        </Panel>
      )}
      <Panel>
        <parts.Lists instrument={instrument} />
      </Panel>
      {tab !== 'trade' && (
        <div className="trade-bar">
          <Button look="buy" large block onClick={() => trade('buy')}>
            {t('order.buy')}
          </Button>
          <Button look="sell" large block onClick={() => trade('sell')}>
            {t('order.sell')}
          </Button>
        </div>
      )}
    </div>
  );
}
