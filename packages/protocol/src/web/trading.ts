/** What trading needs beside the trading API: lists of orders, accounts as pages reckon with them, their past. */
import { ACCOUNT_WORDS } from '@halcyon/domain';
import {
  type Cancellable,
  type CancelledOrders,
  type ChildOrderRow,
  CURVE_RANGES,
  FEE_CHANGES_MAX,
  type FeeChanges,
  FUTURES_LOG_MAX,
  FUTURES_LOGS,
  type FuturesAccount,
  HISTORY_ACCOUNTS,
  HISTORY_PARTS,
  LEDGER_ACCOUNTS,
  LEDGER_MAX,
  LIQUIDATIONS_MAX,
  type Liquidations,
  MARGIN_KINDS,
  MARGIN_LEDGER_GROUPS,
  MARGIN_LOG_MAX,
  MARGIN_LOGS,
  type MarginAccountRead,
  type MarginLog,
  OPEN_LISTS,
  ORDER_LISTS,
  ORDER_PAGE_MAX,
  type OrderDetail,
  type OrderHistoryRow,
  type OrderPage,
  type OwnFees,
  PARENT_ENDS,
  type ParentOrderRow,
  RECEIPT_SUBJECTS,
  REFUSAL_ACCOUNTS,
  REFUSALS_MAX,
  type ReceiptAnswer,
  type RefusalPage,
  SMALL_QUOTES_MAX,
  type SmallConverted,
  type SmallQuote,
  type ValueCurveInfo,
} from '@halcyon/domain/web';
import { PARENT_TYPES } from '../routes/words.ts';
import { coin, id, object, optional, symbol } from '../schema/fields.ts';
import { owned, page, texts, times, verbatim, word } from '../schema/web-fields.ts';
import { kind, narrowings, oneSymbol, side, status } from './list-fields.ts';
import type { FuturesLog, LedgerPage, OpenOrders } from './rows.ts';
import { answer, webArea } from './spec.ts';

const orders = webArea('Orders');
const accounts = webArea('Trading accounts');
const convert = webArea('Convert');
const receipts = webArea('Receipts');
const fees = webArea('Fees');

/** Of whoever the page acts as, guests of the paper venue among them. */
const OWN = { need: 'session', subs: true, guests: true } as const;

const order = () => owned(id('the order'));
const parent = () => owned(id('the parent order'));

export const openOrders = orders('GET /orders/open', {
  ...OWN,
  summary: 'Open orders, waiting plans or open parent orders, newest first',
  fields: object({
    list: word('which', OPEN_LISTS),
    symbol: oneSymbol(),
    ...page(ORDER_PAGE_MAX),
  }),
  answer: answer<OpenOrders>('OpenOrders'),
});

export const cancellableOrders = orders('GET /orders/cancellable', {
  ...OWN,
  summary: 'What a cancel of such a list would cancel',
  fields: object({ list: word('which', ORDER_LISTS), symbol: oneSymbol() }),
  answer: answer<Cancellable>('Cancellable'),
});

export const cancelOrders = orders('POST /orders/cancel', {
  ...OWN,
  summary: 'Cancels what a list has, up to the newest that was shown',
  fields: object({
    list: word('which', ORDER_LISTS),
    symbol: oneSymbol(),
    upTo: id('the newest that is meant'),
  }),
  answer: answer<CancelledOrders>('CancelledOrders'),
});

export const orderHistory = orders('GET /orders/history', {
  ...OWN,
  summary: 'Ended orders and plans, newest first',
  fields: object({
    account: optional(word('absent = spot', HISTORY_ACCOUNTS)),
    only: optional(word('orders or plans alone', HISTORY_PARTS)),
    symbol: oneSymbol(),
    side: side(),
    kind: kind(),
    status: status(),
    ...times(),
    ...page(ORDER_PAGE_MAX),
  }),
  answer: answer<OrderPage<OrderHistoryRow>>('OrderPage<OrderHistoryRow>'),
});

export const oneOrder = orders('GET /orders/one', {
  ...OWN,
  summary: 'One order or plan of any account, open or ended',
  fields: object({ order: order() }),
  answer: answer<OrderDetail>('OrderDetail'),
});

export const endedParents = orders('GET /orders/parents', {
  ...OWN,
  summary: 'Ended parent orders of spot, newest first',
  fields: object({
    symbol: oneSymbol(),
    side: side(),
    kind: optional(word('only of this kind', PARENT_TYPES)),
    status: optional(word('only what ended so', PARENT_ENDS)),
    ...times(),
    ...page(ORDER_PAGE_MAX),
  }),
  answer: answer<OrderPage<ParentOrderRow>>('OrderPage<ParentOrderRow>'),
});

export const oneParent = orders('GET /orders/parent', {
  ...OWN,
  summary: 'One parent order of spot, open or ended',
  fields: object({ order: parent() }),
  answer: answer<ParentOrderRow>('ParentOrderRow'),
});

export const childOrders = orders('GET /orders/children', {
  ...OWN,
  summary: 'Orders of a parent order, open and ended, newest first',
  fields: object({ parent: parent(), ...page(ORDER_PAGE_MAX) }),
  answer: answer<OrderPage<ChildOrderRow>>('OrderPage<ChildOrderRow>'),
});

export const refusedOrders = orders('GET /orders/refused', {
  ...OWN,
  summary: 'Orders that were refused when they were placed, newest first',
  fields: object({
    account: optional(word('absent = spot', REFUSAL_ACCOUNTS)),
    symbol: oneSymbol(),
    side: side(),
    ...times(),
    ...page(REFUSALS_MAX),
  }),
  answer: answer<RefusalPage>('RefusalPage'),
});

export const futuresAccount = accounts('GET /futures/account', {
  ...OWN,
  summary: 'The futures account with what its positions stand in, and one contract more',
  fields: object({ symbol: optional(symbol('that contract')) }),
  answer: answer<FuturesAccount>('FuturesAccount'),
});

export const futuresLog = accounts('GET /futures/log', {
  ...OWN,
  summary: 'The past of the futures account, newest first',
  fields: object({
    list: word('which', FUTURES_LOGS),
    symbol: oneSymbol(),
    order: optional(owned(id('only fills of this order'))),
    side: side(),
    ...narrowings(),
    ...times(),
    ...page(FUTURES_LOG_MAX),
  }),
  answer: answer<FuturesLog>('FuturesLog'),
});

export const liquidations = accounts('GET /futures/liquidations', {
  ...OWN,
  summary: 'Liquidations of the futures account with what they follow from, newest first',
  fields: object({ symbol: oneSymbol(), ...times(), ...page(LIQUIDATIONS_MAX) }),
  answer: answer<Liquidations>('Liquidations'),
});

export const marginAccount = accounts('GET /margin/account', {
  ...OWN,
  summary: 'A margin account with the coins and pairs it can use',
  fields: object({
    kind: word('which', MARGIN_KINDS),
    symbol: optional(symbol('only the part of this pair')),
  }),
  answer: answer<MarginAccountRead>('MarginAccountRead'),
});

export const marginLog = accounts('GET /margin/log', {
  ...OWN,
  summary: 'The past of the margin accounts, newest first',
  fields: object({
    list: word('which', MARGIN_LOGS),
    account: optional(word('absent = both', MARGIN_KINDS)),
    symbol: oneSymbol(),
    coin: optional(coin('only of this coin')),
    side: side(),
    kind: kind(),
    status: status(),
    group: optional(word('only entries of this group', MARGIN_LEDGER_GROUPS)),
    order: optional(owned(id('only fills of this order'))),
    loan: optional(owned(id('only what belongs to this loan or repayment'))),
    ...times(),
    ...page(MARGIN_LOG_MAX),
  }),
  answer: answer<MarginLog>('MarginLog'),
});

export const ledger = accounts('GET /ledger', {
  ...OWN,
  summary: 'The ledger of the spot or the funding account, newest first',
  fields: object({
    account: word('whose', LEDGER_ACCOUNTS),
    coin: optional(coin('only of this coin')),
    businessType: optional(verbatim('only entries of this name', 40)),
    ...times(),
    ...page(LEDGER_MAX),
  }),
  answer: answer<LedgerPage>('LedgerPage'),
});

export const valueCurve = accounts('GET /value-curve', {
  need: 'session',
  guests: true,
  summary: 'What all accounts were worth over time',
  fields: object({ range: word('how long', CURVE_RANGES) }),
  answer: answer<ValueCurveInfo>('ValueCurveInfo'),
});

export const smallQuotes = convert('POST /convert/small-quotes', {
  need: 'session',
  summary: 'Quotes for all small balances, to one coin',
  fields: object({ coin: coin('that they would become') }),
  answer: answer<SmallQuote[]>('SmallQuote[]'),
});

export const convertSmall = convert('POST /convert/small', {
  need: 'present',
  summary: 'Carries such quotes out, each by itself',
  fields: object({ traceIds: owned(texts('names of quotes', SMALL_QUOTES_MAX)) }),
  answer: answer<SmallConverted[]>('SmallConverted[]'),
});

export const receipt = receipts('GET /receipt', {
  ...OWN,
  summary: 'The receipt of an own entry, with its proof',
  fields: object({
    of: word('of what', RECEIPT_SUBJECTS),
    id: owned(id('the entry')),
    account: optional(word('whose; absent = spot', ACCOUNT_WORDS)),
    role: optional(word('of a fill with oneself: which side', ['maker', 'taker'])),
  }),
  answer: answer<ReceiptAnswer>('ReceiptAnswer'),
});

export const wantSeal = receipts('POST /receipt/seal', {
  ...OWN,
  summary: 'Has the newest receipts sealed within minutes',
  fields: object({ venue: word('of which venue', ['live', 'paper']) }),
  answer: answer<null>('null'),
});

export const ownFees = fees('GET /fees/own', {
  need: 'session',
  subs: true,
  summary: 'The level, rates and grants of the person',
  answer: answer<OwnFees>('OwnFees'),
});

export const feeChanges = fees('GET /fees/changes', {
  need: 'session',
  subs: true,
  summary: 'How they changed, newest first',
  fields: object({ ...page(FEE_CHANGES_MAX) }),
  answer: answer<FeeChanges>('FeeChanges'),
});
