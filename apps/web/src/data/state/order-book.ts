/**
 * An order book in integer ticks, outside React. It is fed by the `books` stream and says when the
 * stream can no longer be trusted (a gap in the sequence, or a checksum that does not match).
 */

import { bookChecksum, CHECKSUM_LEVELS, type WireLevel } from '@halcyon/protocol/checksum';
import { parseExact } from '../decimal.ts';

/** One push of the `books` stream. Levels are [price, size]; size "0" removes the level. */
export interface BookPush {
  readonly asks: readonly (readonly string[])[];
  readonly bids: readonly (readonly string[])[];
  readonly seq?: number | string;
  readonly pseq?: number | string;
  readonly checksum?: number;
  readonly ts?: string;
}

/** A level; `tick` counts price ticks, `units` counts the smallest quantity. */
export interface BookLevel {
  readonly tick: number;
  readonly units: bigint;
  /** Exactly as pushed: the checksum is over these strings. */
  readonly pushed: WireLevel;
}

/** A displayed row: a level, or several grouped, with the cumulative total from the best price. */
export interface DepthRow {
  readonly tick: number;
  readonly units: bigint;
  readonly total: bigint;
}

/** What became of a push. */
export type BookResult = 'applied' | 'gap' | 'checksum' | 'malformed';

/** One side of the book, best price first. */
export class OrderBookSide {
  private readonly sign: 1 | -1;
  private readonly levels: BookLevel[] = [];

  /** `bids` are sorted falling, asks rising. */
  constructor(side: 'bids' | 'asks') {
    this.sign = side === 'bids' ? -1 : 1;
  }

  /** Number of levels. */
  get size(): number {
    return this.levels.length;
  }

  /** The level at `index` from the best; undefined past the end. */
  at(index: number): BookLevel | undefined {
    return this.levels[index];
  }

  /** Up to `count` levels from the best as they were pushed. */
  pushed(count: number): WireLevel[] {
    return this.levels.slice(0, count).map((level) => level.pushed);
  }

  /** Removes all levels. */
  clear(): void {
    this.levels.length = 0;
  }

  /** Inserts or replaces a level; zero units remove it. Removing an unknown level does nothing. */
  set(level: BookLevel): void {
    const index = this.indexOf(level.tick);
    const known = this.levels[index]?.tick === level.tick;
    if (level.units === 0n) {
      if (known) this.levels.splice(index, 1);
    } else if (known) {
      this.levels[index] = level;
    } else {
      this.levels.splice(index, 0, level);
    }
  }

  /** Up to `count` rows, `group` ticks wide, rounded away from the spread. */
  rows(count: number, group: number): DepthRow[] {
    const rows: DepthRow[] = [];
    let tick = Number.NaN;
    let units = 0n;
    let total = 0n;
    for (const level of this.levels) {
      const bucket = this.bucket(level.tick, group);
      if (bucket !== tick) {
        if (!Number.isNaN(tick)) rows.push({ tick, units, total });
        if (rows.length === count) return rows;
        tick = bucket;
        units = 0n;
      }
      units += level.units;
      total += level.units;
    }
    if (!Number.isNaN(tick) && rows.length < count) rows.push({ tick, units, total });
    return rows;
  }

  private bucket(tick: number, group: number): number {
    if (group <= 1) return tick;
    return (this.sign < 0 ? Math.floor(tick / group) : Math.ceil(tick / group)) * group;
  }

  private indexOf(tick: number): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.levels[middle]?.tick ?? 0;
      if ((value - tick) * this.sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The book of one instrument. */
export class OrderBook {
  readonly bids = new OrderBookSide('bids');
  readonly asks = new OrderBookSide('asks');
  /** Grows with every change, so that a painter knows whether there is anything to do. */
  version = 0;
  private readonly priceScale: number;
  private readonly sizeScale: number;
  private seq: string | null = null;
  private loaded = false;

  constructor(priceScale: number, sizeScale: number) {
    this.priceScale = priceScale;
    this.sizeScale = sizeScale;
  }

  /** True once a snapshot has been applied and no fault has been seen since. */
  get ready(): boolean {
    return this.loaded;
  }

  /** Replaces the whole book. */
  snapshot(push: BookPush): BookResult {
    this.bids.clear();
    this.asks.clear();
    return this.take(push);
  }

  /** Applies changed levels; anything but 'applied' means that a fresh snapshot is needed. */
  update(push: BookPush): BookResult {
    if (!this.loaded) return 'gap';
    const { pseq } = push;
    if (pseq === undefined || this.seq === null || String(pseq) === this.seq)
      return this.take(push);
    this.loaded = false;
    return 'gap';
  }

  private take(push: BookPush): BookResult {
    const isRead = this.applySide(this.bids, push.bids) && this.applySide(this.asks, push.asks);
    const result = isRead ? this.verify(push) : 'malformed';
    this.loaded = result === 'applied';
    this.seq = push.seq === undefined ? null : String(push.seq);
    this.version += 1;
    return result;
  }

  private verify({ checksum }: BookPush): 'applied' | 'checksum' {
    // Zero means that the server sends no checksum with this push.
    if (checksum === undefined || checksum === 0) return 'applied';
    const bids = this.bids.pushed(CHECKSUM_LEVELS);
    const asks = this.asks.pushed(CHECKSUM_LEVELS);
    return checksum === bookChecksum(bids, asks) ? 'applied' : 'checksum';
  }

  private applySide(side: OrderBookSide, rows: readonly (readonly string[])[]): boolean {
    for (const [price = '', size = ''] of rows) {
      const ticks = parseExact(price, this.priceScale);
      const units = parseExact(size, this.sizeScale);
      const tick = Number(ticks);
      if (ticks === null || units === null || !Number.isSafeInteger(tick)) return false;
      side.set({ tick, units, pushed: [price, size] });
    }
    return true;
  }
}
