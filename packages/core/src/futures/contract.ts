/** What a market of a contract has beside its book: terms, prices, funding, triggers. */
import {
  type ContractTerms,
  type Instrument,
  impactSizeOf,
  type RiskTerms,
  ratioFloor,
  riskTerms,
} from '@halcyon/domain';
import { IndexPrice, type Lateness } from '../state/index-price.ts';
import type { UserCursor } from '../state/user-sweep.ts';
import type { Positions } from './positions.ts';
import { TriggerHeap } from './trigger-heap.ts';

/** Where a sweep of a funding stands. */
export interface FundingSweep extends UserCursor {
  /** 10^-8, and ticks: as they were when the round began. */
  readonly rate: number;
  readonly mark: number;
}

/** What of a contract a snapshot keeps, beside its terms. */
export interface ContractImage {
  readonly index: number;
  readonly mark: number;
  readonly indexTime: number;
  readonly late: Lateness;
  readonly basis: number;
  readonly premiumSum: number;
  readonly premiumCount: number;
  readonly sampled: number;
  readonly fundingRate: number;
  readonly fundingTime: number;
  readonly round: number;
  readonly sweep: FundingSweep | null;
  readonly fundingLeft: number;
  /** Absent before trades of the impact size. */
  readonly counted?: number;
  /** Absent where there are none. */
  readonly uncounted?: readonly [lots: number, value: number];
  /** Absent while the fund has paid nothing. */
  readonly fundHour?: number;
  readonly fundPaid?: number;
}

export class Contract extends IndexPrice {
  declare terms: ContractTerms;
  /** The terms as the arithmetic of margin needs them. */
  declare risk: RiskTerms;
  declare readonly longs: TriggerHeap;
  declare readonly shorts: TriggerHeap;
  /** Ticks; 0 before the first index. */
  mark = 0;
  /** The impact size, tick-lots. */
  impact = 0;
  /** Last price as it counts for the mark, ticks; 0 before trades of the impact size. */
  counted = 0;
  /** Lots and tick-lots of the trades since then: together less than the impact size. */
  private uncountedLots = 0;
  private uncountedValue = 0;
  /** Moving mean of the book's middle above the index, ticks / BASIS_SCALE. */
  basis = 0;
  /** Premiums of this round, 10^-8, one a second, and the second of the last one. */
  premiumSum = 0;
  premiumCount = 0;
  sampled = 0;
  /** Expected rate of the next funding, 10^-8, and when it is, Unix ms; 0 before the first index. */
  fundingRate = 0;
  fundingTime = 0;
  /** Fundings so far. */
  round = 0;
  sweep: FundingSweep | null = null;
  /** Settle units that were paid in this round and not received yet. */
  fundingLeft = 0;
  /** Settle units that the protection fund has paid for this contract, and in which hour since 1970. */
  fundHour = 0;
  fundPaid = 0;
  /** Lots of all long positions. */
  openInterest = 0;
  /** Costs of all positions, signed, tick-lots: what clearing has advanced is the negative of it. */
  costSum = 0;

  constructor(instrument: Instrument, terms: ContractTerms, scale: number, positions: Positions) {
    super();
    this.setTerms(instrument, terms, scale);
    this.longs = new TriggerHeap(positions, 1);
    this.shorts = new TriggerHeap(positions, -1);
  }

  /** @param scale of the settle asset */
  setTerms(instrument: Instrument, terms: ContractTerms, scale: number): void {
    this.terms = terms;
    this.impact = Math.ceil((impactSizeOf(terms) * 10 ** scale) / instrument.quoteFactor);
    this.risk = riskTerms(instrument.quoteFactor, terms, scale);
  }

  /**
   * Takes note of a trade between two owners. One of the impact size counts by itself, smaller ones once
   * they add up to it, by their mean price.
   */
  countTrade(price: number, lots: number): void {
    const value = price * lots;
    if (value >= this.impact) {
      this.counted = price;
    } else {
      // Both are below the impact size, so that the sum is exact.
      this.uncountedValue += value;
      this.uncountedLots += lots;
      if (this.uncountedValue < this.impact) return;
      this.counted = ratioFloor(this.uncountedValue, 1, this.uncountedLots);
    }
    this.uncountedValue = 0;
    this.uncountedLots = 0;
  }

  image(): ContractImage {
    const { index, mark, indexTime, basis, premiumSum, premiumCount, sampled } = this;
    const { late, fundingRate, fundingTime, round, sweep } = this;
    const prices = { index, mark, indexTime, basis, premiumSum, premiumCount, sampled };
    const { fundingLeft, counted, uncountedLots, uncountedValue, fundHour, fundPaid } = this;
    const swept = sweep && { ...sweep };
    return {
      ...{ ...prices, late, fundingRate, fundingTime, round, sweep: swept, fundingLeft },
      ...(counted === 0 ? {} : { counted }),
      ...(uncountedLots === 0 ? {} : { uncounted: [uncountedLots, uncountedValue] }),
      ...(fundPaid === 0 ? {} : { fundHour, fundPaid }),
    };
  }

  restore({ uncounted: [lots, value] = [0, 0], ...image }: ContractImage): void {
    Object.assign(this, image);
    this.uncountedLots = lots;
    this.uncountedValue = value;
  }
}
