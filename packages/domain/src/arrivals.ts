/** Money that a chain brings: on its way, and nobody's here, until it has its confirmations. */
import type { AccountId, AssetId } from './ids.ts';

/** What is given to a chain for an account of this exchange. */
export interface ChainGift {
  readonly account: AccountId;
  /** The system account that stands for where it comes from. */
  readonly from: AccountId;
  readonly asset: AssetId;
  /** Asset units. */
  readonly amount: bigint;
  /** The same one is the same transaction. */
  readonly reference: string;
}

/** A transaction to an address of this exchange, as far as the chain has it. */
export interface Arrival extends ChainGift {
  readonly transaction: string;
  /** When the chain saw it first, Unix ms. */
  readonly seenAt: number;
  /** Blocks from its own on; none = it is in no block yet. */
  readonly confirmations: number;
}

/** What chains bring, as the gateway sees it. */
export interface ArrivalPort {
  readonly confirmationsNeeded: number;
  /** What is on its way as it was looked at last, oldest first. */
  arriving(): readonly Arrival[];
  /** Gives coins to the chain; they are credited once it has confirmed them. @returns transaction */
  send(gift: ChainGift): Promise<string>;
}
