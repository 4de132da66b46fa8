/** What the exchange needs of a chain: one that this is written for carries money in and out. */
import type { Arrival, ChainGift, ChainTerms, Withdrawal } from '@halcyon/domain';

/** Where a withdrawal stands on its chain. */
export type TransactionState =
  /** Its transaction is in no block: not given to the chain, waiting there, or dropped or taken back by it. */
  | { readonly is: 'pending' }
  /** In a block, the last of so many; blocks may still be taken back. */
  | { readonly is: 'mined'; readonly confirmations: number }
  /**
   * Another transaction of the exchange pays the withdrawal, or is to pay it: with a higher fee, or an
   * earlier one that got into a block after all. At most one of them all can ever be in a block.
   */
  | { readonly is: 'replaced'; readonly transaction: string }
  /**
   * The end: none of the transactions that ever paid this withdrawal can have an effect any more, and it
   * is as certain as a confirmation. Something else was spent in its place, it ran out of time, or it
   * failed in a block; and the block that says so has the confirmations that the chain needs. To have
   * been dropped is no such reason, since who has seen a transaction may give it to the chain again.
   */
  | { readonly is: 'failed'; readonly reason: string };

/**
 * A chain as withdrawals and deposits need it. All may be called again after a crash, with the same
 * arguments: nothing leaves before the transaction is in the journal, and what is there is broadcast
 * until a block has it; what comes is told until it is said to be in the journal.
 */
export interface Chain {
  readonly terms: ChainTerms;
  /** Signs the transaction; nothing leaves. @returns its id */
  prepare(withdrawal: Withdrawal): Promise<string>;
  /** Gives its transaction to the chain, once more if it was given before. */
  broadcast(withdrawal: Withdrawal): Promise<void>;
  /** Where it stands. A failure is final, everything else may change. */
  stateOf(withdrawal: Withdrawal): Promise<TransactionState>;
  /**
   * What came to addresses of this exchange and was not said to be booked, oldest first. Blocks may be
   * taken back: confirmations may fall, and what the chain has no longer is no longer in it.
   */
  arrivals(): Promise<readonly Arrival[]>;
  /** An arrival is in the journal. */
  booked(transaction: string): Promise<void>;
  /** Sends coins of the exchange's own to an account of it. @returns the transaction's id */
  send(gift: ChainGift): Promise<string>;
}

/** What of a chain takes withdrawals out. */
export type WayOut = Pick<Chain, 'terms' | 'prepare' | 'broadcast' | 'stateOf'>;

/** What of a chain brings deposits. */
export type WayIn = Pick<Chain, 'terms' | 'arrivals' | 'booked' | 'send'>;
