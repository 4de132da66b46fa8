/**
 * A chain that does all that chains do, from a seed: it drops what waits, pays with a higher fee, spends
 * something else in a withdrawal's place, lets transactions fail in blocks, and takes blocks back, though
 * never as many as it needs for a confirmation. It outlives every process of the exchange.
 */
import { type Arrival, type ChainGift, OWN_CHAIN, type Withdrawal } from '@halcyon/domain';
import type { Chain, TransactionState } from '../chain.ts';

const CONFIRMATIONS = 3;

/** How a withdrawal got into a block: paid, or in a way that it can never be paid after. */
interface Mined {
  readonly height: number;
  /** '' = something else was spent in its place. */
  readonly transaction: string;
  readonly failed: boolean;
}

/** All transactions of one withdrawal spend the same: at most one of them is ever in a block. */
interface Payment {
  /** Those that wait. */
  readonly waiting: Set<string>;
  /** Those that were ever given. */
  readonly known: Set<string>;
  /** With a higher fee; '' = there is none. */
  wanted: string;
  mined: Mined | null;
}

/** A number in [0, 1). */
type Chance = () => number;

/** See the head of the file. */
export class FaultyChain implements Chain {
  readonly terms = { ...OWN_CHAIN, name: 'ROUGH', confirmationsNeeded: CONFIRMATIONS };
  /** How often each thing happened. */
  readonly happened = { dropped: 0, replaced: 0, spent: 0, failed: 0, takenBack: 0, vanished: 0 };
  readonly #chance: Chance;
  readonly #payments = new Map<number, Payment>();
  readonly #arrivals = new Map<string, ChainGift & { seenAt: number; height: number }>();
  #height = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Withdrawals that the chain has paid, for good. */
  paid(): number[] {
    return [...this.#payments].flatMap(([id, { mined }]) =>
      mined !== null && !mined.failed && this.#confirmations(mined.height) >= CONFIRMATIONS
        ? [id]
        : [],
    );
  }

  async prepare({ id }: Withdrawal): Promise<string> {
    return `tx ${id} `;
  }

  async broadcast({ id, transaction }: Withdrawal): Promise<void> {
    const payment = this.#payment(id);
    payment.known.add(transaction);
    if (payment.mined === null) payment.waiting.add(transaction);
  }

  async stateOf({ id, transaction }: Withdrawal): Promise<TransactionState> {
    const { mined, wanted } = this.#payment(id);
    if (mined === null) {
      if (wanted === '' || wanted === transaction) return { is: 'pending' };
      return { is: 'replaced', transaction: wanted };
    }
    const confirmations = this.#confirmations(mined.height);
    if (mined.failed && confirmations < CONFIRMATIONS) return { is: 'pending' };
    if (mined.failed) return { is: 'failed', reason: mined.transaction || 'spent elsewhere' };
    if (mined.transaction === transaction) return { is: 'mined', confirmations };
    return { is: 'replaced', transaction: mined.transaction };
  }

  async arrivals(): Promise<readonly Arrival[]> {
    return [...this.#arrivals].map(([transaction, { height, ...gift }]) => {
      return { ...gift, transaction, confirmations: this.#confirmations(height) };
    });
  }

  async booked(transaction: string): Promise<void> {
    this.#arrivals.delete(transaction);
  }

  /** It is in a block at once. */
  async send(gift: ChainGift): Promise<string> {
    const transaction = gift.reference.padStart(64, '0');
    this.#arrivals.set(transaction, { ...gift, seenAt: this.#height, height: this.#height });
    return transaction;
  }

  /** The next block; now and then it stands where others stood before. */
  block(): void {
    this.#height += 1;
    if (this.#chance() < 0.2) this.#takeBack(1 + Math.floor(this.#chance() * (CONFIRMATIONS - 1)));
    for (const [id, payment] of this.#payments) this.#happen(id, payment);
  }

  #takeBack(blocks: number): void {
    const last = this.#height - 1 - blocks;
    for (const payment of this.#payments.values()) {
      const { mined } = payment;
      if (mined === null || mined.height <= last) continue;
      payment.mined = null;
      this.happened.takenBack += 1;
      if (mined.transaction !== '' && this.#chance() < 0.5) payment.waiting.add(mined.transaction);
    }
    for (const [transaction, arrival] of this.#arrivals) {
      if (arrival.height <= last) continue;
      // It waits for another block, or was spent on something else meanwhile.
      if (this.#chance() < 0.5) arrival.height = this.#height + 1;
      else if (this.#arrivals.delete(transaction)) this.happened.vanished += 1;
    }
  }

  #happen(id: number, payment: Payment): void {
    const what = this.#chance();
    if (payment.mined !== null || payment.known.size === 0) return;
    const [first] = payment.waiting;
    if (what < 0.08) this.#mine(payment, '', true);
    else if (what < 0.16 && first !== undefined) this.#mine(payment, first, true);
    else if (what < 0.4 && first !== undefined) this.#mine(payment, first, false);
    else if (what < 0.55) {
      this.happened.dropped += payment.waiting.size;
      payment.waiting.clear();
    } else if (what < 0.65 && payment.wanted === '') {
      payment.wanted = `tx ${id} more`;
      this.happened.replaced += 1;
    }
  }

  #mine(payment: Payment, transaction: string, failed: boolean): void {
    payment.waiting.clear();
    payment.mined = { height: this.#height, transaction, failed };
    if (failed) this.happened[transaction === '' ? 'spent' : 'failed'] += 1;
  }

  #confirmations(height: number): number {
    return Math.max(0, this.#height - height + 1);
  }

  #payment(id: number): Payment {
    const known = this.#payments.get(id);
    if (known !== undefined) return known;
    const made = { waiting: new Set<string>(), known: new Set<string>(), wanted: '', mined: null };
    this.#payments.set(id, made);
    return made;
  }
}
