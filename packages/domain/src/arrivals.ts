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
  /** One payment: where a transaction of the chain pays several addresses, it has the number of the output too. */
  readonly transaction: string;
  /** When the chain saw it first, Unix ms. */
  readonly seenAt: number;
  /** Blocks from its own on; none = it is in no block yet. */
  readonly confirmations: number;
}

/** What chains bring. */
export interface ArrivalPort {
  /** What is on its way as it was looked at last, oldest first. */
  arriving(): readonly Arrival[];
  /** Gives coins to the chain; they are credited once it has confirmed them. @returns transaction */
  send(gift: ChainGift): Promise<string>;
}

/** Chains as the gateway sees them. */
export interface ChainPort extends ArrivalPort {
  /** Blocks that a withdrawal's transaction had when it was looked at last; none = it is in no block. */
  confirmations(transaction: string): number;
  /** Whether nothing leaves, because the ledger does not add up. */
  halted(): boolean;
}

/** The reference that a deposit is credited by: the same transaction is the same deposit. */
export function depositReference(chain: string, transaction: string): string {
  return `${chain} ${transaction}`;
}

/** Chains write ids as hexadecimal digits, in base 58, or with the number of an output behind. */
const CHAIN_REFERENCE = /^[A-Z0-9]+ ([0-9A-Za-z:_-]{32,200})$/;

/** The transaction that a deposit's reference names; '' where no chain brought it. */
export function transactionOfDeposit(reference: string): string {
  return CHAIN_REFERENCE.exec(reference)?.[1] ?? '';
}

const ARRIVALS_FROM = 2 ** 52;
const ARRIVALS_PER_MS = 1_024;

/**
 * What a deposit on its way is called until it has a number of the ledger: above all of these, the
 * later the higher, and the same in the next process.
 */
export function arrivalId({
  seenAt,
  transaction,
}: Pick<Arrival, 'seenAt' | 'transaction'>): number {
  const last = [...transaction].reduce(
    (sum, one) => (sum * 31 + one.charCodeAt(0)) % ARRIVALS_PER_MS,
    0,
  );
  return ARRIVALS_FROM + seenAt * ARRIVALS_PER_MS + last;
}
