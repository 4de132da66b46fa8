/** What is said of the account's orders as they are filled or end. */

import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { notesOf, unfilledIn } from '../../data/state/fill-notes.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { countUnseen } from '../../data/state/unseen.ts';
import type { Translate } from '../../platform/locale/intl.tsx';

/** What the words need. */
interface With {
  readonly t: Translate;
  /** Pairs by symbol, as far as they are read. */
  readonly known: ReadonlyMap<string, Instrument> | undefined;
}

/** Tells fills, those of one order together. @param rows of the stream of fills */
export function tellFills(rows: readonly unknown[], { t, known }: With): void {
  for (const { symbol, side, size, price } of notesOf(rows)) {
    const instrument = known?.get(symbol);
    const values = {
      side,
      size: amount(size),
      coin: instrument?.base ?? '',
      price: amount(price, instrument?.priceScale),
    };
    toast('success', t('order.filled', values));
    countUnseen();
  }
}

/** Tells market orders that ended without a fill. @param rows of the stream of orders */
export function tellUnfilled(rows: readonly unknown[], { t, known }: With): void {
  for (const { symbol, side } of unfilledIn(rows)) {
    const instrument = known?.get(symbol);
    const pair = instrument === undefined ? symbol : `${instrument.base}/${instrument.quote}`;
    toast('warning', t('notices.cancelled', { side, pair }));
  }
}
