/**
 * Steps of a ghost command: what one command of the followed market did to its book, as flat numbers
 * (all whole and ≥ 0): a step's kind, then its fields in the order below. Orders and users carry the
 * numbers they have there.
 */
import { assert } from './assert.ts';
import type { OrderType, SelfTrade, Side, TimeInForce } from './orders.ts';

/** Kinds of step. */
export const GhostStep = {
  /** An order was accepted: order, user, instrument, terms, price, quantity, quoteAmount, rest. */
  place: 1,
  /** An order was amended: order, user, instrument, terms, price, quantity, remaining, rest. */
  amend: 2,
  /** An order traded, or a self-trade took it out: order, remaining. */
  traded: 3,
  /** An order was taken out by its owner or by the market: order. */
  ended: 4,
  /** Prices after the command: instrument, last, mark. */
  prices: 5,
  /** The feed of an instrument: instrument, 1 = stale, 0 = sound again. */
  feed: 6,
  /** Prices of a contract: instrument, index, mark, rate (see `packRate`), fundingTime, lateness. */
  marks: 7,
  /** A funding round began: instrument, round, rate (likewise), mark, index, due. */
  funding: 8,
  /** The protection fund has so much now: asset, units. */
  fund: 9,
  /** A reduce-only order was cut to what its position leaves: order, lots before, lots after. */
  cut: 10,
  /** Index price of a coin that is lent: its pair, index. */
  coinIndex: 11,
  /** Rate of a coin from the next hour on: asset, yearly ppm. */
  coinRate: 12,
  /** An hour of interest began: hour. Rates come before it. */
  interestHour: 13,
} as const;
export type GhostStep = (typeof GhostStep)[keyof typeof GhostStep];

/** Numbers of a step by kind, the kind itself included. */
export const GHOST_STEP_LENGTHS: readonly number[] = [0, 9, 9, 3, 2, 4, 3, 7, 7, 3, 4, 3, 3, 2];

/** What an order is, as the terms of a step hold it. */
export interface GhostTerms {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  /** Amend alone: it kept its place in the queue. */
  readonly keptPlace: boolean;
}

/** A funding rate as one number ≥ 0. */
export function packRate(rate: number): number {
  return rate < 0 ? -2 * rate - 1 : 2 * rate;
}

/** A funding rate from one number. */
export function unpackRate(packed: number): number {
  return packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2;
}

/** Terms as one number. */
export function packTerms(terms: GhostTerms): number {
  const { side, type, timeInForce, selfTrade, keptPlace } = terms;
  return side | (type << 1) | (timeInForce << 2) | (selfTrade << 4) | (keptPlace ? 64 : 0);
}

/** Terms from one number. */
export function unpackTerms(packed: number): GhostTerms {
  return {
    side: (packed & 1) as Side,
    type: ((packed >>> 1) & 1) as OrderType,
    timeInForce: ((packed >>> 2) & 3) as TimeInForce,
    selfTrade: ((packed >>> 4) & 3) as SelfTrade,
    keptPlace: (packed & 64) !== 0,
  };
}

/** An order of the followed market that enters its book. */
export interface GhostEntry {
  readonly order: number;
  readonly user: number;
  readonly instrument: number;
  readonly terms: GhostTerms;
  /** Ticks; 0 for market. */
  readonly price: number;
  /** Lots; of an amend: the new original quantity. */
  readonly quantity: number;
}

/** Prices of a contract there. */
export interface GhostMarks {
  readonly instrument: number;
  readonly index: number;
  readonly mark: number;
  readonly fundingRate: number;
  readonly fundingTime: number;
  /** As Lateness of the core's contracts. */
  readonly late: number;
}

/** A funding round there. */
export interface GhostFunding {
  readonly instrument: number;
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
  readonly index: number;
  readonly due: number;
}

/** Collects steps in order. */
export class GhostSteps {
  /** The steps so far. */
  readonly numbers: number[] = [];
  private rest = -1;
  private entered = 0;

  /** An accepted order; what of it rests is told by `rested`. */
  place(entry: GhostEntry, quoteAmount: number): void {
    this.enter(GhostStep.place, entry, quoteAmount);
  }

  /** An amended order. @param remaining lots it has left after the change, before it trades */
  amend(entry: GhostEntry, remaining: number): void {
    this.enter(GhostStep.amend, entry, remaining);
    if (entry.terms.keptPlace) this.numbers[this.rest] = remaining;
  }

  /** The last order entered now waits with `remaining` lots. */
  rested(order: number, remaining: number): void {
    assert(order === this.entered, 'an order rests that was not the last to enter');
    this.numbers[this.rest] = remaining;
  }

  /** The last order entered could not pay for `lots` of what it was to trade. */
  unpaid(order: number, lots: number): void {
    assert(order === this.entered, 'an order ends that was not the last to enter');
    const at = this.rest - (this.numbers[this.rest - 8] === GhostStep.place ? 2 : 1);
    if (this.numbers[at]! > 0) this.numbers[at]! -= lots;
  }

  traded(order: number, remaining: number): void {
    this.numbers.push(GhostStep.traded, order, remaining);
  }

  ended(order: number): void {
    this.numbers.push(GhostStep.ended, order);
  }

  prices(instrument: number, last: number, mark: number): void {
    this.numbers.push(GhostStep.prices, instrument, last, mark);
  }

  feed(instrument: number, stale: boolean): void {
    this.numbers.push(GhostStep.feed, instrument, stale ? 1 : 0);
  }

  marks({ instrument, index, mark, fundingRate, fundingTime, late }: GhostMarks): void {
    const rate = packRate(fundingRate);
    this.numbers.push(GhostStep.marks, instrument, index, mark, rate, fundingTime, late);
  }

  funding({ instrument, round, rate, mark, index, due }: GhostFunding): void {
    this.numbers.push(GhostStep.funding, instrument, round, packRate(rate), mark, index, due);
  }

  fund(asset: number, units: number): void {
    this.numbers.push(GhostStep.fund, asset, units);
  }

  cut(order: number, before: number, after: number): void {
    this.numbers.push(GhostStep.cut, order, before, after);
  }

  coinIndex(instrument: number, index: number): void {
    this.numbers.push(GhostStep.coinIndex, instrument, index);
  }

  /** @param rates by coin: asset, rate */
  interestHour(hour: number, rates: readonly number[]): void {
    for (let i = 0; i < rates.length; i += 2) {
      this.numbers.push(GhostStep.coinRate, rates[i]!, rates[i + 1]!);
    }
    this.numbers.push(GhostStep.interestHour, hour);
  }

  /** The steps in portions of at most `bytesMax` encoded bytes; none when there are none. */
  portions(bytesMax: number): number[][] {
    const all: number[][] = [];
    let portion: number[] = [];
    let bytes = 0;
    for (let i = 0; i < this.numbers.length; ) {
      const length = GHOST_STEP_LENGTHS[this.numbers[i]!]!;
      const most = length * 8;
      if (bytes + most > bytesMax && portion.length > 0) {
        all.push(portion);
        portion = [];
        bytes = 0;
      }
      for (let k = 0; k < length; k++) portion.push(this.numbers[i + k]!);
      bytes += most;
      i += length;
    }
    if (portion.length > 0) all.push(portion);
    return all;
  }

  private enter(kind: GhostStep, entry: GhostEntry, sixth: number): void {
    const { order, user, instrument, terms, price, quantity } = entry;
    this.numbers.push(kind, order, user, instrument, packTerms(terms), price, quantity, sixth, 0);
    this.rest = this.numbers.length - 1;
    this.entered = order;
  }
}
