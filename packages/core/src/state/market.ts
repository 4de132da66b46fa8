import {
  type ContractTerms,
  type GivenLimits,
  type Instrument,
  InstrumentState,
} from '@halcyon/domain';
import { Contract } from '../futures/contract.ts';
import type { Positions } from '../futures/positions.ts';
import { Book } from '../matching/book.ts';
import type { LevelPool } from '../matching/level-pool.ts';
import type { OrderPool } from '../matching/order-pool.ts';
import { PlanBook } from '../plans/plan-book.ts';

/** Why an instrument of a paper venue is paused: bits of `Market.pause`. */
export const Pause = { apart: 1, stale: 2 } as const;

/** An instrument as it trades: its parameters, book, waiting plans and last price. */
export class Market {
  declare instrument: Instrument;
  declare readonly book: Book;
  /** Of a contract; null = spot. */
  declare readonly contract: Contract | null;
  readonly plans = new PlanBook();
  /** How many chase orders are open in it. */
  chasers = 0;
  /** Ticks; 0 before the first trade or seeded price. */
  lastPrice = 0;
  /** Prices that have traded since the plans were last looked at, ticks, in order. */
  readonly prints: number[] = [];
  /** Worst prices that takers may trade at, as computed for `bandFor`; see bandLimit. */
  bandHigh = 0;
  bandLow = 0;
  bandFor = -1;
  /** Paper venue: last and mark price of the followed market, ticks; 0 = none is followed. */
  liveLast = 0;
  liveMark = 0;
  /** Paper venue: why it is paused, bits of Pause; 0 = it is not. */
  pause = 0;
  /** State that the operator gave it; `instrument.state` says instead why it is paused. */
  declare private givenState: InstrumentState;
  /** Seat of the fees account, -1 before the first order. */
  feesSeat = -1;

  /** @param settleScale of a contract's settle asset */
  constructor(
    instrument: Instrument,
    orders: OrderPool,
    levels: LevelPool,
    positions: Positions,
    settleScale: number,
  ) {
    this.instrument = instrument;
    const { contract } = instrument;
    this.contract = contract && new Contract(instrument, contract, settleScale, positions);
    this.givenState = instrument.state;
    this.book = new Book(orders, levels);
  }

  /** Whether anything follows from what becomes of its book. */
  get watched(): boolean {
    return this.plans.count > 0 || this.chasers > 0;
  }

  /** A price that has traded: the last one, and one that plans see. */
  print(price: number): void {
    this.lastPrice = price;
    if (this.plans.count === 0) return;
    const { prints } = this;
    if (prints.length === 0 || prints[prints.length - 1] !== price) prints.push(price);
  }

  /** Replaces the parameters that may change. */
  setLimits(limits: GivenLimits): void {
    const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = limits;
    const { priceStep = 1, quantityStep = 1 } = limits;
    this.bandFor = -1;
    this.givenState = state;
    this.instrument = {
      ...this.instrument,
      state: this.stateNow(),
      quantityMin,
      quantityMax,
      notionalMin,
      bandPpm,
      openOrdersMax,
      priceStep,
      quantityStep,
    };
  }

  /** Sets why it is paused. @param bits of Pause @returns whether the instrument's state changed */
  setPause(bits: number): boolean {
    this.pause = bits;
    const state = this.stateNow();
    if (state === this.instrument.state) return false;
    this.instrument = { ...this.instrument, state };
    return true;
  }

  /** The state that the operator gave it, for snapshots. */
  get stateGiven(): InstrumentState {
    return this.givenState;
  }

  /** A stricter state than a pause stays. */
  private stateNow(): InstrumentState {
    const strict = this.givenState === InstrumentState.cancelOnly;
    if (this.pause === 0 || strict || this.givenState === InstrumentState.halted) {
      return this.givenState;
    }
    const stale = (this.pause & Pause.stale) !== 0;
    return stale ? InstrumentState.feedStale : InstrumentState.paused;
  }

  /** Replaces the terms of a contract. @param settleScale of its settle asset */
  setTerms(terms: ContractTerms, settleScale: number): void {
    this.instrument = { ...this.instrument, contract: terms };
    this.contract!.setTerms(this.instrument, terms, settleScale);
  }

  /**
   * Ticks. Of a contract: the one that its prices made. Of a spot pair: median of last, best bid and best
   * ask; the last price where a side is empty. A paper venue's is live's.
   */
  markPrice(): number {
    if (this.contract !== null) return this.contract.mark;
    if (this.liveMark !== 0) return this.liveMark;
    const bid = this.book.best(0);
    const ask = this.book.best(1);
    const last = this.lastPrice;
    if (bid === 0 || ask === 0) return last;
    if (last === 0) return Math.floor((bid + ask) / 2);
    return Math.max(Math.min(bid, ask), Math.min(Math.max(bid, ask), last));
  }
}
