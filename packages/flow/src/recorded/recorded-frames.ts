/** The frames of a recording in the order of their exchange's time, from its first whole book on. */
import { TimeOrder } from '../l2/time-order.ts';
import { BookFeedReader } from './book-feed.ts';
import type { Frame } from './frame.ts';
import { linesOf } from './lines.ts';
import { RecordingError } from './recording-error.ts';
import { type RowFilter, TradeTableReader } from './trade-table.ts';

/** The files of a recording. */
export interface RecordingFiles {
  /** Depth feed with its snapshot; its own trades count unless there is a table of them. */
  readonly books: string;
  /** CSV of trades; null = the trades of the feed. */
  readonly trades: string | null;
  /** Which rows of the table. */
  readonly where: RowFilter;
}

/** Prints come at most this much later than the update they are in, ms of the exchange's time. */
const DISORDER_MS = 1_000;

interface LineReader {
  line(text: string): Frame[];
  end(): void;
}

/** @throws Error naming file and line of what cannot be read */
export async function* recordedFrames(files: RecordingFiles): AsyncGenerator<Frame> {
  const frames = files.trades === null ? oneFile(files.books) : twoFiles(files, files.trades);
  let started = false;
  for await (const frame of frames) {
    if (frame.kind === 'book') started = true;
    if (started) yield frame;
  }
}

async function* oneFile(books: string): AsyncGenerator<Frame> {
  const order = new TimeOrder<Frame>();
  for await (const frames of framesOf(books, new BookFeedReader())) {
    for (const frame of frames) order.push(frame);
    yield* order.due(DISORDER_MS);
  }
  yield* order.due(Number.NEGATIVE_INFINITY);
}

/** Reads the file that is behind until the book has ended. */
async function* twoFiles(files: RecordingFiles, trades: string): AsyncGenerator<Frame> {
  const order = new TimeOrder<Frame>();
  const book = framesOf(files.books, new BookFeedReader());
  const table = framesOf(trades, new TradeTableReader(files.where));
  let tableLeft = true;
  let traded = 0;
  try {
    for (;;) {
      const { booksMs, printsMs } = order.newest;
      const behind = tableLeft && printsMs <= booksMs;
      const next = await (behind ? table : book).next();
      if (next.done === true && !behind) break;
      if (next.done === true) tableLeft = false;
      else
        for (const frame of next.value) if (behind === (frame.kind === 'print')) order.push(frame);
      const within = tableLeft ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      for (const frame of order.due(within)) {
        if (frame.kind === 'print') traded += 1;
        yield frame;
      }
    }
  } finally {
    await Promise.all([book.return(undefined), table.return(undefined)]);
  }
  const { booksMs } = order.newest;
  for (const frame of order.due(Number.NEGATIVE_INFINITY)) {
    if (frame.kind === 'print' && frame.timeMs > booksMs) break;
    if (frame.kind === 'print') traded += 1;
    yield frame;
  }
  if (traded === 0) throw new Error(`${trades}: no trade falls into the time of ${files.books}`);
}

async function* framesOf(path: string, reader: LineReader): AsyncGenerator<Frame[]> {
  try {
    for await (const lines of linesOf(path)) yield lines.flatMap((line) => reader.line(line));
    reader.end();
  } catch (cause) {
    if (!(cause instanceof RecordingError)) throw cause;
    throw new Error(`${path}: ${cause.message}`, { cause });
  }
}
