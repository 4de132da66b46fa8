/** What is said of the account's orders as they are filled or end. */

import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { type FillNote, notesOf, unfilledIn } from '../../data/state/fill-notes.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import type { OrderKind } from '../terminal/order-form/draft.ts';

/** What the words need. */
interface With {
  readonly t: Translate;
  /** Pairs by symbol, as far as they are read. */
  readonly known: ReadonlyMap<string, Instrument> | undefined;
}

/** So many orders are remembered. */
const TOLD_MAX = 100;
/** Orders of which a fill was told, the latest last. */
const told = new Set<string>();

/** Tells a fill; that its order was placed is no news any more. @param note prices at the tick */
export function tellFill(t: Translate, note: Omit<FillNote, 'symbol'> & { readonly coin: string }) {
  const { orderId, size, ...values } = note;
  told.add(orderId);
  const [first = ''] = told;
  if (told.size > TOLD_MAX) told.delete(first);
  toast('success', t('order.filled', { ...values, size: amount(size) }), undefined, orderId);
}

/** Tells that an order was placed; of one that is filled at once, the fill is the news. */
export function tellPlaced(
  t: Translate,
  kind: OrderKind,
  { orderId, ...values }: Omit<FillNote, 'symbol' | 'price'> & { readonly coin: string },
): void {
  if (kind === 'market' || told.has(orderId)) return;
  const text =
    kind === 'limit'
      ? t('order.placed', { ...values, size: amount(values.size) })
      : t('order.planPlaced', { kind: t(`order.kind.${kind}`) });
  toast('success', text, undefined, orderId);
}

/** Tells fills, those of one order together. @param rows of the stream of fills */
export function tellFills(rows: readonly unknown[], { t, known }: With): void {
  for (const { symbol, price, ...note } of notesOf(rows)) {
    const { base: coin = '', priceScale } = known?.get(symbol) ?? {};
    tellFill(t, { ...note, coin, price: amount(price, priceScale) });
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
