import { type InstrumentId, type LevelEvent, Side } from '@halcyon/domain';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { LevelSide } from './level-side.ts';
import type { BookView, LevelView, MergedDepth } from './types.ts';

/** The book of one instrument, kept from the absolute totals of level events. */
export class PublicBook implements BookView {
  readonly instrument: InstrumentId;
  readonly #bids = new LevelSide(1);
  readonly #asks = new LevelSide(-1);
  #seq = 0;
  #time = 0;

  constructor(instrument: InstrumentId) {
    this.instrument = instrument;
  }

  get seq(): number {
    return this.#seq;
  }
  get time(): number {
    return this.#time;
  }
  get bidLevels(): number {
    return this.#bids.length;
  }
  get askLevels(): number {
    return this.#asks.length;
  }
  get bestBid(): number {
    return this.#bids.bestPrice;
  }
  get bestAsk(): number {
    return this.#asks.bestPrice;
  }
  /** Lots at the best prices, 0 = side is empty. */
  get bestBidTotal(): number {
    return this.#bids.bestTotal;
  }
  get bestAskTotal(): number {
    return this.#asks.bestTotal;
  }

  /** Takes a level's new total. */
  apply(event: LevelEvent): void {
    const side = event.side === Side.buy ? this.#bids : this.#asks;
    side.set(event.price, event.total, event.orders);
    this.#seq += 1;
    this.#time = event.time;
  }

  bids(limit = Number.MAX_SAFE_INTEGER): LevelView[] {
    return this.#bids.levels(limit);
  }

  asks(limit = Number.MAX_SAFE_INTEGER): LevelView[] {
    return this.#asks.levels(limit);
  }

  total(side: Side, price: number): number {
    return (side === Side.buy ? this.#bids : this.#asks).total(price);
  }

  merged(step: number, limit = Number.MAX_SAFE_INTEGER): MergedDepth {
    if (!Number.isSafeInteger(step) || step < 1) throw new RangeError(`merged: step ${step} < 1`);
    return { bids: this.#bids.merged(step, limit), asks: this.#asks.merged(step, limit) };
  }

  /** Everything, worst level first, so that restoring appends at the end. */
  write(to: ByteWriter): void {
    to.number(this.#seq);
    to.number(this.#time);
    for (const levels of [this.bids().reverse(), this.asks().reverse()]) {
      const column = (pick: (level: LevelView) => number): void =>
        to.column(Float64Array.from(levels, pick), 0, levels.length);
      column((level) => level.price);
      column((level) => level.total);
      column((level) => level.orders);
    }
  }

  /** Into a new book. */
  read(from: ByteReader): void {
    this.#seq = from.number();
    this.#time = from.number();
    for (const side of [this.#bids, this.#asks]) {
      const [prices, totals, orders] = [from.column(), from.column(), from.column()];
      for (let i = 0; i < prices.length; i++) side.set(prices[i]!, totals[i]!, orders[i]!);
    }
  }
}
