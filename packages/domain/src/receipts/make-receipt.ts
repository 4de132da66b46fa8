/** Receipts of what the core did: whole numbers become texts, in one place for whoever tells of them. */
import { accountWord } from '../account-words.ts';
import {
  MARGIN_SCALE,
  MarginMode,
  PositionLeg,
  Product,
  RATE_SCALE,
  wirePositionId,
} from '../contracts.ts';
import { formatDecimal } from '../decimal.ts';
import { PostingReason } from '../events.ts';
import { type AccountId, ownerOf, SystemAccount, wireId, wireUserId } from '../ids.ts';
import type { Asset, Instrument } from '../instruments.ts';
import { LoanCause } from '../loan-events.ts';
import { hourInterest } from '../loan-math.ts';
import { DoneReason, OrderType, Side } from '../orders.ts';
import { type OrderRefusedEvent, RefusedForm, refusalFigures } from '../refusals.ts';
import { Reject } from '../rejects.ts';
import {
  type DebtPart,
  type DebtReceipt,
  type EntryReceipt,
  type FillReceipt,
  type FundingReceipt,
  type InterestReceipt,
  type LiquidationReceipt,
  type MarginLiquidationReceipt,
  type OrderPart,
  type OrderReceipt,
  type PositionReceipt,
  RECEIPT_VERSION,
  type ReceiptHead,
  type RefusalReceipt,
  type RejectionReceipt,
} from './receipt.ts';

const PPM_DIGITS = 6;
const RATE_DIGITS = String(RATE_SCALE).length - 1;
const LEGS = { [PositionLeg.net]: '', [PositionLeg.long]: 'long', [PositionLeg.short]: 'short' };

/** An instrument with its coins. */
export interface ReceiptInstrument {
  readonly instrument: Instrument;
  readonly base: Asset;
  readonly quote: Asset;
}

/** Where and of whom an entry is. */
export interface EntryPlace {
  readonly exchange: string;
  readonly venue: 'live' | 'paper';
  readonly account: AccountId;
  readonly seq: number;
  readonly time: number;
}

/** One side of a trade in whole numbers: ticks, lots, units. */
export interface FillFacts {
  readonly trade: number;
  readonly side: Side;
  readonly isTaker: boolean;
  readonly price: number;
  readonly quantity: number;
  readonly quote: number;
  readonly fee: number;
  /** Of a contract. */
  readonly profit: number;
  /** null = not kept. */
  readonly ratePpm: number | null;
}

/** A fill of an order, with its place in the journal. */
export type OrderFill = Omit<FillFacts, 'side' | 'ratePpm'> & { readonly seq: number };

/** An order that has ended, with all that it traded. */
export interface OrderFacts {
  readonly order: number;
  readonly side: Side;
  readonly reason: DoneReason;
  /** The oldest first. */
  readonly fills: readonly OrderFill[];
}

/** A position that was closed; sums are settle units. */
export interface PositionFacts {
  readonly opened: number;
  readonly leg: PositionLeg;
  /** Buy = long. */
  readonly side: Side;
  readonly closedAt: number;
  readonly profit: number;
  readonly fees: number;
  readonly funding: number;
}

/** A funding of a position. */
export interface FundingFacts {
  readonly round: number;
  /** Signed. */
  readonly lots: number;
  readonly mark: number;
  readonly rate: number;
  readonly amount: number | bigint;
}

/** Interest on a debt. */
export interface InterestFacts {
  readonly symbol: string;
  readonly principal: number;
  readonly ratePpm: number;
  readonly amount: number;
}

/** A change of a debt that is no interest: what is owed since, and by how much that is more. */
export interface DebtFacts {
  readonly symbol: string;
  readonly cause: LoanCause;
  readonly principal: number;
  readonly interest: number;
  readonly principalDelta: number;
  readonly interestDelta: number;
}

/** A step of a liquidation of contracts. */
export interface LiquidationFacts {
  readonly leg: PositionLeg;
  readonly marginMode: MarginMode;
  readonly mark: number;
  readonly excess: number;
  readonly closed: number;
  readonly deleveraged: number;
  readonly limit: number;
  readonly value: number;
  readonly ratePpm: number | null;
  readonly fee: number;
  readonly paidByFund: number;
}

/** A step of a liquidation of a margin account. */
export interface MarginLiquidationFacts {
  readonly equity: number;
  readonly keeps: number;
  readonly fee: number;
  readonly paidByFund: number;
  readonly lostByPools: number;
  readonly ended: boolean;
}

/** An entry of the ledger. */
export interface EntryFacts {
  readonly reason: PostingReason;
  readonly reference: number;
  readonly amount: bigint;
  readonly balance: bigint;
}

/** A plan that was refused. */
export interface RejectionFacts {
  readonly plan: number;
  readonly side: Side;
  readonly triggerPrice: number;
  readonly price: number;
  readonly quantity: number;
  readonly code: number;
}

/** An order that was refused, and in what coin its account's margin is reckoned. */
export type RefusalFacts = Omit<
  OrderRefusedEvent,
  'kind' | 'seq' | 'time' | 'account' | 'instrument'
> & { readonly margin: Asset };

/** What a receipt begins with. */
export function receiptHead({ exchange, venue, account, seq, time }: EntryPlace): ReceiptHead {
  const user = wireUserId(ownerOf(account));
  const isFund = account === SystemAccount.insurance;
  const word = isFund ? 'fund' : accountWord(account) || 'spot';
  return { version: RECEIPT_VERSION, exchange, venue, user, account: word, seq, time };
}

const priceOf = ({ instrument }: ReceiptInstrument, ticks: number) =>
  formatDecimal(ticks, instrument.priceScale);
const sizeOf = ({ instrument }: ReceiptInstrument, lots: number) =>
  formatDecimal(lots, instrument.quantityScale);
const moneyOf = ({ scale }: Asset, units: number | bigint) => formatDecimal(units, scale);
const rateOf = (ppm: number | null) => (ppm === null ? null : formatDecimal(ppm, PPM_DIGITS));
const marginOf = (units: number) => formatDecimal(units, MARGIN_SCALE);
const sideOf = (side: Side) => (side === Side.buy ? 'buy' : 'sell');

/** The name of a number in a table of the domain. */
function nameIn(table: Readonly<Record<string, number>>, value: number): string {
  return Object.entries(table).find(([, one]) => one === value)?.[0] ?? String(value);
}

/** Of one side of a trade. */
export function fillReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  fill: FillFacts,
): FillReceipt {
  const { instrument, base, quote } = listed;
  const isContract = instrument.product !== Product.spot;
  const isBuy = !isContract && fill.side === Side.buy;
  const feeCoin = isBuy ? base : quote;
  const received = isBuy ? fill.quantity * instrument.lotUnits : fill.quote;
  const gained = isContract ? fill.profit : received;
  return {
    ...head,
    kind: 'fill',
    trade: wireId(fill.trade),
    product: isContract ? 'futures' : 'spot',
    symbol: instrument.symbol,
    base: base.code,
    coin: quote.code,
    side: sideOf(fill.side),
    role: fill.isTaker ? 'taker' : 'maker',
    price: priceOf(listed, fill.price),
    size: sizeOf(listed, fill.quantity),
    value: moneyOf(quote, fill.quote),
    rate: rateOf(fill.ratePpm),
    fee: moneyOf(feeCoin, fill.fee),
    feeCoin: feeCoin.code,
    digits: feeCoin.scale,
    profit: isContract ? moneyOf(quote, fill.profit) : null,
    net: moneyOf(feeCoin, gained - fill.fee),
  };
}

/** Of an order that has ended. */
export function orderReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  order: OrderFacts,
): OrderReceipt {
  const { instrument, base, quote } = listed;
  const isContract = instrument.product !== Product.spot;
  const isBuy = !isContract && order.side === Side.buy;
  const feeCoin = isBuy ? base : quote;
  const { fills } = order;
  const total = (of: (fill: OrderFill) => number) =>
    fills.reduce((sum, fill) => sum + BigInt(of(fill)), 0n);
  const [lots, value, fee] = [
    total(({ quantity }) => quantity),
    total(({ quote: units }) => units),
    total(({ fee: units }) => units),
  ];
  const profit = total((fill) => fill.profit);
  const received = isBuy ? lots * BigInt(instrument.lotUnits) : value;
  return {
    ...head,
    kind: 'order',
    order: wireId(order.order),
    product: isContract ? 'futures' : 'spot',
    symbol: instrument.symbol,
    base: base.code,
    coin: quote.code,
    side: sideOf(order.side),
    ended: nameIn(DoneReason, order.reason),
    fills: fills.map((fill) => orderPart(listed, feeCoin, fill)),
    filled: formatDecimal(lots, instrument.quantityScale),
    value: moneyOf(quote, value),
    fee: moneyOf(feeCoin, fee),
    feeCoin: feeCoin.code,
    profit: isContract ? moneyOf(quote, profit) : null,
    net: moneyOf(feeCoin, (isContract ? profit : received) - fee),
  };
}

function orderPart(listed: ReceiptInstrument, feeCoin: Asset, fill: OrderFill): OrderPart {
  return [
    fill.seq,
    wireId(fill.trade),
    fill.isTaker ? 'taker' : 'maker',
    priceOf(listed, fill.price),
    sizeOf(listed, fill.quantity),
    moneyOf(listed.quote, fill.quote),
    moneyOf(feeCoin, fill.fee),
    moneyOf(listed.quote, fill.profit),
  ];
}

/** Of a position that was closed. */
export function positionReceipt(
  head: ReceiptHead,
  { instrument, quote }: ReceiptInstrument,
  { opened, leg, side, closedAt, profit, fees, funding }: PositionFacts,
): PositionReceipt {
  return {
    ...head,
    kind: 'position',
    position: wirePositionId({ opened, leg }),
    opened: wireId(opened),
    closedAt,
    symbol: instrument.symbol,
    side: side === Side.buy ? 'long' : 'short',
    profit: moneyOf(quote, profit),
    fees: moneyOf(quote, fees),
    funding: moneyOf(quote, funding),
    net: moneyOf(quote, profit - fees + funding),
    coin: quote.code,
  };
}

/** Of a funding. */
export function fundingReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  { round, lots, mark, rate, amount }: FundingFacts,
): FundingReceipt {
  const { instrument, quote } = listed;
  return {
    ...head,
    kind: 'funding',
    symbol: instrument.symbol,
    round,
    side: lots > 0 ? 'long' : 'short',
    size: sizeOf(listed, Math.abs(lots)),
    mark: priceOf(listed, mark),
    rate: formatDecimal(rate, RATE_DIGITS),
    amount: moneyOf(quote, amount),
    coin: quote.code,
    digits: quote.scale,
  };
}

/** Of interest. */
export function interestReceipt(
  head: ReceiptHead,
  coin: Asset,
  { symbol, principal, ratePpm, amount }: InterestFacts,
): InterestReceipt {
  const hour = hourInterest(principal, ratePpm);
  return {
    ...head,
    kind: 'interest',
    symbol,
    principal: moneyOf(coin, principal),
    rate: formatDecimal(ratePpm, PPM_DIGITS),
    // After a stop several hours are charged at once.
    hours: hour > 0 ? Math.round(amount / hour) : 0,
    amount: moneyOf(coin, amount),
    coin: coin.code,
    digits: coin.scale,
  };
}

/** Of a loan, or what was paid back of it. */
export function debtReceipt(head: ReceiptHead, coin: Asset, debt: DebtFacts): DebtReceipt {
  const { symbol, cause, principal, interest, principalDelta, interestDelta } = debt;
  const partOf = (after: number, change: number): DebtPart => [
    moneyOf(coin, after - change),
    moneyOf(coin, change),
    moneyOf(coin, after),
  ];
  return {
    ...head,
    kind: 'debt',
    cause: nameIn(LoanCause, cause),
    symbol,
    principal: partOf(principal, principalDelta),
    interest: partOf(interest, interestDelta),
    coin: coin.code,
  };
}

/** Of a step of a liquidation of contracts. */
export function liquidationReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  step: LiquidationFacts,
): LiquidationReceipt {
  const { instrument, quote } = listed;
  return {
    ...head,
    kind: 'liquidation',
    symbol: instrument.symbol,
    side: LEGS[step.leg] as LiquidationReceipt['side'],
    marginMode: step.marginMode === MarginMode.isolated ? 'isolated' : 'crossed',
    mark: priceOf(listed, step.mark),
    excess: marginOf(step.excess),
    closed: sizeOf(listed, step.closed),
    deleveraged: sizeOf(listed, step.deleveraged),
    limit: priceOf(listed, step.limit),
    value: moneyOf(quote, step.value),
    rate: rateOf(step.ratePpm),
    fee: moneyOf(quote, step.fee),
    paidByFund: moneyOf(quote, step.paidByFund),
    coin: quote.code,
    digits: quote.scale,
  };
}

/** Of a step of a liquidation of a margin account. @param coin what it settles in */
export function marginLiquidationReceipt(
  head: ReceiptHead,
  { symbol, coin }: { readonly symbol: string; readonly coin: string },
  step: MarginLiquidationFacts,
): MarginLiquidationReceipt {
  return {
    ...head,
    kind: 'marginLiquidation',
    symbol,
    equity: marginOf(step.equity),
    keeps: marginOf(step.keeps),
    fee: marginOf(step.fee),
    paidByFund: marginOf(step.paidByFund),
    lostByPools: marginOf(step.lostByPools),
    ended: step.ended,
    coin,
  };
}

/** Of any other entry of the ledger. */
export function entryReceipt(
  head: ReceiptHead,
  { symbol, coin }: { readonly symbol: string; readonly coin: Asset },
  { reason, reference, amount, balance }: EntryFacts,
): EntryReceipt {
  return {
    ...head,
    kind: 'entry',
    reason: nameIn(PostingReason, reason),
    symbol,
    reference: wireId(reference),
    before: moneyOf(coin, balance - amount),
    change: moneyOf(coin, amount),
    after: moneyOf(coin, balance),
    coin: coin.code,
  };
}

/** Of a plan that was refused. */
export function rejectionReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  { plan, side, triggerPrice, price, quantity, code }: RejectionFacts,
): RejectionReceipt {
  return {
    ...head,
    kind: 'rejection',
    plan: wireId(plan),
    symbol: listed.instrument.symbol,
    side: sideOf(side),
    trigger: priceOf(listed, triggerPrice),
    price: price === 0 ? '' : priceOf(listed, price),
    size: quantity === 0 ? '' : sizeOf(listed, quantity),
    refused: nameIn(Reject, code),
  };
}

/** Of an order that was refused when it was placed. */
export function refusalReceipt(
  head: ReceiptHead,
  listed: ReceiptInstrument,
  refusal: RefusalFacts,
): RefusalReceipt {
  const { instrument, base, quote } = listed;
  const { side, trigger, price, quantity, quoteAmount, clientId } = refusal;
  return {
    ...head,
    kind: 'refusal',
    form: nameIn(RefusedForm, refusal.form) as RefusalReceipt['form'],
    symbol: instrument.symbol,
    base: base.code,
    coin: quote.code,
    side: sideOf(side),
    type: refusal.type === OrderType.market ? 'market' : 'limit',
    trigger: trigger === 0 ? '' : priceOf(listed, trigger),
    price: price === 0 ? '' : priceOf(listed, price),
    size: quantity === 0 ? '' : sizeOf(listed, quantity),
    amount: quoteAmount === 0 ? '' : moneyOf(quote, quoteAmount),
    clientOid: clientId,
    refused: nameIn(Reject, refusal.code),
    ...refusedNumbers(listed, refusal),
  };
}

/** Limit and value of a refusal, in their unit. */
function refusedNumbers(
  listed: ReceiptInstrument,
  refusal: RefusalFacts,
): Pick<RefusalReceipt, 'limit' | 'value' | 'unit'> {
  const figures = refusalFigures({ ...listed, margin: refusal.margin }, refusal);
  if (figures === null) return { limit: '', value: '', unit: '' };
  const { scale, coin } = figures.unit;
  const [limit, value] = [figures.limit, figures.value].map((one) => formatDecimal(one, scale));
  return { limit: limit!, value: value!, unit: coin ?? '' };
}
