import type { Instrument, InstrumentLimits } from '@halcyon/domain';
import { Book } from '../matching/book.ts';
import type { LevelPool } from '../matching/level-pool.ts';
import type { OrderPool } from '../matching/order-pool.ts';
import { PlanBook } from '../plans/plan-book.ts';

/** An instrument as it trades: its parameters, book, waiting plans and last price. */
export class Market {
  instrument: Instrument;
  readonly book: Book;
  readonly plans = new PlanBook();
  /** Ticks; 0 before the first trade or seeded price. */
  lastPrice = 0;
  /** First trade since the plans were last looked at, ticks; 0 = none. */
  firstPrint = 0;
  /** Worst prices that takers may trade at, as computed for `bandFor`; see bandLimit. */
  bandHigh = 0;
  bandLow = 0;
  bandFor = -1;
  /** Seat of the fees account, -1 before the first order. */
  feesSeat = -1;

  constructor(instrument: Instrument, orders: OrderPool, levels: LevelPool) {
    this.instrument = instrument;
    this.book = new Book(orders, levels);
  }

  /** Replaces the parameters that may change. */
  setLimits(limits: InstrumentLimits): void {
    const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = limits;
    this.bandFor = -1;
    this.instrument = {
      ...this.instrument,
      state,
      quantityMin,
      quantityMax,
      notionalMin,
      bandPpm,
      openOrdersMax,
    };
  }

  /** Median of last, best bid and best ask, ticks; the last price where a side is empty. */
  markPrice(): number {
    const bid = this.book.best(0);
    const ask = this.book.best(1);
    const last = this.lastPrice;
    if (bid === 0 || ask === 0) return last;
    if (last === 0) return Math.floor((bid + ask) / 2);
    return Math.max(Math.min(bid, ask), Math.min(Math.max(bid, ask), last));
  }
}
