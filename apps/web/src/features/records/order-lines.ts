/** Ended orders and plans as lines of text, for the lists of the desk and for the records. */

import type { OrderHistoryRow } from '@halcyon/domain/web';
import { amount, dateTime, price } from '../../data/format.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import { type GoingOrder, headsOf } from '../desk/lists/heads.ts';
import { forceText, kindMessage, reasonText } from './order-words.ts';
import { statusMessage } from './status.ts';

/** What a line's texts depend on. */
export interface LineContext {
  readonly t: Translate;
  readonly instruments: ReadonlyMap<string, InstrumentInfo> | undefined;
}

/** Which columns go first where there is no room: see components/column-fit.ts. */
export const ORDERS_GO: GoingOrder = {
  kind: 3,
  trigger: 6,
  force: 9,
  average: 4,
  fee: 5,
  status: 0,
  reason: 7,
  order: 8,
};

const KEYS = [
  ...(['time', 'pair', 'kind', 'side', 'price', 'trigger', 'force', 'average'] as const),
  ...(['size', 'filled', 'fee', 'status', 'reason', 'order'] as const),
] as const;

/** Keys of the columns. */
export type OrderCell = (typeof KEYS)[number];

/** The columns, in their order. */
export const ORDER_COLUMNS = headsOf(KEYS, ORDERS_GO);

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
    kind: t(kindMessage(row.kind)),
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
    order: row.id,
  };
}
