/** Warns of a limit price that would trade at once. */

import { price } from '../../data/format.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { type BestPrices, bestAgainst, type Crossing, FAR_PERCENT } from './crossing.ts';

/** The warning; nothing where the order would wait. */
export function CrossingNote(props: {
  readonly crossing: Crossing;
  readonly side: 'buy' | 'sell';
  readonly best: BestPrices;
  readonly instrument: InstrumentInfo;
}) {
  const t = useT();
  const { crossing, side, best, instrument } = props;
  if (crossing === 'waits') return null;
  const values = { price: price(bestAgainst(side, best), instrument.priceScale) };
  return (
    <p className="order-notice" role="status">
      {crossing === 'far'
        ? t('order.farPrice', { ...values, percent: FAR_PERCENT })
        : t('order.tradesNow', values)}
    </p>
  );
}
