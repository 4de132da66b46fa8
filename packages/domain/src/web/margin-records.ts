/**
 * What the web app is told of the past of margin accounts, cross and isolated in one list. The route
 * lies below `/api/web/v1`, needs a session, and is of the venue that the request is marked for.
 * Amounts, prices, rates and ids are text, times Unix ms.
 */
import type { MarginKind } from './margin.ts';
import type { OrderHistoryRow, OrderPage } from './orders.ts';
import type { FamilyAccount } from './sub-accounts.ts';
import type { FamilySides } from './wallet.ts';

/** The lists that there are. */
export const MARGIN_LOGS = [
  'orders',
  'fills',
  'ledger',
  'transfers',
  'loans',
  'repayments',
  'interest',
  'liquidations',
] as const;
export type MarginLogName = (typeof MARGIN_LOGS)[number];

/** Most rows of an answer. */
export const MARGIN_LOG_MAX = 100;

/** What every row has. */
interface MarginLogRow {
  readonly id: string;
  readonly account: MarginKind;
  /** The pair; '' where it belongs to none, as the debts of a cross account. */
  readonly symbol: string;
  readonly time: number;
}

/** By what rule an order borrowed and repaid, or that the exchange placed it to liquidate. */
export const LOAN_TYPES = ['normal', 'autoLoan', 'autoRepay', 'autoLoanAndRepay'] as const;
export type LoanTypeName = (typeof LOAN_TYPES)[number];

/** An ended order. */
export interface MarginOrderRow extends OrderHistoryRow {
  readonly account: MarginKind;
  readonly loanType: LoanTypeName;
}

/** A fill. */
export interface MarginFillRow extends MarginLogRow {
  readonly order: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size: string;
  readonly value: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly role: 'maker' | 'taker';
}

/** What a ledger can be narrowed to. */
export const MARGIN_LEDGER_GROUPS = [
  'trade',
  'loan',
  'interest',
  'transfer',
  'liquidation',
] as const;
export type MarginLedgerGroup = (typeof MARGIN_LEDGER_GROUPS)[number];

/** What an entry came from. */
export type MarginLedgerType =
  | 'buy'
  | 'sell'
  | 'borrowed'
  | 'repaid'
  | 'interest'
  | 'transferIn'
  | 'transferOut'
  | 'liquidationFee'
  | 'protection'
  | 'takenOver'
  | 'other';

/** A change of what an account has. */
export interface MarginLedgerRow extends MarginLogRow {
  readonly type: MarginLedgerType;
  readonly coin: string;
  /** After the fee. */
  readonly change: string;
  readonly fee: string;
  readonly balance: string;
}

/** Money that came from another account of the person or of the family, or went there, and between whom. */
export interface MarginTransferRow extends MarginLogRow, FamilySides {
  readonly coin: string;
  readonly amount: string;
  readonly from: FamilyAccount;
  readonly to: FamilyAccount;
}

/** What made a debt change: the person, an order of his, a liquidation; the pool lost it, or took coins for it. */
export type LoanMaker = 'hand' | 'order' | 'liquidation' | 'lost' | 'pool';

/** A loan. */
export interface LoanRow extends MarginLogRow {
  /** Of the loan, or of the order that borrowed or paid back; see loan-ids.ts. */
  readonly reference: string;
  readonly coin: string;
  readonly amount: string;
  readonly by: LoanMaker;
  /** What is owed of the coin since. */
  readonly owed: string;
}

/** A repayment: interest is paid first. */
export interface RepaymentRow extends LoanRow {
  readonly principal: string;
  readonly interest: string;
}

/** The interest of an hour. */
export interface InterestRow extends MarginLogRow {
  readonly coin: string;
  /** What it was charged on. */
  readonly principal: string;
  /** Of a year, as a fraction. */
  readonly yearly: string;
  readonly amount: string;
  /** The hour in which the loan was taken, or a later one. */
  readonly first: boolean;
}

/** A step of a liquidation; money in the settle coin. */
export interface MarginLiquidationRow extends MarginLogRow {
  /** What its repayments name. */
  readonly reference: string;
  readonly coin: string;
  /** What there was less debts, what it had to keep, and the one by the other as a fraction; '' = none. */
  readonly equity: string;
  readonly keeps: string;
  readonly ratio: string;
  readonly fee: string;
  readonly paidByFund: string;
  readonly lostByPools: string;
  readonly ended: boolean;
}

/** Rows by list. */
export interface MarginLogRows {
  readonly orders: MarginOrderRow;
  readonly fills: MarginFillRow;
  readonly ledger: MarginLedgerRow;
  readonly transfers: MarginTransferRow;
  readonly loans: LoanRow;
  readonly repayments: RepaymentRow;
  readonly interest: InterestRow;
  readonly liquidations: MarginLiquidationRow;
}

/**
 * `GET /margin/log?list=&account=&symbol=&coin=&startTime=&endTime=&before=&limit=`, newest first.
 * Without an account rows of both. Orders and fills take `side`, orders also `kind` and `status`, the
 * ledger `group`; fills, loans and repayments take `order`: those of this order alone,
 * loans and repayments also `loan`: those with this reference.
 */
export type MarginLog<Name extends MarginLogName = MarginLogName> = OrderPage<MarginLogRows[Name]>;
