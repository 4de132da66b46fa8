/**
 * What a chain is, for whoever names one, checks what is for one, or shows what is on one. There is no
 * other place that knows: a real chain is another of these, with what moves money on it.
 */
import type { AssetId, UserId } from './ids.ts';

/** What leaving over a chain costs, and the least that may leave, as decimal text. */
export interface ChainCost {
  readonly fee: string;
  readonly min: string;
}

/** An address that was read, or the reason why it is none. */
export type ReadAddress =
  | {
      /** The one way of writing it, as address books and withdrawals have it. */
      readonly address: string;
      /** Whose it is and for which coin; null = the chain does not know. */
      readonly owner: { readonly user: UserId; readonly asset: AssetId } | null;
    }
  | { readonly problem: string };

/** See the head of the file. */
export interface ChainTerms {
  /** On the wire, in records and on pages: capitals and digits. */
  readonly name: string;
  /** Blocks, with a transaction's own, before money has come or gone. */
  readonly confirmationsNeeded: number;
  /** Where a transaction can be looked at: its id comes behind. '' = nowhere. */
  readonly explorer: string;
  /** What leaving costs at present, by the coin's code; null = it is free and takes any amount. */
  costOf(coin: string): ChainCost | null;
  /** Where a user gets a coin. @throws RangeError where there is no such address */
  addressOf(user: UserId, asset: AssetId): string;
  readAddress(text: string): ReadAddress;
}
