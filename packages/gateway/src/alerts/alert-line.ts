/** An alert in signs that need no language, as a mail says it. */
import type { AlertCondition } from '@halcyon/domain';
import type { AlertRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { priceText } from '../translate/text.ts';

const SIGNS: Readonly<Record<AlertCondition, string>> = { crosses: '×', above: '≥', below: '≤' };

/** `BTCUSDT (mark) ≥ 94000.00: 94001.20`, and below it the note. @param price that made it fire, ticks */
export function alertLine(
  views: Views,
  { instrument: id, terms, note }: AlertRecord,
  price: number,
) {
  const instrument = views.instrument(id);
  if (instrument === undefined) return note;
  const of = terms.price === 'last' ? '' : ` (${terms.price})`;
  const level = `${SIGNS[terms.condition]} ${priceText(instrument, terms.level)}`;
  const line = `${instrument.symbol}${of} ${level}: ${priceText(instrument, price)}`;
  return note === '' ? line : `${line}\n${note}`;
}
