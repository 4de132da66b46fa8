/**
 * How an order lies in memory, how a snapshot has it, and how it is shown. A record is two cache
 * lines; what an end changes is at its beginning, and what few orders have is kept apart.
 */
import {
  type AssetId,
  DoneReason,
  type InstrumentId,
  type OrderId,
  type OrderType,
  type SelfTrade,
  type Side,
  type TimeInForce,
} from '@halcyon/domain';
import { lanesToBigInt } from './lanes.ts';
import type { LastFill, OrderStatus, OrderView } from './types.ts';

/** Lanes of a record. */
export const Lane = {
  id: 0,
  /** Two words: the account, and Bits. */
  packed: 1,
  remaining: 2,
  updated: 3,
  filledBase: 4,
  filledQuoteLow: 5,
  fee: 6,
  fillTrade: 7,
  fillPrice: 8,
  fillQuantity: 9,
  fillFee: 10,
  fillTime: 11,
  price: 12,
  quantity: 13,
  original: 14,
  created: 15,
} as const;
/** Lanes of a record in all. */
export const ORDER_LANES = 16;

/**
 * The second word of the packed lane: from bit 0 the terms (side, type, time in force, self-trade
 * mode), from `state` State, from `instrument` the instrument.
 */
export const Bits = { termsMask: 0x3f, state: 6, stateMask: 0x7f, instrument: 13 } as const;
/** Bits of the state; the done reason is above them. */
export const State = { ended: 1, resting: 2, fillMaker: 4, reason: 3 } as const;

/** What few orders have. */
export interface RareTerms {
  /** Contracts: bits of OrderOption, and what its fills realised, settle units. */
  options: number;
  profit: number;
  quoteAmount: number;
  plan: OrderId;
  takeProfitTrigger: number;
  takeProfitPrice: number;
  stopLossTrigger: number;
  stopLossPrice: number;
  /** The high lane of what was filled, in the quote asset. */
  filledQuoteHigh: number;
}
/** What an order has that only those of contracts have. */
export type ContractTermsOfOrder = Pick<RareTerms, 'options' | 'profit'>;
/** What the others have of it. */
export const NOTHING_RARE: Readonly<RareTerms> = {
  options: 0,
  profit: 0,
  quoteAmount: 0,
  plan: 0,
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
  filledQuoteHigh: 0,
};

/** A record in its place. */
export interface OpenOrderRecord {
  readonly row: Float64Array;
  /** The same memory. */
  readonly words: Int32Array;
  /** Its first lane. */
  readonly at: number;
  readonly rare: Readonly<RareTerms>;
}

/** Tells the received asset of an order. */
export type FeeAsset = (instrument: InstrumentId, side: Side) => AssetId;

/** Numbers of an order in a snapshot, and where its account is among them. */
export const ORDER_FIELDS = 26;
export const SAVED_ACCOUNT = 1;
const SAVED_STATE = 24;
/** Where a snapshot has what is a lane here: (number in the snapshot, lane) in turn. */
const SAVED_LANES = [
  [0, Lane.id],
  [4, Lane.price],
  [5, Lane.quantity],
  [12, Lane.remaining],
  [13, Lane.filledBase],
  [14, Lane.filledQuoteLow],
  [16, Lane.fee],
  [17, Lane.created],
  [18, Lane.updated],
  [19, Lane.fillTrade],
  [20, Lane.fillPrice],
  [21, Lane.fillQuantity],
  [22, Lane.fillFee],
  [23, Lane.fillTime],
  [25, Lane.original],
] as const;

/** Writes a record as ORDER_FIELDS numbers from `offset`. */
export function saveOrder(record: OpenOrderRecord, to: Float64Array, offset: number): void {
  const { row, words, at, rare } = record;
  const bits = words[at * 2 + Lane.packed * 2 + 1]!;
  for (const [i, lane] of SAVED_LANES) to[offset + i] = row[at + lane]!;
  to[offset + SAVED_ACCOUNT] = words[at * 2 + Lane.packed * 2]!;
  to[offset + 2] = bits >>> Bits.instrument;
  to[offset + 3] = bits & Bits.termsMask;
  to[offset + 6] = rare.quoteAmount;
  to[offset + 7] = rare.plan;
  to[offset + 8] = rare.takeProfitTrigger;
  to[offset + 9] = rare.takeProfitPrice;
  to[offset + 10] = rare.stopLossTrigger;
  to[offset + 11] = rare.stopLossPrice;
  to[offset + 15] = rare.filledQuoteHigh;
  to[offset + SAVED_STATE] = (bits >>> Bits.state) & Bits.stateMask;
}

/** Takes back what `saveOrder` wrote, but for what is rare. */
export function loadOrder(record: OpenOrderRecord, from: Float64Array, offset: number): void {
  const { row, words, at } = record;
  for (const [i, lane] of SAVED_LANES) row[at + lane] = from[offset + i]!;
  words[at * 2 + Lane.packed * 2] = from[offset + SAVED_ACCOUNT]!;
  words[at * 2 + Lane.packed * 2 + 1] =
    from[offset + 3]! |
    (from[offset + SAVED_STATE]! << Bits.state) |
    (from[offset + 2]! << Bits.instrument);
}

/** Whether a saved order has ended: versions before 0.3 saved some of those. */
export function savedEnded(from: Float64Array, offset: number): boolean {
  return (from[offset + SAVED_STATE]! & State.ended) !== 0;
}

/** What is rare of a saved order. @param contract what it has as one of a contract */
export function savedRare(
  from: Float64Array,
  offset: number,
  contract: ContractTermsOfOrder,
): RareTerms {
  return {
    ...contract,
    quoteAmount: from[offset + 6]!,
    plan: from[offset + 7]!,
    takeProfitTrigger: from[offset + 8]!,
    takeProfitPrice: from[offset + 9]!,
    stopLossTrigger: from[offset + 10]!,
    stopLossPrice: from[offset + 11]!,
    filledQuoteHigh: from[offset + 15]!,
  };
}

/** Whether there is anything rare about an order. */
export function isRare(terms: Omit<RareTerms, 'filledQuoteHigh' | 'profit'>): boolean {
  const { options, quoteAmount, plan, takeProfitTrigger, takeProfitPrice } = terms;
  const { stopLossTrigger, stopLossPrice } = terms;
  const priced = takeProfitPrice !== 0 || stopLossPrice !== 0;
  const attached = takeProfitTrigger !== 0 || stopLossTrigger !== 0 || priced;
  return quoteAmount !== 0 || plan !== 0 || options !== 0 || attached;
}

/** A copy of the order. */
export function viewOrder(
  record: OpenOrderRecord,
  clientId: string,
  feeAsset: FeeAsset,
): OrderView {
  const { row, words, at, rare } = record;
  const terms = words[at * 2 + Lane.packed * 2 + 1]!;
  const side = (terms & 1) as Side;
  const state = (terms >>> Bits.state) & Bits.stateMask;
  const ended = (state & State.ended) !== 0;
  const reason = (state >> State.reason) as DoneReason;
  const filledBase = row[at + Lane.filledBase]!;
  const instrument = terms >>> Bits.instrument;
  const { filledQuoteHigh, ...few } = rare;
  return {
    ...few,
    order: row[at + Lane.id]!,
    account: words[at * 2 + Lane.packed * 2]!,
    instrument,
    side,
    type: ((terms >> 1) & 1) as OrderType,
    timeInForce: ((terms >> 2) & 3) as TimeInForce,
    selfTrade: ((terms >> 4) & 3) as SelfTrade,
    price: row[at + Lane.price]!,
    quantity: row[at + Lane.quantity]!,
    originalQuantity: row[at + Lane.original]!,
    clientId,
    remaining: row[at + Lane.remaining]!,
    filledBase,
    filledQuote: lanesToBigInt(filledQuoteHigh, row[at + Lane.filledQuoteLow]!),
    fee: row[at + Lane.fee]!,
    feeAsset: feeAsset(instrument, side),
    status: statusOf(ended, reason, filledBase),
    doneReason: ended ? reason : null,
    resting: (state & State.resting) !== 0,
    createdTime: row[at + Lane.created]!,
    updatedTime: row[at + Lane.updated]!,
    lastFill: lastFillOf(row, at, (state & State.fillMaker) !== 0),
  };
}

function lastFillOf(row: Float64Array, at: number, maker: boolean): LastFill | null {
  const trade = row[at + Lane.fillTrade]!;
  if (trade === 0) return null;
  return {
    trade,
    price: row[at + Lane.fillPrice]!,
    quantity: row[at + Lane.fillQuantity]!,
    fee: row[at + Lane.fillFee]!,
    time: row[at + Lane.fillTime]!,
    maker,
  };
}

/** What is too little to buy one more lot does not keep an order from being filled. */
function statusOf(ended: boolean, reason: DoneReason, filledBase: number): OrderStatus {
  if (!ended) return filledBase > 0 ? 'partially_filled' : 'live';
  const spent = reason === DoneReason.budgetSpent && filledBase > 0;
  return reason === DoneReason.filled || spent ? 'filled' : 'canceled';
}
