/** The way of deposits over a chain: looked at in rounds, credited once they have their confirmations. */
import {
  type Arrival,
  type ArrivalPort,
  type ChainGift,
  CommandKind,
  type CommandPort,
  depositReference,
} from '@halcyon/domain';
import type { WayIn } from './chain.ts';
import { Problems, Rounds } from './rounds.ts';

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
 * reference is the same deposit (INV-19): however often a round is cut short, money comes once.
 */
export class DepositRunner implements ArrivalPort {
  readonly #parts: DepositParts;
  readonly #rounds = new Rounds(() => this.round(), ROUND_MS);
  readonly #problems: Problems<string>;
  #arriving: readonly Arrival[] = [];

  constructor(parts: DepositParts) {
    this.#parts = parts;
    this.#problems = new Problems(parts.onProblem);
  }

  arriving(): readonly Arrival[] {
    return this.#arriving;
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
      const name = `deposit ${transaction}`;
      await this.#problems.during(transaction, name, () => this.#credit(arrival));
    }
  }

  async #look(): Promise<void> {
    this.#arriving = await this.#parts.chain.arrivals();
  }

  async #credit({ transaction, account, from, asset, amount }: Arrival): Promise<void> {
    const { chain, commands } = this.#parts;
    const { name } = chain.terms;
    const { code } = await commands.submit({
      ...{ kind: CommandKind.deposit, account, from, asset, amount },
      ...{
        actor: `chain ${name}`,
        reason: 'deposit',
        reference: depositReference(name, transaction),
      },
    });
    if (code !== 0) throw new Error(`it is refused with code ${code}`);
    await chain.booked(transaction);
    this.#arriving = this.#arriving.filter((one) => one.transaction !== transaction);
  }
}
