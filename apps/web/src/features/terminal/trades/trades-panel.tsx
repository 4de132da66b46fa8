/** Public trades, newest first. */

import { memo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState, SkeletonRows } from '../../../components/states.tsx';
import { amount, price, timeOfDay } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { TradeRow } from '../../../data/state/trades-feed.ts';
import { useTrades } from '../../../data/state/trades-feed.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { panels } from '../chart/chart-toolbar.tsx';
import { useTerminalView } from '../terminal-view.ts';
import './trades.css';

const Tape = lazyPart(async () => (await panels()).Tape, 0);
const TapeSettings = lazyPart(async () => (await panels()).TapeSettings, 3);

const TradeLine = memo(function TradeLine(props: {
  readonly trade: TradeRow;
  readonly priceScale: number;
  readonly sizeScale: number;
}) {
  const { trade } = props;
  return (
    <li className="trade-row num">
      <span className={trade.side === 'buy' ? 'up' : 'down'}>
        {price(trade.price, props.priceScale)}
      </span>
      <span>{amount(trade.size, props.sizeScale)}</span>
      <span className="muted">{timeOfDay(trade.ts)}</span>
    </li>
  );
});

/** The list of public trades; colour and order carry the taker's side. */
export function TradesPanel({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const [sets, set] = useState(false);
  const view = useTerminalView().tape?.[instrument.quote];
  const trades = useTrades(instrument, view !== undefined);
  return (
    <div className="trades">
      <div className="trade-row trade-head" dir="ltr">
        <span aria-hidden="true">{t('book.price', { coin: instrument.quote })}</span>
        <span aria-hidden="true">{t('book.amount', { coin: instrument.base })}</span>
        <span className="trade-time">
          <Button
            look="ghost"
            icon
            aria-label={t('trades.view')}
            aria-expanded={sets}
            onClick={() => set(!sets)}
          >
            <Icon name="sliders" size={14} />
          </Button>
          <span aria-hidden="true">{t('trades.time')}</span>
        </span>
      </div>
      {sets && <TapeSettings instrument={instrument} />}
      {trades === null && <SkeletonRows rows={12} height={12} />}
      {trades?.length === 0 && <EmptyState text={t('trades.none')} />}
      {trades !== null && trades.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        <ol className="trade-list" dir="ltr" aria-label={t('trades.title')} tabIndex={0}>
          {view !== undefined ? (
            <Tape instrument={instrument} trades={trades} view={view} />
          ) : (
            trades.map((trade) => (
              <TradeLine
                key={trade.tradeId}
                trade={trade}
                priceScale={instrument.priceScale}
                sizeScale={instrument.sizeScale}
              />
            ))
          )}
        </ol>
      )}
    </div>
  );
}
