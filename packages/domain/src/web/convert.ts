/** Conversions of several small balances at once, as the web app shows them. */

/** A quote; amounts as decimal text. */
export interface SmallQuote {
  readonly traceId: string;
  readonly fromCoin: string;
  readonly fromCoinSize: string;
  readonly toCoin: string;
  readonly toCoinSize: string;
}

/** What became of one: the coins received, or why nothing was done. */
export interface SmallConverted {
  readonly traceId: string;
  readonly toCoinSize: string | null;
  /** Name of the error, '' = none. */
  readonly reason: string;
}

/** Quotes of one request at most. */
export const SMALL_QUOTES_MAX = 100;
