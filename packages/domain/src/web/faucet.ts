/** The test faucet as its page has it. Amounts are decimal text. */

/** What it still gives of one coin today. */
export interface FaucetRow {
  readonly coin: string;
  /** Most of one claim. */
  readonly perClaim: string;
  readonly dailyLimit: string;
  readonly claimedToday: string;
}

/** What was given. */
export interface FaucetGift {
  readonly coin: string;
  readonly amount: string;
}
