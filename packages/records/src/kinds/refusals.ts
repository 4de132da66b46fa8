/** Orders that were refused when they were placed: prices in ticks, sizes in lots, amounts in quote units. */

import type { AccountId, InstrumentId } from '@halcyon/domain';
import {
  accountWord,
  marginCoin,
  OrderType,
  RefusedForm,
  Reject,
  refusalFigures,
  Side,
} from '@halcyon/domain';
import { decimal, decimalOrNone, type Facts, fileOf, namesOf } from './cells.ts';
import { int, numberText, text } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf, type QueryOfPages } from './pages.ts';

/** See the head of the file. */
export const REFUSALS = recordKind({
  table: 'refusals',
  columns: {
    account: int<AccountId>(),
    id: int(),
    instrument: int<InstrumentId>(),
    form: int<RefusedForm>(),
    side: int<Side>(),
    /** Of a plan: what it was to become. */
    type: int<OrderType>(),
    /** Ticks, lots and quote units; 0 = none. */
    trigger_price: int(),
    price: int(),
    quantity: int(),
    quote_amount: int(),
    client_id: text(),
    /** A Reject code, and the numbers that explain it. */
    code: int(),
    limit_number: numberText(),
    value_number: numberText(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
  fields: { trigger_price: 'trigger', limit_number: 'limit', value_number: 'value' },
});

/** A refused order, as its event reports it. */
export type RefusalRecord = RecordOf<typeof REFUSALS>;

/** Refused orders of an account, newest first. */
export const refusals = pagesOf(REFUSALS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'refusal_id',
  filters: { instrument: is('instrument'), side: is('side') },
});

/** Which refused orders of an account are wanted. */
export type RefusalsQuery = QueryOfPages<typeof refusals>;

const SIDES = namesOf(Side);
const TYPES = namesOf(OrderType);
const FORMS = namesOf(RefusedForm);
const REASONS = namesOf(Reject);

/** A refused order with its pair and the numbers that explain it. */
function explained(refusal: RefusalRecord, facts: Facts) {
  const pair = facts.pair(refusal.instrument);
  const { base, quote } = pair;
  const { account } = refusal;
  const margin = marginCoin<{ readonly code: string }>(account, { code: facts.settleCoin }, quote);
  const figures = refusalFigures({ instrument: pair, base, quote, margin }, refusal);
  return { ...refusal, pair, figures, unit: figures?.unit ?? null };
}

/** Files of refused orders. */
export const REFUSAL_FILE = fileOf(explained, [
  ['time', 'time', ({ time }) => time],
  ['account', 'text', ({ account }) => accountWord(account)],
  ['client_id', 'text', ({ clientId }) => clientId],
  ['symbol', 'text', ({ pair }) => pair.symbol],
  ['side', 'text', ({ side }) => SIDES[side] ?? ''],
  ['form', 'text', ({ form }) => FORMS[form] ?? ''],
  ['type', 'text', ({ type }) => TYPES[type] ?? ''],
  ['trigger_price', 'decimal', ({ trigger, pair }) => decimalOrNone(trigger, pair.priceScale)],
  ['price', 'decimal', ({ price, pair }) => decimalOrNone(price, pair.priceScale)],
  ['quantity', 'decimal', ({ quantity, pair }) => decimalOrNone(quantity, pair.quantityScale)],
  ['quantity_coin', 'text', ({ pair }) => pair.base.code],
  ['amount', 'decimal', ({ quoteAmount, pair }) => decimalOrNone(quoteAmount, pair.quote.scale)],
  ['amount_coin', 'text', ({ pair }) => pair.quote.code],
  ['reason', 'text', ({ code }) => REASONS[code] ?? ''],
  [
    'limit',
    'decimal',
    ({ figures, unit }) => (figures === null ? null : decimal(figures.limit, unit?.scale ?? 0)),
  ],
  [
    'value',
    'decimal',
    ({ figures, unit }) => (figures === null ? null : decimal(figures.value, unit?.scale ?? 0)),
  ],
  ['limit_coin', 'text', ({ unit }) => unit?.coin ?? ''],
]);
