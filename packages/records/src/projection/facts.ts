/** What of earlier events the folding of later ones needs. */
import type { Instrument } from '@halcyon/domain';
import type { SqlValue } from '../sql/row-writer.ts';

/** What of an instrument the projection needs. */
export type InstrumentFacts = Pick<Instrument, 'product' | 'base' | 'quote' | 'quoteFactor'>;

/** What a funding settled at. */
export interface FundingRound {
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
}

/** One account's side of a contract trade. */
export interface TradeHalf {
  readonly seq: number;
  readonly account: number;
  readonly side: number;
  readonly fee: number;
  /** What its balance changes by. */
  readonly net: number;
  billed: boolean;
  /** Its row among the fills where it was off the book: what follows says of which leg. */
  readonly offBook: SqlValue[] | null;
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
