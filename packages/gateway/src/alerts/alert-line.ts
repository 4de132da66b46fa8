/** What a mail says of an alert. */
import type { AlertCondition } from '@halcyon/domain';
import type { AlertRecord, MailLine } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { priceText } from '../translate/text.ts';

const SIGNS: Readonly<Record<AlertCondition, string>> = { crosses: '×', above: '≥', below: '≤' };

/** `BTCUSDT · Mark price ≥ 94,000.00: 94,001.20`, and below it the note. @param price that made it fire, ticks */
export function alertLines(
  views: Views,
  { instrument: id, terms, note }: AlertRecord,
  price: number,
): MailLine[] {
  const instrument = views.instrument(id);
  const noted = note === '' ? [] : [[note]];
  if (instrument === undefined) return noted;
  const of = terms.price === 'last' ? [] : [' · ', { word: `price.${terms.price}` } as const];
  const level = { number: priceText(instrument, terms.level) };
  const told = { number: priceText(instrument, price) };
  const sign = ` ${SIGNS[terms.condition]} `;
  return [[instrument.symbol, ...of, sign, level, ': ', told], ...noted];
}
