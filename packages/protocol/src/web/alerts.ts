/** Alerts on prices. */
import { ALERT_CONDITIONS, ALERT_NOTE_MAX, ALERT_PRICES } from '@halcyon/domain';
import { ALERT_PRODUCTS, ALERT_STATES, type AlertRow } from '@halcyon/domain/web';
import { decimal, id, object, optional, symbol, text } from '../schema/fields.ts';
import { boolean, owned, word } from '../schema/web-fields.ts';
import { answer, webArea } from './spec.ts';

const alerts = webArea('Alerts');

/** Of whoever the page acts as, guests of the paper venue among them. */
const OWN = { need: 'session', subs: true, guests: true } as const;

/** What an alert says, when it is set and when it is changed. */
const setting = () => ({
  price: optional(word('which price; absent = that of the last trade', ALERT_PRICES)),
  condition: word('when it fires', ALERT_CONDITIONS),
  level: decimal('the price that it waits for'),
  note: optional(text('a note to oneself', ALERT_NOTE_MAX)),
  mail: optional(boolean('whether a mail tells it, too; absent = no')),
});

export const alertList = alerts('GET /alerts', {
  ...OWN,
  summary: 'All own alerts that wait, or that fired, newest first',
  fields: object({
    state: word('which', ALERT_STATES),
    product: optional(word('of spot pairs or contracts; needed with a symbol', ALERT_PRODUCTS)),
    symbol: optional(symbol('only of this pair or contract')),
  }),
  answer: answer<AlertRow[]>('AlertRow[]'),
});

export const setAlert = alerts('POST /alerts', {
  ...OWN,
  summary: 'Sets an alert; it fires once',
  fields: object({
    product: word('spot pair or contract', ALERT_PRODUCTS),
    symbol: symbol('pair or contract'),
    ...setting(),
  }),
  answer: answer<AlertRow>('AlertRow'),
});

export const changeAlert = alerts('PATCH /alerts/:id', {
  ...OWN,
  summary: 'Changes an alert that waits: all that it says, from now on',
  fields: object({ id: owned(id('the alert')), ...setting() }),
  answer: answer<AlertRow>('AlertRow'),
});

export const forgetAlert = alerts('DELETE /alerts/:id', {
  ...OWN,
  summary: 'Forgets an alert, fired or not',
  fields: object({ id: owned(id('the alert')) }),
  answer: answer<null>('null'),
});
