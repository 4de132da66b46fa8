/**
 * What the web app is told of the protection fund and the loan pools. The routes lie below `/api/web/v1`, are public,
 * and are of the live venue. Amounts and ids are text, times Unix ms. Nothing names an account or an order.
 */

/** Why the fund got or paid something: others are what an operator moved. */
export const FUND_REASONS = ['liquidationFee', 'loss', 'operator'] as const;
export type FundReason = (typeof FUND_REASONS)[number];

/** Of what kind of account a payment was: what an operator moved is of none. */
export const FUND_SOURCES = ['futures', 'crossed', 'isolated', 'none'] as const;
export type FundSource = (typeof FUND_SOURCES)[number];

/** One payment to the fund or out of it. */
export interface FundEntry {
  readonly id: string;
  readonly reason: FundReason;
  readonly source: FundSource;
  /** The contract, or the pair of isolated margin; '' = none. */
  readonly symbol: string;
  /** + to the fund, - out of it. */
  readonly amount: string;
  /** What the fund had then. */
  readonly balance: string;
  readonly time: number;
  /** Number of its command in the journal. */
  readonly command: string;
  /** Link of the first seal (`GET /seals`) that covers this command; '' = it waits for one. */
  readonly seal: string;
}

/**
 * `GET /protection-fund?coin=&before=&limit=`: newest first; `next` goes into `before`, null = no more.
 * Without a coin it is the first one.
 */
export interface ProtectionFund {
  /** Coins that the fund may have, those of contracts first; empty = none. */
  readonly coins: readonly string[];
  /** The one that all amounts are in; '' = none. */
  readonly coin: string;
  /** What the fund has now. */
  readonly balance: string;
  /** All of the entries so far: fees to the fund, losses that it made good, what operators moved, + to it. */
  readonly fees: string;
  readonly losses: string;
  readonly moved: string;
  /** Of the coin of contracts: what all of them have open, at the mark, and the target size by it; '' of other coins. */
  readonly openInterest: string;
  readonly target: string;
  readonly rows: readonly FundEntry[];
  readonly next: string | null;
}

/** Most rows of an answer; one more is read to tell whether there are others. */
export const FUND_ROWS_MAX = 200;

/** What the fund had at a moment. */
export interface FundCurveRow {
  readonly time: number;
  readonly balance: string;
}

/** `GET /protection-fund/curve?coin=&range=`: at full hours or days (UTC) and now, oldest first; none of a time before it had anything. */
export interface FundCurve {
  readonly coin: string;
  readonly rows: readonly FundCurveRow[];
}

/** What the fund may pay in the clock hour that runs. */
export interface FundLimit {
  /** What the limit follows from: what is open of a contract at the mark, or all loans at the index. */
  readonly exposure: string;
  readonly limit: string;
  /** What it paid in this hour, and what it may still pay: never more than it has. */
  readonly paid: string;
  readonly left: string;
}

/** That of a contract. */
export interface ContractFundLimit extends FundLimit {
  readonly symbol: string;
}

/** `GET /protection-fund/limits`. */
export interface FundLimits {
  /** That all amounts are in; '' = there are none. */
  readonly coin: string;
  /** When the next hour begins. */
  readonly until: number;
  readonly contracts: readonly ContractFundLimit[];
  /** Of all margin accounts together; null = nothing is lent. */
  readonly margin: FundLimit | null;
}

/** Positions of a contract and side that were deleveraged at once. Whose, how large and at which price is not told. */
export interface DeleveragingRow {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly positions: number;
  readonly time: number;
}

/** `GET /protection-fund/deleveragings?before=&limit=`: newest first; `next` goes into `before`, null = no more. */
export interface Deleveragings {
  readonly rows: readonly DeleveragingRow[];
  readonly next: string | null;
}

/** A coin that is lent. */
export interface LoanPool {
  readonly coin: string;
  readonly lent: string;
  readonly free: string;
  /** Part that is lent, and the yearly rate of this clock hour: 0.1 = 10 %. */
  readonly used: string;
  readonly rate: string;
  /** Totals: interest that the pool was paid, what the fund paid of this coin for debts, debts that were written off. */
  readonly interest: string;
  readonly paidByFund: string;
  readonly writtenOff: string;
}

/** `GET /loan-pools`. */
export interface LoanPools {
  readonly pools: readonly LoanPool[];
  /** The coin in which losses are added up, at the index of their time; '' = nothing is lent. */
  readonly coin: string;
  /** What all pools lost: debts that were written off less what the fund paid for them. */
  readonly lost: string;
  /** Since when interest and losses are counted, the hour in which the first came; null = none came. */
  readonly since: number | null;
}
