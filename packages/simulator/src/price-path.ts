/** What the participants follow: a price and a level of activity over time. */

/**
 * The path of one instrument. Times are Unix milliseconds; one that has passed is answered as the
 * latest. Answers are floats for decisions, never money.
 */
export interface PricePath {
  /** The hidden fair price in quote units at that time, above 0. */
  priceAt(timeMs: number): number;
  /** Trading activity at that time relative to its long-run mean (1); above 0. */
  activityAt(timeMs: number): number;
}

/** Paths for every instrument of a market by symbol. */
export interface PricePaths {
  /** The path of that symbol; an error naming the symbol when there is none. */
  pathOf(symbol: string): PricePath;
}
