/** The chain that money comes and goes by, and the way of withdrawals over it. */
import { createHash } from 'node:crypto';
import {
  type Arrival,
  type ChainGift,
  CommandKind,
  type CommandPort,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { CHAIN_CONFIRMATIONS } from '@halcyon/gateway';
import type { ArrivalStore, Sent } from './arrival-file.ts';
import { Problems, Rounds } from './rounds.ts';

/**
 * A chain as withdrawals and deposits need it. All may be called again after a crash, with the same
 * arguments: nothing leaves before the transaction is in the journal, and what is there is broadcast
 * until the chain has it; what comes is told until it is said to be in the journal.
 */
export interface Chain {
  readonly confirmationsNeeded: number;
  /** Signs the transaction; nothing leaves. @returns its id */
  prepare(withdrawal: Withdrawal): Promise<string>;
  /** Gives the transaction to the chain, once more if it was given before. */
  broadcast(withdrawal: Withdrawal): Promise<void>;
  /** How many blocks the chain has from the transaction's on. */
  confirmations(withdrawal: Withdrawal): Promise<number>;
  /** What came to addresses of this exchange and was not said to be booked, oldest first. */
  arrivals(): Promise<readonly Arrival[]>;
  /** An arrival is in the journal. */
  booked(transaction: string): Promise<void>;
  /** Sends coins of the exchange's own to an account of it. @returns the transaction's id */
  send(gift: ChainGift): Promise<string>;
}

const BLOCK_MS = 2_000;

/** The chain of this exchange. What leaves on it has a real way: a transaction, then blocks. */
export class HalcyonChain implements Chain {
  readonly confirmationsNeeded = CHAIN_CONFIRMATIONS;
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

  async confirmations({ transaction }: Withdrawal): Promise<number> {
    const seen = this.#seen.get(transaction);
    if (seen === undefined) return 0;
    const count = this.#blocksSince(seen);
    if (count >= this.confirmationsNeeded) this.#seen.delete(transaction);
    return count;
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

/** What of a chain takes withdrawals out. */
export type WayOut = Pick<Chain, 'confirmationsNeeded' | 'prepare' | 'broadcast' | 'confirmations'>;

/** What the runner works with. */
export interface RunnerParts {
  readonly chain: WayOut;
  readonly commands: CommandPort;
  readonly withdrawals: () => Iterable<Withdrawal>;
  /** Whether money of the withdrawal's owner may leave now. */
  readonly mayLeave: (withdrawal: Withdrawal) => Promise<boolean>;
  /** Told of what fails; the next round tries again. */
  readonly onProblem: (message: string) => void;
}

const ROUND_MS = 1_000;

/** Takes approved withdrawals over the chain, one round after the other. */
export class WithdrawalRunner {
  readonly #parts: RunnerParts;
  readonly #rounds = new Rounds(() => this.round(), ROUND_MS);
  readonly #problems: Problems<number>;
  /** Blocks of what is on its way, by its transaction. */
  readonly #confirmations = new Map<string, number>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#problems = new Problems(parts.onProblem);
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Blocks that a transaction had in the last round; none = it is in no block, or not on its way. */
  confirmations(transaction: string): number {
    return this.#confirmations.get(transaction) ?? 0;
  }

  /** Brings every withdrawal as far as it can go now. */
  async round(): Promise<void> {
    const open = [...this.#parts.withdrawals()];
    // Not sooner: who reads of it in the records may be a moment behind.
    const known = new Set(open.map(({ transaction }) => transaction));
    for (const one of this.#confirmations.keys()) {
      if (!known.has(one)) this.#confirmations.delete(one);
    }
    for (const withdrawal of open) {
      if (this.#rounds.stopped) return;
      const { id } = withdrawal;
      await this.#problems.during(id, `withdrawal ${id}`, () => this.#advance(withdrawal));
    }
  }

  async #advance(withdrawal: Withdrawal): Promise<void> {
    const { chain, mayLeave } = this.#parts;
    if (withdrawal.status === WithdrawalStatus.approved && (await mayLeave(withdrawal))) {
      await this.#note(withdrawal, WithdrawalStatus.sent, await chain.prepare(withdrawal));
    }
    if (withdrawal.status !== WithdrawalStatus.sent) return;
    await chain.broadcast(withdrawal);
    const count = await chain.confirmations(withdrawal);
    this.#confirmations.set(withdrawal.transaction, count);
    if (count < chain.confirmationsNeeded) return;
    await this.#note(withdrawal, WithdrawalStatus.confirmed, withdrawal.transaction);
  }

  /** A refusal says that it was cancelled, refused or moved on meanwhile: there is nothing to do. */
  async #note(
    { id: withdrawal }: Withdrawal,
    status: typeof WithdrawalStatus.sent | typeof WithdrawalStatus.confirmed,
    transaction: string,
  ): Promise<void> {
    const kind = CommandKind.advanceWithdrawal;
    await this.#parts.commands.submit({ kind, withdrawal, status, transaction });
  }
}
