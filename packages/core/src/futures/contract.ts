/** What a market of a contract has beside its book: terms, prices, funding, triggers. */
import { type ContractTerms, type Instrument, type RiskTerms, riskTerms } from '@halcyon/domain';
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
}

export class Contract extends IndexPrice {
  declare terms: ContractTerms;
  /** The terms as the arithmetic of margin needs them. */
  declare risk: RiskTerms;
  declare readonly longs: TriggerHeap;
  declare readonly shorts: TriggerHeap;
  /** Ticks; 0 before the first index. */
  mark = 0;
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
    this.risk = riskTerms(instrument.quoteFactor, terms, scale);
  }

  image(): ContractImage {
    const { index, mark, indexTime, basis, premiumSum, premiumCount, sampled } = this;
    const { late, fundingRate, fundingTime, round, sweep } = this;
    const prices = { index, mark, indexTime, basis, premiumSum, premiumCount, sampled };
    const { fundingLeft } = this;
    const swept = sweep && { ...sweep };
    return { ...prices, late, fundingRate, fundingTime, round, sweep: swept, fundingLeft };
  }

  restore(image: ContractImage): void {
    Object.assign(this, image);
  }
}
