/** What of earlier events the folding of later ones needs. */
import type { Instrument } from '@halcyon/domain';
import type { CopySide } from './copy-tables.ts';

/** What of an instrument the projection needs. */
export type InstrumentFacts = Pick<Instrument, 'product' | 'base' | 'quote' | 'quoteFactor'>;

/** What a funding settled at. */
export interface SettledFundingRound {
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
}

/** An account's two orders for one position met. */
export interface SelfFill {
  readonly account: number;
  readonly instrument: number;
  readonly leg: number;
  readonly trade: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: number;
  readonly makerFee: number;
  readonly takerFee: number;
}

/** The bill of a funding. */
export interface FundingBill {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly asset: number;
  readonly round: number;
  readonly amount: bigint;
}

/** Whose figures a copy portfolio that has not ended is counted in. */
export interface CopiedBy {
  /** The trader's portfolio: its own one where it is a trader's. */
  readonly trader: number;
  readonly side: CopySide;
  /** Whose it is. */
  readonly root: number;
}

/** What happened to a portfolio on a day that is told once: see `copy_days`. */
export interface CopyDay {
  readonly day: number;
  readonly times: number;
  readonly units: bigint;
  readonly batch: number;
}

/** Amount and cost of a row of `copy_hours`. */
export type CopyTotal = readonly [amount: bigint, cost: bigint];
