/**
 * Puts frames in the order of their exchange's time. A recorder gets prints and book updates on two
 * ways, so a print may come after the update that contains it. An update contains the prints before its
 * time: at the same time it is first (on real recordings this explains most of what trades: see
 * docs/paper-flow.md). Each of the two kinds is in order by itself.
 */
import type { Frame } from './frame.ts';

/** Prints come at most this much later than the update they are in, ms of the exchange's time. */
export const DISORDER_MS = 1_000;

class Queue {
  private frames: Frame[] = [];
  private at = 0;
  /** Newest time seen. */
  newestMs = Number.NEGATIVE_INFINITY;

  push(frame: Frame): void {
    this.frames.push(frame);
    if (frame.timeMs > this.newestMs) this.newestMs = frame.timeMs;
  }

  get head(): Frame | undefined {
    return this.frames[this.at];
  }

  shift(): void {
    this.at += 1;
    if (this.at < 1_024 || this.at < this.frames.length / 2) return;
    this.frames = this.frames.slice(this.at);
    this.at = 0;
  }
}

export class TimeOrder {
  private readonly levels = new Queue();
  private readonly trades = new Queue();

  push(frame: Frame): void {
    (frame.kind === 'trade' ? this.trades : this.levels).push(frame);
  }

  /** The newest of each kind, ms. */
  get newest(): { readonly levelsMs: number; readonly tradesMs: number } {
    return { levelsMs: this.levels.newestMs, tradesMs: this.trades.newestMs };
  }

  /** Frames before which nothing can come any more. @param withinMs how late a frame may be */
  *due(withinMs: number): Generator<Frame> {
    const newestMs = Math.max(this.levels.newestMs, this.trades.newestMs);
    for (;;) {
      const trade = this.trades.head;
      const levels = this.levels.head;
      const tradeFirst =
        trade !== undefined && (levels === undefined || trade.timeMs < levels.timeMs);
      const head = tradeFirst ? trade : levels;
      if (head === undefined) return;
      const sure =
        (trade !== undefined && levels !== undefined) ||
        (tradeFirst ? this.levels.newestMs > head.timeMs : this.trades.newestMs >= head.timeMs);
      if (!sure && head.timeMs + withinMs > newestMs) return;
      yield head;
      (tradeFirst ? this.trades : this.levels).shift();
    }
  }
}
