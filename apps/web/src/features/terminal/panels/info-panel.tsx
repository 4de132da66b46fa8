/** What an instrument allows and costs, and its day in figures. */

import { toText } from '../../../data/decimal.ts';
import {
  amount,
  compact,
  direction,
  plainPercent,
  price,
  signedPercent,
} from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';

interface Line {
  readonly label: MessageId;
  readonly value: string;
  readonly way?: 'up' | 'down' | 'flat';
}

/** A largest amount that is none is shown as a dash. */
function limit(text: string, unit: string): string {
  return text === '' || text === '0' ? '–' : `${amount(text)} ${unit}`;
}

function useDay(instrument: InstrumentInfo): readonly Line[] {
  const ticker = useTicker(instrument);
  const { priceScale } = instrument;
  const way = direction(ticker?.change);
  return [
    { label: 'markets.last', value: price(ticker?.last, priceScale), way },
    { label: 'bar.change', value: signedPercent(ticker?.change), way },
    { label: 'bar.high', value: price(ticker?.high, priceScale) },
    { label: 'bar.low', value: price(ticker?.low, priceScale) },
    { label: 'info.turnover', value: `${compact(ticker?.quoteVolume)} ${instrument.quote}` },
  ];
}

function rules(instrument: InstrumentInfo): readonly Line[] {
  const { base, quote, priceDigits, sizeDigits } = instrument;
  return [
    { label: 'info.priceStep', value: `${amount(toText(1n, priceDigits))} ${quote}` },
    { label: 'info.sizeStep', value: `${amount(toText(1n, sizeDigits))} ${base}` },
    { label: 'info.minSize', value: limit(instrument.minSize, base) },
    { label: 'info.maxSize', value: limit(instrument.maxSize, base) },
    { label: 'info.minValue', value: limit(instrument.minNotional, quote) },
    { label: 'info.buyBand', value: plainPercent(instrument.buyBand) },
    { label: 'info.sellBand', value: plainPercent(instrument.sellBand) },
    { label: 'info.makerFee', value: plainPercent(instrument.makerFee) },
    { label: 'info.takerFee', value: plainPercent(instrument.takerFee) },
    { label: 'info.maxOrders', value: amount(String(instrument.maxOpenOrders)) },
  ];
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const t = useT();
  return (
    <section className="info-lines">
      <h2>{title}</h2>
      <dl>
        {lines.map((line) => (
          <div key={line.label}>
            <dt>{t(line.label)}</dt>
            <dd className={`num ${line.way ?? ''}`}>{line.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The panel. */
export function InfoPanel({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  return (
    <div className="info-panel">
      <Lines title={t('markets.day')} lines={useDay(instrument)} />
      <Lines title={t('info.rules')} lines={rules(instrument)} />
    </div>
  );
}
