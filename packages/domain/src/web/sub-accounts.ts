/** A person's sub-accounts as the page has them. Times are Unix ms, amounts decimal text. */

/** Names the sub-account that a request of its owner's session acts as, by its uid. */
export const SUB_ACCOUNT_HEADER = 'x-sub-account';

/** The sub-account that a page acts as. */
export interface ActingAs {
  readonly uid: string;
  readonly name: string;
}

/** What a sub-account may be allowed, in the words of the wire. */
export const SUB_ACCOUNT_GRANTS = [
  'read',
  'spot_trade',
  'margin_trade',
  'contract_trade',
  'transfer',
] as const;
export type SubAccountGrant = (typeof SUB_ACCOUNT_GRANTS)[number];

/** Accounts that money is moved between in a family, as transfers name them. */
export const FAMILY_ACCOUNTS = [
  'spot',
  /** The funding account. */
  'p2p',
  'usdt_futures',
  'crossed_margin',
  'isolated_margin',
] as const;
export type FamilyAccount = (typeof FAMILY_ACCOUNTS)[number];

/** What of a coin may leave an account now. */
export interface FamilySpare {
  readonly account: FamilyAccount;
  /** The pair whose isolated margin it is; absent with other accounts. */
  readonly symbol?: string;
  readonly coin: string;
  readonly amount: string;
}

/** A pair that has isolated margin. */
export interface FamilyPair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** What one of a family has in the venue that was asked. */
export interface FamilyMoney {
  readonly uid: string;
  /** All its accounts in USDT, debts taken off. */
  readonly value: string;
  readonly spare: readonly FamilySpare[];
}

/** A sub-account. */
export interface SubAccountEntry extends FamilyMoney {
  readonly name: string;
  /** '' = none. */
  readonly remark: string;
  readonly permissions: readonly SubAccountGrant[];
  readonly frozen: boolean;
  readonly createdAt: number;
}

/** A person and all sub-accounts, newest first. */
export interface FamilyRead {
  readonly own: FamilyMoney;
  readonly subs: readonly SubAccountEntry[];
  /** Pairs that money can be moved to and from. */
  readonly pairs: readonly FamilyPair[];
  /** The most sub-accounts that one may have. */
  readonly most: number;
}

/** What of a sub-account was cancelled. */
export interface CancelledFamily {
  /** Orders and plans that were open when it was asked. */
  readonly orders: number;
}
