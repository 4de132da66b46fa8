/** The figures of the last 24 hours. */

import { compact, price } from '../../../data/format.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { PartProps } from '../product-parts.ts';
import { BarFigure } from './bar-figure.tsx';

/** High, low and turnover; the change stands beside the last price. */
export function DayFigures({ instrument }: PartProps) {
  const t = useT();
  const ticker = useTicker(instrument);
  const { base, quote, priceScale } = instrument;
  return (
    <>
      <BarFigure label={t('bar.high')} value={price(ticker?.high, priceScale)} />
      <BarFigure label={t('bar.low')} value={price(ticker?.low, priceScale)} />
      <BarFigure label={t('bar.volume', { coin: base })} value={compact(ticker?.baseVolume)} />
      <BarFigure label={t('bar.volume', { coin: quote })} value={compact(ticker?.quoteVolume)} />
    </>
  );
}
