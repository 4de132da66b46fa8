/**
 * Reads a recorded depth feed line by line: `receive time in ns, space, raw JSON frame` in order of
 * receipt, with depth differences, trades and a REST snapshot. Differences are joined to the snapshot
 * by their sequence numbers: those before it wait for it, older ones are left out. A gap is an error,
 * never guessed over.
 */
import { Side } from '@halcyon/domain';
import type { Frame, LevelsFrame, TextLevel } from './frame.ts';
import { RecordingError } from './recording-error.ts';

interface DepthData {
  readonly e: 'depthUpdate';
  readonly E: number;
  readonly U: number;
  readonly u: number;
  readonly pu?: number;
  readonly b: readonly TextLevel[];
  readonly a: readonly TextLevel[];
}

interface TradeData {
  readonly e: 'trade';
  readonly T: number;
  readonly p: string;
  readonly q: string;
  /** Whether the buyer was the maker. */
  readonly m: boolean;
  /** Futures: how it came about; only `MARKET` is a trade in the book. */
  readonly X?: string;
}

interface Snapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

interface Depth {
  readonly line: number;
  readonly receivedMs: number;
  readonly data: DepthData;
}

/** How a line of such a feed begins. */
const FEED_LINE = /^(\d{16,20}) (?=\{)/;
/** Differences that may come before the snapshot. */
const WAITING_MAX = 100_000;

export class BookFeedReader {
  private snapshotId = -1;
  private lastId = -1;
  private waiting: Depth[] = [];
  private timeMs = 0;
  private lines = 0;

  /** What the next line says. @throws RecordingError naming the line */
  line(text: string): Frame[] {
    this.lines += 1;
    if (text === '') return [];
    const head = FEED_LINE.exec(text);
    if (head === null) {
      throw new RecordingError(this.lines, 'does not begin with a receive time in nanoseconds');
    }
    const receivedMs = Number(head[1]!.slice(0, -6));
    const frame = parse(text.slice(head[0].length), this.lines);
    if ('lastUpdateId' in frame) return this.snapshot(frame as Snapshot, receivedMs);
    const data = (frame as { data?: DepthData | TradeData }).data;
    if (data?.e === 'trade') return this.trade(data, receivedMs);
    if (data?.e === 'depthUpdate') return this.depth({ line: this.lines, receivedMs, data });
    return [];
  }

  /** Tells that the file has ended. @throws RecordingError when there was no snapshot in it */
  end(): void {
    if (this.snapshotId < 0) throw new RecordingError(1, 'the feed has no snapshot');
  }

  private snapshot({ lastUpdateId, bids, asks }: Snapshot, receivedMs: number): Frame[] {
    const { waiting, lines: line } = this;
    this.waiting = [];
    this.snapshotId = lastUpdateId;
    this.lastId = -1;
    // It has no time of its own: that of the first update after it, or of the last thing before.
    const kept = waiting.find(({ data }) => data.u >= lastUpdateId) ?? waiting.at(-1);
    const timeMs = kept?.data.E ?? (this.timeMs === 0 ? receivedMs : this.timeMs);
    const book: LevelsFrame = { kind: 'book', line, timeMs, receivedMs, bids, asks };
    const later = waiting.flatMap((depth) => this.depth({ ...depth, receivedMs }));
    return [book, ...later];
  }

  private trade(data: TradeData, receivedMs: number): Frame[] {
    this.timeMs = Math.max(this.timeMs, data.T);
    if (this.snapshotId < 0 || (data.X !== undefined && data.X !== 'MARKET')) return [];
    const side = data.m ? Side.sell : Side.buy;
    const at = { line: this.lines, timeMs: data.T, receivedMs };
    return [{ kind: 'print', ...at, side, price: data.p, quantity: data.q }];
  }

  private depth(depth: Depth): Frame[] {
    const { line, receivedMs, data } = depth;
    if (this.snapshotId < 0) return this.wait(depth);
    if (data.u < this.snapshotId) return [];
    const { lastId, snapshotId } = this;
    const follows = lastId < 0 ? data.U <= snapshotId + 1 : (data.pu ?? data.U - 1) === lastId;
    if (!follows) {
      const before = lastId < 0 ? `snapshot ${snapshotId}` : String(lastId);
      throw new RecordingError(line, `update ${data.U} does not follow ${before}`);
    }
    this.lastId = data.u;
    this.timeMs = Math.max(this.timeMs, data.E);
    const { timeMs } = this;
    return [{ kind: 'depth', line, timeMs, receivedMs, bids: data.b, asks: data.a }];
  }

  private wait(depth: Depth): Frame[] {
    if (this.waiting.length >= WAITING_MAX) {
      throw new RecordingError(depth.line, `no snapshot in the first ${WAITING_MAX} updates`);
    }
    this.waiting.push(depth);
    return [];
  }
}

function parse(text: string, line: number): object {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame === 'object' && frame !== null) return frame;
  } catch (cause) {
    throw Object.assign(new RecordingError(line, 'the frame is not JSON'), { cause });
  }
  throw new RecordingError(line, 'the frame is no JSON object');
}
