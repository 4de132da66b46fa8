/** Orders that were refused when they were placed: prices in ticks, sizes in lots, amounts in quote units. */
import type { AccountId, InstrumentId, OrderType, RefusedForm, Side } from '@halcyon/domain';
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

/** A refused order, as its event tells it. */
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
