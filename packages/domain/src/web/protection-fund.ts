/**
 * What the web app is told of the protection fund. The route lies below `/api/web/v1`, is public, and
 * is of the live venue. Amounts and ids are text, times Unix ms.
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
  readonly rows: readonly FundEntry[];
  readonly next: string | null;
}

/** Most rows of an answer; one more is read to tell whether there are others. */
export const FUND_ROWS_MAX = 200;
