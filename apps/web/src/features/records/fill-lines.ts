/** Fills as lines of text, for the lists of the desk and for the records. */

import { amount, dateTime, price } from '../../data/format.ts';
import type { Fill } from '../../data/state/fills.ts';
import type { LineContext } from './order-lines.ts';
import { fields } from './record-kind.ts';

/** The columns of a table of records, in their order. */
export const FILL_COLUMNS = fields(
  ...(['time', 'pair', 'side', 'price', 'size', 'value', 'fee', 'role', 'order'] as const),
);

/** What of a fill the line is made of. */
type LinedFill = Omit<Fill, 'id' | 'time' | 'order'> & { readonly time: number | string };

/** The texts of a fill by column. */
export function fillCells({ t, instruments }: LineContext, row: LinedFill) {
  const found = instruments?.get(row.symbol.toUpperCase());
  const [base, quote] = [found?.base ?? '', found?.quote ?? ''];
  return {
    time: dateTime(row.time),
    pair: found === undefined ? row.symbol : `${base}/${quote}`,
    side: t(`order.${row.side}`),
    price: price(row.price, found?.priceScale ?? 8),
    size: `${amount(row.size)} ${base}`,
    value: `${amount(row.value)} ${quote}`,
    fee: row.fee === '' ? '–' : `${amount(row.fee)} ${row.feeCoin}`,
    role: t(row.role === 'maker' ? 'orders.maker' : 'orders.taker'),
  };
}
