/**
 * Reads a recorded depth feed: lines of `receive time in ns, space, raw JSON frame` in order of
 * receipt, with depth differences, trades and one REST snapshot. Differences are applied by their
 * sequence numbers; a gap is an error, never guessed over.
 */
import { LevelSide } from '../bands/book.ts';
import { type RecordedPoints, RecordingError } from './csv.ts';

type TextLevel = readonly [price: string, quantity: string];
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

interface Frame {
  readonly lastUpdateId?: number;
  readonly bids?: readonly TextLevel[];
  readonly asks?: readonly TextLevel[];
  readonly data?: {
    readonly e: string;
    readonly U: number;
    readonly u: number;
    readonly pu?: number;
    readonly b: readonly TextLevel[];
    readonly a: readonly TextLevel[];
    readonly p?: string;
    readonly q?: string;
  };
}

interface Line {
  readonly number: number;
  readonly timeMs: number;
  readonly frame: Frame;
}

function parseLines(text: string): Line[] {
  const lines: Line[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const space = line.indexOf(' ');
    const stamp = line.slice(0, space);
    if (!/^\d{16,20}$/.test(stamp)) {
      throw new RecordingError(index + 1, `"${stamp}" is no receive time in nanoseconds`);
    }
    let frame: Frame;
    try {
      frame = JSON.parse(line.slice(space + 1)) as Frame;
    } catch {
      throw new RecordingError(index + 1, 'the frame is not JSON');
    }
    lines.push({ number: index + 1, timeMs: Number(stamp.slice(0, -6)), frame });
  }
  return lines;
}

function levelsOf(levels: readonly TextLevel[]): FeedLevel[] {
  return levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
}

/**
 * Replays a feed from its snapshot on.
 * @throws RecordingError naming the line when there is no snapshot, a bad line or a sequence gap
 */
export function replayBookFeed(text: string, listener: FeedListener): void {
  const lines = parseLines(text);
  const start = lines.find(({ frame }) => frame.lastUpdateId !== undefined);
  if (start === undefined) throw new RecordingError(1, 'the feed has no snapshot');
  const { lastUpdateId = 0, bids = [], asks = [] } = start.frame;
  const whole = { bids: levelsOf(bids), asks: levelsOf(asks) };
  listener.onDepth?.({ timeMs: start.timeMs, snapshot: true, ...whole });
  let last = -1;
  for (const { number, timeMs, frame } of lines) {
    const { data } = frame;
    if (data?.e === 'trade' && number > start.number) {
      listener.onTrade?.({ timeMs, price: Number(data.p), quantity: Number(data.q) });
    }
    if (data?.e !== 'depthUpdate' || data.u < lastUpdateId) continue;
    const follows = last < 0 ? data.U <= lastUpdateId + 1 : (data.pu ?? data.U - 1) === last;
    if (!follows) throw new RecordingError(number, `update ${data.U} does not follow ${last}`);
    last = data.u;
    const at = Math.max(timeMs, start.timeMs);
    const changes = { bids: levelsOf(data.b), asks: levelsOf(data.a) };
    listener.onDepth?.({ timeMs: at, snapshot: false, ...changes });
  }
}

/**
 * The middle of the recorded book as a price path; volume comes from the recorded trades.
 * @throws RecordingError as `replayBookFeed`
 */
export function parseBookFeed(text: string): RecordedPoints {
  const bids = new LevelSide('bid');
  const asks = new LevelSide('ask');
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
