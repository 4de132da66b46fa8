/** Public trades, newest first. */

import { memo } from 'react';
import { EmptyState, SkeletonRows } from '../../../components/states.tsx';
import { amount, price, timeOfDay } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { TradeRow } from '../../../data/state/trades-feed.ts';
import { useTrades } from '../../../data/state/trades-feed.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import './trades.css';

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
  const trades = useTrades(instrument);
  return (
    <div className="trades">
      <div className="trade-row trade-head" aria-hidden="true" dir="ltr">
        <span>{t('book.price', { coin: instrument.quote })}</span>
        <span>{t('book.amount', { coin: instrument.base })}</span>
        <span>{t('trades.time')}</span>
      </div>
      {trades === null && <SkeletonRows rows={12} height={12} />}
      {trades?.length === 0 && <EmptyState text={t('trades.none')} />}
      {trades !== null && trades.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        <ol className="trade-list" dir="ltr" aria-label={t('trades.title')} tabIndex={0}>
          {trades.map((trade) => (
            <TradeLine
              key={trade.tradeId}
              trade={trade}
              priceScale={instrument.priceScale}
              sizeScale={instrument.sizeScale}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
