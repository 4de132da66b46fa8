/** A recorded depth feed as a price path. Times are those of receipt. */
import { BookFeedReader } from '@halcyon/flow';
import { SideLevels } from '../bands/book.ts';
import type { RecordedPoints } from './csv.ts';

/** Price and quantity of one level; quantity 0 removes it. */
export type FeedLevel = readonly [price: number, quantity: number];

/** A consistent group of level changes, the first of them the whole book. */
export interface FeedDepth {
  readonly timeMs: number;
  readonly snapshot: boolean;
  readonly bids: readonly FeedLevel[];
  readonly asks: readonly FeedLevel[];
}

/** One recorded print. */
export interface FeedTrade {
  readonly timeMs: number;
  readonly price: number;
  readonly quantity: number;
}

/** What a replay tells. */
export interface FeedListener {
  onDepth?(depth: FeedDepth): void;
  onTrade?(trade: FeedTrade): void;
}

function levelsOf(levels: readonly (readonly [price: string, quantity: string])[]): FeedLevel[] {
  return levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
}

/**
 * Replays a feed from its snapshot on.
 * @throws RecordingError naming the line when there is no snapshot, a bad line or a sequence gap
 */
export function replayBookFeed(text: string, listener: FeedListener): void {
  const reader = new BookFeedReader();
  for (const line of text.split('\n')) {
    for (const frame of reader.line(line)) {
      const { kind, receivedMs: timeMs } = frame;
      if (kind === 'print') {
        listener.onTrade?.({
          timeMs,
          price: Number(frame.price),
          quantity: Number(frame.quantity),
        });
      } else {
        const levels = { bids: levelsOf(frame.bids), asks: levelsOf(frame.asks) };
        listener.onDepth?.({ timeMs, snapshot: kind === 'book', ...levels });
      }
    }
  }
  reader.end();
}

/**
 * The middle of the recorded book as a price path; volume comes from the recorded trades.
 * @throws RecordingError as `replayBookFeed`
 */
export function parseBookFeed(text: string): RecordedPoints {
  const bids = new SideLevels('bid');
  const asks = new SideLevels('ask');
  const timeMs: number[] = [];
  const price: number[] = [];
  const volume: number[] = [];
  let traded = 0;
  replayBookFeed(text, {
    onTrade: (trade) => {
      traded += trade.quantity;
    },
    onDepth: (depth) => {
      for (const [at, quantity] of depth.bids) bids.set(at, quantity);
      for (const [at, quantity] of depth.asks) asks.set(at, quantity);
      if (bids.best === undefined || asks.best === undefined) return;
      const middle = (bids.best + asks.best) / 2;
      if (price.at(-1) === middle && depth.timeMs - timeMs.at(-1)! < 1_000) return;
      timeMs.push(depth.timeMs);
      price.push(middle);
      volume.push(traded);
      traded = 0;
    },
  });
  return {
    timeMs: Float64Array.from(timeMs),
    price: Float64Array.from(price),
    volume: Float64Array.from(volume),
  };
}
