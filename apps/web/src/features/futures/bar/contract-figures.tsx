/** Prices, funding and open interest of a contract. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { compact, plainPercent, price } from '../../../data/format.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { BarFigure } from '../../terminal/bar/bar-figure.tsx';
import { DayFigures } from '../../terminal/bar/day-figures.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { Countdown } from './countdown.tsx';

const IndexSources = lazyPart(async () => (await import('./index-sources.tsx')).IndexSources, 0);

/** The figures, and those of the day. */
export function ContractFigures({ instrument }: PartProps) {
  const t = useT();
  const ticker = useTicker(instrument);
  const { base, priceScale } = instrument;
  const [shown, setShown] = useState(false);
  const index = (
    <Button look="link" onClick={() => setShown(true)}>
      {price(ticker?.index, priceScale)}
    </Button>
  );
  const funding = (
    <>
      {ticker?.funding ? plainPercent(ticker.funding) : '–'}{' '}
      <Countdown time={Number(ticker?.fundingTime ?? 0)} />
    </>
  );
  return (
    <>
      <BarFigure label={t('futures.mark')} value={price(ticker?.mark, priceScale)} />
      <BarFigure label={t('futures.index')} value={index} />
      <BarFigure label={t('futures.funding')} value={funding} note={t('futures.fundingHint')} />
      <BarFigure
        label={t('futures.openInterest', { coin: base })}
        value={compact(ticker?.openInterest)}
      />
      <DayFigures instrument={instrument} />
      {shown && <IndexSources instrument={instrument} onClose={() => setShown(false)} />}
    </>
  );
}
