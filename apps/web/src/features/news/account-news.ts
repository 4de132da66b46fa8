/** What is said of the account's orders as they are filled or end. */

import { SMALL_QUOTES_MAX } from '@halcyon/domain/web';
import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import type { FillRows, OrderRows } from '../../data/state/account-stream.ts';
import { type FillNote, notesOf, unfilledIn } from '../../data/state/fill-notes.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import type { OrderKind } from '../desk/order-form/draft.ts';

/** What the words need. */
interface With {
  readonly t: Translate;
  /** Pairs by symbol, as far as they are read. */
  readonly known: ReadonlyMap<string, InstrumentInfo> | undefined;
}

/** A market order is filled or ended by then, and its page told of it, ms. */
const FILL_WAIT_MS = 1_000;
/** So many orders are remembered. */
const TOLD_MAX = 2 * SMALL_QUOTES_MAX;
/** Orders of which a fill or an end without one was told, the latest last. */
const told = new Set<string>();

/** Client ids of orders, and ids as soon as they are known, whose page itself tells what became of them. */
const ownWords = new Set<string>();

function remember(kept: Set<string>, id: string): void {
  kept.add(id);
  const [first = ''] = kept;
  if (kept.size > TOLD_MAX) kept.delete(first);
}

/** What becomes of these orders is told by whoever sends them. @param clientIds before they are sent */
function markReported(clientIds: readonly string[]): void {
  for (const clientId of clientIds) remember(ownWords, clientId);
}

/**
 * Sends orders of which the page tells itself what becomes. Where it cannot tell, what is heard of them is news again.
 * @param clientIds of the orders that `send` places
 */
export async function toldHere<T>(
  clientIds: readonly string[],
  send: () => Promise<T>,
): Promise<T> {
  markReported(clientIds);
  try {
    return await send();
  } catch (error) {
    for (const clientId of clientIds) ownWords.delete(clientId);
    throw error;
  }
}

/** Tells a fill; that its order was placed is no news any more. @param note prices at the tick */
export function notifyFill(
  t: Translate,
  note: Omit<FillNote, 'symbol'> & { readonly coin: string },
) {
  const { orderId, size, ...values } = note;
  remember(told, orderId);
  toast('success', t('order.filled', { ...values, size: amount(size) }), undefined, orderId);
}

/** Tells that an order was placed; of one that is filled at once, the fill is the news. */
export function notifyPlaced(
  t: Translate,
  kind: OrderKind,
  { orderId, ...values }: Omit<FillNote, 'symbol' | 'price'> & { readonly coin: string },
): void {
  const text =
    kind === 'limit'
      ? t('order.placed', { ...values, size: amount(values.size) })
      : t('order.planPlaced', { kind: t(`order.kind.${kind}`) });
  // A page that has just opened follows no fills yet: then this is all that is known.
  if (kind === 'market') setTimeout(() => notifyUnlessFilled(orderId, text), FILL_WAIT_MS);
  else notifyUnlessFilled(orderId, text);
}

/** Tells what was done with an order, unless it is filled already: then that was told. */
export function notifyUnlessFilled(orderId: string, text: string): void {
  if (!told.has(orderId)) toast('success', text, undefined, orderId);
}

/** Tells fills, those of one order together. @param rows of the stream of fills */
export function notifyFills(rows: FillRows, { t, known }: With): void {
  for (const { symbol, price, ...note } of notesOf(rows)) {
    if (ownWords.has(note.orderId)) continue;
    const { base: coin = '', priceScale } = known?.get(symbol) ?? {};
    notifyFill(t, { ...note, coin, price: amount(price, priceScale) });
  }
}

/**
 * Tells market orders that ended without a fill, and learns which orders have words of their own.
 * @param rows of the stream of orders
 */
export function notifyOrders(rows: OrderRows, { t, known }: With): void {
  for (const { orderId, clientOid } of rows) {
    if (ownWords.has(clientOid)) remember(ownWords, orderId);
  }
  for (const { orderId, symbol, side } of unfilledIn(rows)) {
    const instrument = known?.get(symbol);
    const pair = instrument === undefined ? symbol : `${instrument.base}/${instrument.quote}`;
    notifyUnfilled(t, { orderId, side, pair });
  }
}

/** Tells that a market order ended without a fill; that it was placed is no news any more. */
export function notifyUnfilled(
  t: Translate,
  { orderId, ...values }: Pick<FillNote, 'orderId' | 'side'> & { readonly pair: string },
): void {
  remember(told, orderId);
  toast('warning', t('notices.cancelled', values), undefined, orderId);
}
