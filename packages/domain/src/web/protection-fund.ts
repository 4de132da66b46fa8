/**
 * What the web app is told of the protection fund. The route lies below `/api/web/v1`, is public, and
 * is of the live venue. Amounts and ids are text, times Unix ms.
 */

/** Why the fund got or paid something: others are what an operator moved. */
export const FUND_REASONS = ['liquidationFee', 'loss', 'operator'] as const;
export type FundReason = (typeof FUND_REASONS)[number];

/** One payment to the fund or out of it. */
export interface FundEntry {
  readonly id: string;
  readonly reason: FundReason;
  /** Contract it was for; '' = none. */
  readonly symbol: string;
  /** + to the fund, - out of it. */
  readonly amount: string;
  /** What the fund had then. */
  readonly balance: string;
  readonly time: number;
}

/** `GET /protection-fund?before=&limit=`: newest first; `next` goes into `before`, null = no more. */
export interface ProtectionFund {
  readonly coin: string;
  /** What the fund has now. */
  readonly balance: string;
  readonly rows: readonly FundEntry[];
  readonly next: string | null;
}

/** Most rows of an answer. */
export const FUND_ROWS_MAX = 500;
