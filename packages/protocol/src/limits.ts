/** Limits of the wire, and how a key's tier changes them. */

/** Largest request body, bytes. */
export const BODY_BYTES_MAX = 1024 * 1024;
/** Requests of one address a minute, all endpoints together; then it is refused for a while. */
export const ADDRESS_REQUESTS_PER_MINUTE = 6_000;
/** How long an address that passed the limit above is refused, ms. */
export const ADDRESS_BLOCK_MS = 5 * 60 * 1000;
/** Longest span of startTime to endTime, ms. */
export const QUERY_WINDOW_MS = 90 * 24 * 60 * 60 * 1000;
/** Rows of a list that may be asked for, and then come: ccxt asks for so many when it pages. */
export const ROWS_MAX = 1_000;
/** Levels a side of a book, as it is and merged into price steps, where no number is asked for. */
export const BOOK_LEVELS = 150;
export const MERGED_LEVELS = 100;
/** Levels a side that may be asked for. */
export const LEVELS_MAX = 1_000;
/** Client order ids: the characters that are accepted. */
export const CLIENT_OID_CHARACTERS = '0-9 a-z A-Z - + _ #';
/** Response header with the requests left in the present second. */
export const REMAINING_HEADER = 'x-mbx-used-remain-limit';

/** Tier of an API key: `maker` is for the exchange's own participants and for benches. */
export const KEY_TIERS = ['normal', 'maker'] as const;
export type KeyTier = (typeof KEY_TIERS)[number];

const TIER_FACTOR: Readonly<Record<KeyTier, number>> = { normal: 1, maker: 100_000 };

/** Requests a second of one endpoint for a key of `tier`, from the contract's number. */
export function tierLimit(perSecond: number, tier: KeyTier): number {
  return perSecond * TIER_FACTOR[tier];
}
