/** The way of deposits over a chain: looked at in rounds, credited once they have their confirmations. */
import {
  type Arrival,
  type ArrivalPort,
  type ChainGift,
  CommandKind,
  type CommandPort,
  depositReference,
  Reject,
} from '@halcyon/domain';
import type { WayIn } from './chain.ts';
import { PeriodicTask, Problems } from './periodic-task.ts';

/** Deposits on their way, as operators see them. */
export type DepositControl = Pick<DepositRunner, 'list' | 'retry' | 'takeIn'>;

/** What the runner works with. */
export interface DepositParts {
  readonly chain: WayIn;
  readonly commands: Pick<CommandPort, 'submit'>;
  /** Told of what fails; the next round tries again. */
  readonly onProblem: (message: string) => void;
}

const ROUND_MS = 1_000;

/**
 * Credits what the chain has confirmed. The transaction is the reference of its deposit, and the same
 * reference is the same deposit (INV-19): however often a round is cut short, money comes once. What the
 * core refuses is nobody's, waits where operators see it, and is asked for again at their word.
 */
export class DepositRunner implements ArrivalPort {
  readonly #parts: DepositParts;
  readonly #rounds = new PeriodicTask(() => this.round(), ROUND_MS);
  readonly #problems: Problems<string>;
  #arriving: readonly Arrival[] = [];
  /** Codes of those that the core refused, by transaction: asked again and again each would fill the journal. */
  readonly #refused = new Map<string, number>();

  constructor(parts: DepositParts) {
    this.#parts = parts;
    this.#problems = new Problems(parts.onProblem);
  }

  arriving(): readonly Arrival[] {
    return this.#arriving;
  }

  /** What is on its way as the chain has it now, with the code it was refused with; 0 = it was not. */
  async list(): Promise<readonly (Arrival & { readonly refused: number })[]> {
    await this.#look();
    return this.#arriving.map((one) => {
      return { ...one, refused: this.#refused.get(one.transaction) ?? 0 };
    });
  }

  /** Tries once more with what was refused: what stood in its way may be gone. */
  async retry(): Promise<void> {
    this.#refused.clear();
    await this.round();
  }

  /**
   * Credits a closed account with what the chain brought to it, for a payout.
   * @throws Error where it is not there, is not confirmed, or its account is not closed
   */
  async takeIn(transaction: string, by: { actor: string; reason: string }): Promise<Arrival> {
    const { confirmationsNeeded } = this.#parts.chain.terms;
    const found = (await this.list()).find((one) => one.transaction === transaction);
    if (found === undefined) throw new Error('no deposit of this transaction is on its way');
    if (found.confirmations < confirmationsNeeded) {
      const blocks = `${found.confirmations} of ${confirmationsNeeded}`;
      throw new Error(`the deposit has ${blocks} confirmations: wait for them`);
    }
    const code = await this.#credit(found, { ...by, toClosed: true });
    if (code === Reject.accountNotClosed) throw new Error('the account of this deposit is open');
    if (code !== 0) throw new Error(`the deposit is refused with code ${code}`);
    return found;
  }

  async send(gift: ChainGift): Promise<string> {
    const transaction = await this.#parts.chain.send(gift);
    await this.#look();
    return transaction;
  }

  /** Looks at once: what was on its way when the last process ended is shown from the beginning. */
  start(): void {
    this.#rounds.start(0);
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Credits everything that can be credited now. */
  async round(): Promise<void> {
    const { name, confirmationsNeeded } = this.#parts.chain.terms;
    await this.#problems.during('', `the chain ${name}`, () => this.#look());
    for (const arrival of this.#arriving) {
      if (this.#rounds.stopped) return;
      if (arrival.confirmations < confirmationsNeeded) continue;
      const { transaction } = arrival;
      if (this.#refused.has(transaction)) continue;
      const title = `deposit ${transaction}`;
      const by = { actor: `chain ${name}`, reason: 'deposit' };
      await this.#problems.during(transaction, title, async () => {
        const code = await this.#credit(arrival, by);
        if (code === 0) return;
        this.#refused.set(transaction, code);
        throw new Error(`it is refused with code ${code}: see deposit list`);
      });
    }
  }

  async #look(): Promise<void> {
    this.#arriving = await this.#parts.chain.arrivals();
  }

  /** @returns the code of the core */
  async #credit(
    { transaction, account, from, asset, amount }: Arrival,
    by: { actor: string; reason: string; toClosed?: boolean },
  ): Promise<number> {
    const { chain, commands } = this.#parts;
    const reference = depositReference(chain.terms.name, transaction);
    const coins = { kind: CommandKind.deposit, account, from, asset, amount } as const;
    const { code } = await commands.submit({ ...coins, ...by, reference });
    if (code !== 0) return code;
    await chain.booked(transaction);
    this.#refused.delete(transaction);
    this.#arriving = this.#arriving.filter((one) => one.transaction !== transaction);
    return 0;
  }
}
