/**
 * How index prices and those who tell them are: what `GET /api/web/v1/index-prices`, `/healthz` and
 * `/metrics` say, and what a signed feed sends. Prices are decimal text, ages ms.
 */

/**
 * `late` = its last price is too old to be used; `stopped` = much too old, or there was none; `lying` =
 * too far from the others, or not long enough back among them; `disagree` = apart from the others while no
 * majority agrees, as of two: nobody knows who is right.
 */
export const INDEX_SOURCE_STATES = ['fresh', 'late', 'stopped', 'lying', 'disagree'] as const;
export type IndexSourceState = (typeof INDEX_SOURCE_STATES)[number];

/** One who quotes prices of a market. */
export interface IndexSourceRow {
  readonly name: string;
  readonly state: IndexSourceState;
  /** Its last price; '' = none. */
  readonly price: string;
  /** Age of that price by its clock; null = none. */
  readonly ageMs: number | null;
  /** Prices of it that were refused since the start. */
  readonly refused: number;
}

/** `held` = it follows its sources no faster than it may; `none` = too few can be believed. */
export type IndexPriceState = 'sound' | 'held' | 'none';

/** `GET /index-prices?product=futures&symbol=BTCUSDT`, for everybody: null = nobody quotes its price. */
export interface IndexPriceRow {
  readonly product: 'spot' | 'futures';
  readonly symbol: string;
  readonly state: IndexPriceState;
  /** '' = none. */
  readonly price: string;
  readonly sources: readonly IndexSourceRow[];
}

/** A source over all markets: of how many its price is in which state. */
export type IndexSourceSummary = Readonly<Record<IndexSourceState, number>> & {
  readonly name: string;
  /** Prices that were refused, and messages of a feed that were. */
  readonly refused: number;
};

/** What a feed of one's own sends: `POST /api/feed/v1/prices/NAME`. */
export interface SignedPrices {
  /** Name of the source. */
  readonly source: string;
  /** Unix ms as text: the time of the prices too. */
  readonly timestamp: string;
  /** Base64, over timestamp, `POST`, path and body. */
  readonly signature: string;
  /** JSON: `{"prices": {"BTCUSDT": "94000.5"}}`. */
  readonly body: string;
}

/** What became of the prices of a message, by symbol. */
export interface FeedAnswer {
  readonly taken: readonly string[];
  readonly refused: readonly { readonly symbol: string; readonly reason: string }[];
}

/** Why a message of a feed is refused as a whole. */
export const FEED_FAULTS = [
  /** There is no feed of that name. */
  'unknown',
  /** Its time is no Unix ms. */
  'time',
  /** Its time is ahead of ours. */
  'future',
  /** Its time is too long ago. */
  'late',
  /** Not later than the message before it, or than the start: it may have been taken before. */
  'replay',
  'signature',
  /** No JSON of the form that is asked for. */
  'form',
] as const;
export type FeedFault = (typeof FEED_FAULTS)[number];

/** Longest body of a message, bytes. */
export const FEED_BYTES_MAX = 65_536;

/** Path of a feed by its source's name, as it is signed. */
export function feedPath(source: string): string {
  return `/api/feed/v1/prices/${source}`;
}

/** Index prices as the gateway sees them. */
export interface IndexPort {
  /** All that have sources. */
  rows(): readonly IndexPriceRow[];
  summaries(): readonly IndexSourceSummary[];
  /** Takes prices of a feed; a fault = nothing of it was taken. */
  take(message: SignedPrices): FeedAnswer | FeedFault;
}
