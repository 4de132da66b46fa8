/** Ended orders and plans as lines of text, for the terminal's list and for the records. */

import type { OrderHistoryRow } from '@halcyon/domain/web';
import { amount, dateTime, price } from '../../data/format.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';
import { forceText, kindMessage, reasonText } from './order-words.ts';
import { statusMessage } from './status.ts';

/** What a line's texts depend on. */
export interface LineContext {
  readonly t: Translate;
  readonly instruments: ReadonlyMap<string, Instrument> | undefined;
}

/** A column of the list. */
export interface LineColumn {
  readonly key: OrderCell;
  readonly label: MessageId;
  readonly end?: boolean;
  readonly goes?: number;
}

/** The columns, in their order; which go first where there is no room: see components/column-fit.ts. */
export const ORDER_COLUMNS = [
  { key: 'time', label: 'orders.time' },
  { key: 'pair', label: 'orders.pair' },
  { key: 'type', goes: 3, label: 'order.kind' },
  { key: 'side', label: 'order.side' },
  { key: 'price', label: 'order.price', end: true },
  { key: 'trigger', goes: 6, label: 'order.trigger', end: true },
  { key: 'force', goes: 9, label: 'order.force' },
  { key: 'average', goes: 4, label: 'orders.average', end: true },
  { key: 'size', label: 'order.size', end: true },
  { key: 'filled', label: 'orders.filled', end: true },
  { key: 'fee', goes: 5, label: 'orders.fee', end: true },
  { key: 'status', goes: 0, label: 'orders.status' },
  { key: 'reason', goes: 7, label: 'orders.reason' },
  { key: 'id', goes: 8, label: 'records.orderId' },
] as const satisfies readonly { key: string; label: MessageId; end?: boolean; goes?: number }[];

/** Keys of the columns. */
export type OrderCell = (typeof ORDER_COLUMNS)[number]['key'];

/** What of an order the line is made of; one that is open has no end. */
type LinedOrder = Omit<OrderHistoryRow, 'status' | 'endedAt'> & { readonly status: string };

/** The texts of a row by column. */
export function orderCells(
  { t, instruments }: LineContext,
  row: LinedOrder,
): Readonly<Record<OrderCell, string>> {
  const found = instruments?.get(row.symbol.toUpperCase());
  const scale = found?.priceScale ?? 8;
  const [base, quote] = [found?.base ?? '', found?.quote ?? ''];
  const priced = (text: string) => (text === '' ? '–' : price(text, scale));
  const trigger = [
    ...(row.trigger === '' ? [] : [priced(row.trigger)]),
    ...(row.callback === '' ? [] : [`${row.callback}%`]),
  ];
  return {
    time: dateTime(String(row.createdAt)),
    pair: found === undefined ? row.symbol : `${base}/${quote}`,
    type: t(kindMessage(row.kind)),
    side: t(`order.${row.side}`),
    price: row.price === '' ? t('order.marketPrice') : priced(row.price),
    trigger: trigger.length === 0 ? '–' : trigger.join(' · '),
    force: forceText(t, row.force),
    average: priced(row.average),
    size: `${amount(row.size)} ${row.sizeUnit === 'quote' ? quote : base}`,
    filled: row.filledBase === '' ? '–' : `${amount(row.filledBase)} ${base}`,
    fee: row.fee === '' ? '–' : `${amount(row.fee)} ${row.feeCoin}`,
    status: t(statusMessage(row.status)),
    reason: reasonText(t, row.reason),
    id: row.id,
  };
}
