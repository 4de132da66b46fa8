/** What dialogs of orders say of their market. */

import { price } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../figure-line.tsx';

interface Props {
  readonly instrument: InstrumentInfo;
}

/** Its name. */
export function PairLine({ instrument: { base, quote } }: Props) {
  const t = useT();
  return <FigureLine label={t('orders.pair')} value={`${base}/${quote}`} />;
}

/** Where it stands. */
export function LastLine({ instrument }: Props) {
  const t = useT();
  const last = useTicker(instrument)?.last ?? '';
  const text = last === '' ? '–' : `${price(last, instrument.priceScale)} ${instrument.quote}`;
  return <FigureLine label={t('markets.last')} value={text} />;
}
