/** What a public feed of prices and quantities says of one instrument, in ticks and lots. */
import type { Side } from '@halcyon/domain';

/** All that rests at one price; 0 lots = nothing. */
export type PriceLevel = readonly [price: number, quantity: number];

/** Levels of both sides. */
interface Levels {
  /** Unix ms at the exchange that is followed. */
  readonly timeMs: number;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/** The whole book: what is not listed is not there. */
export interface BookEvent extends Levels {
  readonly kind: 'book';
}

/** Levels that have changed, each with its new total. */
export interface DepthEvent extends Levels {
  readonly kind: 'depth';
}

/** One print. */
export interface PrintEvent {
  readonly kind: 'print';
  readonly timeMs: number;
  /** Side of the taker. */
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
}

export type FeedEvent = BookEvent | DepthEvent | PrintEvent;
