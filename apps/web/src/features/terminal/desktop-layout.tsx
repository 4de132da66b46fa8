/** The terminal from 768 px up: a grid of panels. */

import { ErrorBoundary, Panel } from '../../components/error-boundary.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { LiveBook } from '../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAtLeast } from '../../platform/theme/media.ts';
import { InstrumentBar } from './bar/instrument-bar.tsx';
import { BookPanel } from './book/book-panel.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import type { ProductParts } from './product-parts.ts';
import { arrange, known, useTerminalView } from './terminal-view.ts';
import { TradesPanel } from './trades/trades-panel.tsx';
import type { OwnPrices } from './use-own-orders.ts';

interface Props {
  readonly instrument: InstrumentInfo;
  readonly feed: LiveBook;
  readonly parts: ProductParts;
}

interface BookProps extends Omit<Props, 'parts'> {
  readonly own: OwnPrices;
}

function BookAlone(props: BookProps) {
  const t = useT();
  return (
    <Panel className="area-book" label={t('book.title')}>
      <h2 className="panel-title">{t('book.title')}</h2>
      <BookPanel {...props} />
    </Panel>
  );
}

function BookOrTrades(props: BookProps) {
  const t = useT();
  const tab = known(useTerminalView().bookTab, ['book', 'trades']);
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
        {tab === 'book' ? <BookPanel {...props} /> : <TradesPanel instrument={props.instrument} />}
      </Tabs>
    </Panel>
  );
}

/** Form and account, and the trades below. */
function Side({ instrument, parts }: Omit<Props, 'feed'>) {
  const t = useT();
  const roomy = useAtLeast('xl');
  const wide = useAtLeast('xxl');
  return (
    <div className="area-side">
      <Panel>
        <parts.Form instrument={instrument} wide={wide} />
      </Panel>
      {parts.Account !== null && (
        <Panel>
          <parts.Account instrument={instrument} />
        </Panel>
      )}
      {roomy && (
        <Panel className="side-trades" label={t('trades.title')}>
          <h2 className="panel-title">{t('trades.title')}</h2>
          <TradesPanel instrument={instrument} />
        </Panel>
      )}
    </div>
  );
}

/** Bar, chart, book, trades, order form and lists. */
export function DesktopLayout({ instrument, feed, parts }: Props) {
  const t = useT();
  const own = parts.useOwn(instrument);
  const roomy = useAtLeast('xl');
  const book = { instrument, feed, own };
  return (
    <div className="terminal">
      <a className="btn btn-primary skip-link" href="#order-form">
        {t('order.title')}
      </a>
      <div className="area-bar">
        <ErrorBoundary>
          <InstrumentBar instrument={instrument} parts={parts} />
        </ErrorBoundary>
      </div>
      <Panel className="area-chart">
        <ChartPanel {...book} Lines={parts.Lines} />
      </Panel>
      {roomy ? <BookAlone {...book} /> : <BookOrTrades {...book} />}
      <Side instrument={instrument} parts={parts} />
      <Panel className="area-lists">
        <parts.Lists instrument={instrument} />
      </Panel>
    </div>
  );
}
