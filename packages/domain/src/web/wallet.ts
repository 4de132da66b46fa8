/** What the pages of deposits and withdrawals have. Amounts are decimal text, times Unix ms. */

/** An address that money may be withdrawn to. */
export interface AddressRow {
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly addedAt: number;
  /** From then on it takes withdrawals. */
  readonly usableAt: number;
}

/** What withdrawals of a coin cost, and their limits; '0' = none. */
export interface WithdrawTerms {
  readonly coin: string;
  readonly chain: string;
  readonly fee: string;
  readonly min: string;
  readonly dayMax: string;
  /** What is above this waits for an operator. */
  readonly approveAbove: string;
  /** Most digits behind the point. */
  readonly scale: number;
  /** With so many a withdrawal is done. */
  readonly confirmationsNeeded: number;
}

/** What a person's level lets be withdrawn in a day, of all coins together, USDT. */
export interface WithdrawDay {
  readonly level: number;
  readonly max: string;
  /** Of it, now. */
  readonly left: string;
}

/** A withdrawal was taken. */
export interface WithdrawalTaken {
  readonly orderId: string;
}

/** A deposit on its way. */
export interface ArrivingRow {
  readonly transaction: string;
  readonly coin: string;
  readonly size: string;
  readonly toAddress: string;
  readonly seenAt: number;
  /** None = the chain knows it, and no block has it yet. */
  readonly confirmations: number;
}

/** `GET /records/arriving`: what is on its way to the person, oldest first. */
export interface ArrivingList {
  /** With so many a deposit is credited. */
  readonly confirmationsNeeded: number;
  readonly rows: readonly ArrivingRow[];
}

/** What came from outside, what left, what became another coin, and what moved in the family. */
export const MOVEMENT_LISTS = ['deposits', 'withdrawals', 'converts', 'transfers'] as const;
export type MovementList = (typeof MOVEMENT_LISTS)[number];

/** Most rows of an answer. */
export const MOVEMENTS_MAX = 100;

/**
 * `GET /records/movements?list=&coin=&symbol=&startTime=&endTime=&before=&limit=`, newest first, of the venue
 * that the request is marked for; rows are those of the trading API's lists, transfers with `FamilySides`.
 */
export interface MovementPage<Row> {
  /** Of deposits and withdrawals: blocks that they need. */
  readonly confirmationsNeeded?: number;
  readonly rows: readonly Row[];
}

/** Whose accounts a transfer is between: null = of who asks, '' = of the main account, else a sub-account's name. */
export interface FamilySides {
  readonly fromName: string | null;
  readonly toName: string | null;
}
