/** The way of withdrawals over a chain. */
import { createHash } from 'node:crypto';
import { CommandKind, type CommandPort, type Withdrawal, WithdrawalStatus } from '@halcyon/domain';

/**
 * A chain as withdrawals need it. All three may be called again after a crash, with the same arguments:
 * nothing leaves before the transaction is in the journal, and what is there is broadcast until the
 * chain has it.
 */
export interface Chain {
  readonly confirmationsNeeded: number;
  /** Signs the transaction; nothing leaves. @returns its id */
  prepare(withdrawal: Withdrawal): Promise<string>;
  /** Gives the transaction to the chain, once more if it was given before. */
  broadcast(withdrawal: Withdrawal): Promise<void>;
  /** How many blocks the chain has from the transaction's on. */
  confirmations(withdrawal: Withdrawal): Promise<number>;
}

const BLOCK_MS = 2_000;

/** The chain of this exchange. What leaves on it has a real way: a transaction, then blocks. */
export class HalcyonChain implements Chain {
  readonly confirmationsNeeded = 2;
  readonly #exchange: string;
  readonly #clock: () => number;
  /** When each transaction was seen first, by its id: a new process counts its blocks anew. */
  readonly #seen = new Map<string, number>();

  /** @param exchange id that no other exchange has */
  constructor(exchange: string, clock: () => number) {
    this.#exchange = exchange;
    this.#clock = clock;
  }

  async prepare({ id }: Withdrawal): Promise<string> {
    return createHash('sha256').update(`${this.#exchange} withdrawal ${id}`).digest('hex');
  }

  async broadcast({ transaction }: Withdrawal): Promise<void> {
    if (!this.#seen.has(transaction)) this.#seen.set(transaction, this.#clock());
  }

  async confirmations({ transaction }: Withdrawal): Promise<number> {
    const seen = this.#seen.get(transaction);
    if (seen === undefined) return 0;
    const count = Math.floor((this.#clock() - seen) / BLOCK_MS);
    if (count >= this.confirmationsNeeded) this.#seen.delete(transaction);
    return count;
  }
}

/** What the runner works with. */
export interface RunnerParts {
  readonly chain: Chain;
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
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;
  /** What was told of each withdrawal that waits: once is enough. */
  readonly #told = new Map<number, string>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.round().then(() => {
        if (!this.#stopped) this.start();
      });
    }, ROUND_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Brings every withdrawal as far as it can go now. */
  async round(): Promise<void> {
    const { withdrawals } = this.#parts;
    for (const withdrawal of [...withdrawals()]) {
      if (this.#stopped) return;
      try {
        await this.#advance(withdrawal);
        this.#told.delete(withdrawal.id);
      } catch (error) {
        this.#tell(withdrawal.id, `withdrawal ${withdrawal.id} waits: ${String(error)}`);
      }
    }
  }

  #tell(id: number, message: string): void {
    if (this.#told.get(id) === message) return;
    this.#told.set(id, message);
    this.#parts.onProblem(message);
  }

  async #advance(withdrawal: Withdrawal): Promise<void> {
    const { chain, mayLeave } = this.#parts;
    if (withdrawal.status === WithdrawalStatus.approved && (await mayLeave(withdrawal))) {
      await this.#note(withdrawal, WithdrawalStatus.sent, await chain.prepare(withdrawal));
    }
    if (withdrawal.status !== WithdrawalStatus.sent) return;
    await chain.broadcast(withdrawal);
    if ((await chain.confirmations(withdrawal)) < chain.confirmationsNeeded) return;
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
