/** Parts that owners have in batches of copy trading, as liquidation asks for them. */
import type { DoneReason } from '@halcyon/domain';
import type { AskedBatch } from '../copying/batch-margin.ts';

export interface CopyParts {
  /**
   * What an account has left in orders that are copied leaves the book.
   * @param instrument of the contract, EVERY_INSTRUMENT = all
   */
  leave(account: number, instrument: number, reason: DoneReason): void;
  /** Of an order that is about to trade, the parts of owners who do not bear them leave the book. */
  leaveOut(asked: AskedBatch): void;
  /** Parts that may only make a position smaller are made as small as it is. */
  trim(position: number): void;
}
