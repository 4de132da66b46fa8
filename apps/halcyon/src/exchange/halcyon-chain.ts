/** The exchange's own chain at work: blocks every two seconds, in which nothing ever fails. */
import { createHash } from 'node:crypto';
import { type Arrival, type ChainGift, OWN_CHAIN, type Withdrawal } from '@halcyon/domain';
import type { ArrivalStore, Sent } from './arrival-file.ts';
import type { Chain, TransactionState } from './chain.ts';

const BLOCK_MS = 2_000;

/** The chain of this exchange. What leaves on it has a real way: a transaction, then blocks. */
export class HalcyonChain implements Chain {
  readonly terms = OWN_CHAIN;
  readonly #exchange: string;
  readonly #clock: () => number;
  /** When each transaction was seen first, by its id: a new process counts its blocks anew. */
  readonly #seen = new Map<string, number>();
  /** By transaction. It reaches nobody else, so that what comes is what was sent here. */
  readonly #arrivals: Map<string, Sent>;
  readonly #store: ArrivalStore;

  /** @param exchange id that no other exchange has @param store keeps what is on its way */
  constructor(exchange: string, clock: () => number, store: ArrivalStore) {
    this.#exchange = exchange;
    this.#clock = clock;
    this.#store = store;
    this.#arrivals = new Map(store.load().map((sent) => [sent.transaction, sent]));
  }

  async prepare({ id }: Withdrawal): Promise<string> {
    return this.#hash(`withdrawal ${id}`);
  }

  async broadcast({ transaction }: Withdrawal): Promise<void> {
    if (!this.#seen.has(transaction)) this.#seen.set(transaction, this.#clock());
  }

  async stateOf({ transaction }: Withdrawal): Promise<TransactionState> {
    const seen = this.#seen.get(transaction);
    const confirmations = seen === undefined ? 0 : this.#blocksSince(seen);
    if (confirmations === 0) return { is: 'pending' };
    if (confirmations >= this.terms.confirmationsNeeded) this.#seen.delete(transaction);
    return { is: 'mined', confirmations };
  }

  async arrivals(): Promise<readonly Arrival[]> {
    return [...this.#arrivals.values()].map((one) => {
      return { ...one, confirmations: this.#blocksSince(one.seenAt) };
    });
  }

  async booked(transaction: string): Promise<void> {
    if (this.#arrivals.delete(transaction)) this.#save();
  }

  async send(gift: ChainGift): Promise<string> {
    const transaction = this.#hash(`deposit ${gift.reference}`);
    if (!this.#arrivals.has(transaction)) {
      this.#arrivals.set(transaction, { ...gift, transaction, seenAt: this.#clock() });
      this.#save();
    }
    return transaction;
  }

  #save(): void {
    this.#store.save([...this.#arrivals.values()]);
  }

  /** Whole blocks since a moment; none where the clock was set back behind it. */
  #blocksSince(seen: number): number {
    return Math.max(0, Math.floor((this.#clock() - seen) / BLOCK_MS));
  }

  #hash(what: string): string {
    return createHash('sha256').update(`${this.#exchange} ${what}`).digest('hex');
  }
}
