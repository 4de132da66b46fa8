/** The slider, and the figures that follow from the fields. */

import { rescaleHalfUp, toText, trimZeros, WIDE_SCALE } from '../../../data/decimal.ts';
import { amount, grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { countsQuote } from './market.ts';
import { previewOf } from './order-check.ts';
import { maxSize, percentOfSize, sizeOfPercent, sizeScale } from './order-limits.ts';
import { Percent } from './percent.tsx';
import type { OrderFormModel } from './use-order-form.ts';

interface Props {
  readonly model: OrderFormModel;
}

/** Share of the available balance. */
export function PercentSlider({ model }: Props) {
  const { clean, market } = model;
  return (
    <Percent
      percent={percentOfSize(clean, market)}
      disabled={model.trader === 'nobody' || maxSize(clean, market) === null}
      onChoose={(value) => model.set({ size: sizeOfPercent(clean, market, value) })}
    />
  );
}

function approx(units: bigint | null, scale: number, coin: string): string {
  if (units === null) return '–';
  const text = trimZeros(toText(rescaleHalfUp(units, WIDE_SCALE, scale), scale));
  return `${grouped(text)} ${coin}`;
}

/** Largest order, value and estimated fee. */
export function FormFigures({ model }: Props) {
  const t = useT();
  const { clean, market } = model;
  const { instrument } = market;
  const preview = previewOf(clean, market);
  const unit = countsQuote(clean) ? instrument.quote : instrument.base;
  const max = maxSize(clean, market);
  const largest = max === null ? '–' : `${amount(toText(max, sizeScale(clean, market)))} ${unit}`;
  return (
    <dl className="order-figures">
      <FigureLine label={t('order.max', { side: clean.side })} value={largest} />
      <FigureLine
        label={t('order.value')}
        value={approx(preview.value, Math.min(instrument.quoteScale, 4), instrument.quote)}
      />
      <FigureLine label={t('order.fee')} value={approx(preview.fee, 8, preview.feeCoin)} />
    </dl>
  );
}
