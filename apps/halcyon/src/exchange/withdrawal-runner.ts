/** The way of withdrawals over a chain: looked at in rounds, each step in the journal before the next. */
import {
  CommandKind,
  type CommandPort,
  REASON_LENGTH_MAX,
  type Withdrawal,
  WithdrawalStatus,
  wireId,
} from '@halcyon/domain';
import type { WayOut } from './chain.ts';
import { PeriodicTask, Problems } from './periodic-task.ts';

/** What the runner works with. */
export interface RunnerParts {
  readonly chain: WayOut;
  readonly commands: CommandPort;
  readonly withdrawals: () => Iterable<Withdrawal>;
  /** Whether money of the withdrawal's owner may leave now. */
  readonly mayLeave: (withdrawal: Withdrawal) => Promise<boolean>;
  /** Told of what fails; the next round tries again. */
  readonly onProblem: (message: string) => void;
  /** Told of what the chain failed for good. */
  readonly onFailed: (message: string) => void;
}

const ROUND_MS = 1_000;
const { approved, sent, confirmed, failed } = WithdrawalStatus;

/** A step that the chain takes, as the command that it becomes. */
type Step =
  | { readonly status: typeof sent | typeof confirmed; readonly transaction: string }
  | { readonly status: typeof failed; readonly transaction: string; readonly reason: string };

/** Takes approved withdrawals over the chain, one round after the other. */
export class WithdrawalRunner {
  readonly #parts: RunnerParts;
  readonly #rounds = new PeriodicTask(() => this.round(), ROUND_MS);
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
    if (withdrawal.status === approved && (await mayLeave(withdrawal))) {
      await this.#note(withdrawal, { status: sent, transaction: await chain.prepare(withdrawal) });
    }
    if (withdrawal.status === sent) await this.#follow(withdrawal);
  }

  /** Does what the chain's answer about a withdrawal that was sent asks for. */
  async #follow(withdrawal: Withdrawal): Promise<void> {
    const { chain } = this.#parts;
    const { transaction } = withdrawal;
    const state = await chain.stateOf(withdrawal);
    const count = state.is === 'mined' ? state.confirmations : 0;
    this.#confirmations.set(transaction, count);
    switch (state.is) {
      case 'pending':
        return chain.broadcast(withdrawal);
      case 'mined':
        if (count < chain.terms.confirmationsNeeded) return;
        await this.#note(withdrawal, { status: confirmed, transaction });
        return;
      case 'replaced':
        // It is broadcast from the next round on: what takes its place has to be in the journal too.
        await this.#note(withdrawal, { status: sent, transaction: state.transaction });
        return;
      case 'failed':
        return this.#fail(withdrawal, state.reason);
    }
  }

  async #fail(withdrawal: Withdrawal, given: string): Promise<void> {
    const { id, transaction } = withdrawal;
    const reason = given.trim().slice(0, REASON_LENGTH_MAX) || 'the chain gives no reason';
    if (!(await this.#note(withdrawal, { status: failed, transaction, reason }))) return;
    const what = `withdrawal ${wireId(id)} failed on the chain`;
    this.#parts.onFailed(`${what}, its money is available again: ${reason}`);
  }

  /**
   * A refusal says that it was cancelled, refused or moved on meanwhile: there is nothing to do.
   * @returns whether it was taken
   */
  async #note({ id: withdrawal }: Withdrawal, step: Step): Promise<boolean> {
    const kind = CommandKind.advanceWithdrawal;
    const { code } = await this.#parts.commands.submit({ kind, withdrawal, ...step });
    return code === 0;
  }
}
