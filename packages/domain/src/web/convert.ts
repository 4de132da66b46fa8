/** Conversions, as the web app shows them. */

/** How long a quote holds, ms. */
export const CONVERT_QUOTE_MS = 10_000;

/** A quote for one of several small balances; amounts as decimal text. */
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

/** Small balances that one request converts at most. */
export const SMALL_QUOTES_MAX = 100;
