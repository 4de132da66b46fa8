/**
 * A receipt tells of one entry what it follows from: where in the journal it happened, the numbers that
 * went in, and what came out, in texts, so that anyone can work it out again (receipt-lines.ts). Amounts
 * and rates are decimals, a rate a fraction; `digits` are those that the coin has after the point.
 */
import { ACCOUNT_WORDS, type AccountName } from '../account-words.ts';
import type { LevelReceipt } from '../level-receipt.ts';

/** The form of receipts; another one has another number. */
export const RECEIPT_VERSION = 1;

/** What an account is called in a receipt: one of a person, or the protection fund, whose payments everybody sees. */
export const RECEIPT_ACCOUNTS = [...ACCOUNT_WORDS, 'fund'] as const;
export type ReceiptAccount = AccountName | 'fund';

/** What every receipt begins with. */
export interface ReceiptHead {
  readonly version: typeof RECEIPT_VERSION;
  /** Id of the exchange, '' = it has none. */
  readonly exchange: string;
  readonly venue: 'live' | 'paper';
  /** Whose it is, as the API names them. */
  readonly user: string;
  readonly account: ReceiptAccount;
  /** Position in the venue's journal of the command that did it. */
  readonly seq: number;
  /** Unix ms. */
  readonly time: number;
}

/** One side of a trade. */
export interface FillReceipt extends ReceiptHead {
  readonly kind: 'fill';
  readonly trade: string;
  readonly product: 'spot' | 'futures';
  readonly symbol: string;
  readonly base: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly role: 'maker' | 'taker';
  readonly price: string;
  readonly size: string;
  readonly value: string;
  /** null = the rate of that time was not kept. */
  readonly rate: string | null;
  readonly fee: string;
  readonly feeCoin: string;
  /** Of `feeCoin`. */
  readonly digits: number;
  /** Contracts: what the fill realised, before the fee; null = a pair. */
  readonly profit: string | null;
  /** What came into the balance of `feeCoin`. */
  readonly net: string;
}

/** A position that was closed: what it came to. Its place is where it was opened. */
export interface PositionReceipt extends ReceiptHead {
  readonly kind: 'position';
  readonly position: string;
  /** The trade that opened it. */
  readonly opened: string;
  /** Unix ms. */
  readonly closedAt: number;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** What it realised, before fees and funding. */
  readonly profit: string;
  /** Paid. */
  readonly fees: string;
  /** Received less paid. */
  readonly funding: string;
  readonly net: string;
  readonly coin: string;
}

/** What a position paid (negative) or received. */
export interface FundingReceipt extends ReceiptHead {
  readonly kind: 'funding';
  readonly symbol: string;
  readonly round: number;
  readonly side: 'long' | 'short';
  readonly size: string;
  readonly mark: string;
  readonly rate: string;
  readonly amount: string;
  readonly coin: string;
  readonly digits: number;
}

/** Interest on a debt: of the hour in which it began, or of hours that passed since. */
export interface InterestReceipt extends ReceiptHead {
  readonly kind: 'interest';
  /** Pair of an isolated account; '' = cross margin. */
  readonly symbol: string;
  readonly principal: string;
  /** A year's rate. */
  readonly rate: string;
  readonly hours: number;
  readonly amount: string;
  readonly coin: string;
  readonly digits: number;
}

/** A loan, or a part of it that was paid back or written off. */
export interface DebtReceipt extends ReceiptHead {
  readonly kind: 'debt';
  /** A name of `LoanCause`. */
  readonly cause: string;
  /** Pair of an isolated account; '' = cross margin. */
  readonly symbol: string;
  /** Before, change and after. */
  readonly principal: DebtPart;
  readonly interest: DebtPart;
  readonly coin: string;
}

/** A part of what is owed: before, by how much it changed, and since. */
export type DebtPart = readonly [before: string, change: string, after: string];

/** A step of a liquidation of contracts. */
export interface LiquidationReceipt extends ReceiptHead {
  readonly kind: 'liquidation';
  readonly symbol: string;
  /** Of two-way positions; '' = the only one. */
  readonly side: '' | 'long' | 'short';
  readonly marginMode: 'crossed' | 'isolated';
  readonly mark: string;
  /** What was there above what had to be: below nothing. */
  readonly excess: string;
  readonly closed: string;
  readonly deleveraged: string;
  readonly limit: string;
  /** Of what was closed. */
  readonly value: string;
  /** Of the fee; null = the rate of that time was not kept. */
  readonly rate: string | null;
  readonly fee: string;
  readonly paidByFund: string;
  readonly coin: string;
  readonly digits: number;
}

/** A step of a liquidation of a margin account. */
export interface MarginLiquidationReceipt extends ReceiptHead {
  readonly kind: 'marginLiquidation';
  readonly symbol: string;
  readonly equity: string;
  readonly keeps: string;
  readonly fee: string;
  readonly paidByFund: string;
  readonly lostByPools: string;
  readonly ended: boolean;
  readonly coin: string;
}

/** A fee level that was earned. */
export interface LevelChangeReceipt extends ReceiptHead {
  readonly kind: 'level';
  readonly level: number;
  readonly basis: LevelReceipt;
}

/** Any other entry of the ledger. */
export interface EntryReceipt extends ReceiptHead {
  readonly kind: 'entry';
  /** A name of `PostingReason`. */
  readonly reason: string;
  /** Pair whose pocket it is of, or contract; '' = none. */
  readonly symbol: string;
  /** Order, trade or movement, as the API names it. */
  readonly reference: string;
  readonly before: string;
  readonly change: string;
  readonly after: string;
  readonly coin: string;
}

/** A trigger order that was refused when its price came. */
export interface RejectionReceipt extends ReceiptHead {
  readonly kind: 'rejection';
  readonly plan: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly trigger: string;
  /** '' = at the market. */
  readonly price: string;
  /** '' = it spends an amount, or closes what there is. */
  readonly size: string;
  /** A name of `Reject`. */
  readonly refused: string;
}

/** A new order, plain or triggered, that was refused when it was placed. */
export interface RefusalReceipt extends ReceiptHead {
  readonly kind: 'refusal';
  readonly form: 'order' | 'plan' | 'oco';
  readonly symbol: string;
  readonly base: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market';
  /** '' = none. */
  readonly trigger: string;
  /** '' = at the market. */
  readonly price: string;
  /** Of `base`; '' = it spends an amount, or closes what there is. */
  readonly size: string;
  /** Of `coin`; '' = none. */
  readonly amount: string;
  /** '' = none. */
  readonly clientOid: string;
  /** A name of `Reject`. */
  readonly refused: string;
  /** What was broken, and by what; '' = the reason measures nothing. */
  readonly limit: string;
  readonly value: string;
  /** Coin of the two; '' = they have none. */
  readonly unit: string;
}

/** A fill as an order's receipt lists it; where it is in the journal, and of a contract what it realised. */
export type OrderPart = readonly [
  seq: number,
  trade: string,
  role: 'maker' | 'taker',
  price: string,
  size: string,
  value: string,
  fee: string,
  profit: string,
];

/** An order that has ended, a conversion too: the sum of its fills. Its place is where it was placed. */
export interface OrderReceipt extends ReceiptHead {
  readonly kind: 'order';
  readonly order: string;
  readonly product: 'spot' | 'futures';
  readonly symbol: string;
  readonly base: string;
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  /** A name of `DoneReason`. */
  readonly ended: string;
  /** All of them, the oldest first. */
  readonly fills: readonly OrderPart[];
  readonly filled: string;
  readonly value: string;
  readonly fee: string;
  readonly feeCoin: string;
  /** Contracts: what its fills realised, before fees; null = a pair. */
  readonly profit: string | null;
  /** What came into the balance of `feeCoin`. */
  readonly net: string;
}

/** See the head of the file. */
export type Receipt =
  | FillReceipt
  | OrderReceipt
  | PositionReceipt
  | FundingReceipt
  | InterestReceipt
  | DebtReceipt
  | LiquidationReceipt
  | MarginLiquidationReceipt
  | LevelChangeReceipt
  | EntryReceipt
  | RejectionReceipt
  | RefusalReceipt;

/** What a receipt may be of. */
export type ReceiptKind = Receipt['kind'];
