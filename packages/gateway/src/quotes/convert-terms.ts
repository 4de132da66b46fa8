/** What a conversion is of and comes to. */
import type { Asset, Instrument, Side } from '@halcyon/domain';

/** Two coins and the pair between them. */
export interface ConvertPair {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly from: Asset;
  readonly to: Asset;
}

/** What is given and received at least: units of the coins, lots and ticks of the pair. */
export interface ConvertTerms extends ConvertPair {
  readonly lots: number;
  /** Worst price. */
  readonly price: number;
  readonly given: bigint;
  /** After the fee. */
  readonly received: bigint;
  readonly fee: bigint;
}
