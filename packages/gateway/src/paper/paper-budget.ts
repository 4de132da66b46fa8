/**
 * How many commands paper trading may give in all: it shares the machine with live, which must not feel
 * it. Cancels are never refused.
 */
import { type CommandInput, CommandKind, type CommandPort, type Outcome } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** Commands a second of everybody together, and how many may come at once. */
export const PAPER_COMMANDS_PER_SECOND = 1_000;
const BURST = 1_000;

const CANCELS: ReadonlySet<number> = new Set([
  CommandKind.cancel,
  CommandKind.cancelAll,
  CommandKind.cancelPlan,
  CommandKind.cancelAllPlans,
]);

/** A bucket that fills by the clock. */
export class PaperBudget {
  private readonly now: () => number;
  private left = BURST;
  private at: number;

  /** @param now Unix ms */
  constructor(now: () => number) {
    this.now = now;
    this.at = now();
  }

  /** Why not even one is to be had now; null = one is. */
  get overload(): WireError | null {
    this.fill();
    return this.left < 1 ? this.refusal(1) : null;
  }

  /** @throws WireError rateLimit when that many are not to be had now */
  take(count: number): void {
    this.fill();
    if (this.left < count) throw this.refusal(count);
    this.left -= count;
  }

  private fill(): void {
    const now = this.now();
    const filled = this.left + ((now - this.at) * PAPER_COMMANDS_PER_SECOND) / 1_000;
    this.left = Math.min(BURST, Math.max(this.left, filled));
    this.at = now;
  }

  private refusal(count: number): WireError {
    const missing = count - this.left;
    const wait = Math.ceil((missing * 1_000) / PAPER_COMMANDS_PER_SECOND);
    return new WireError('rateLimit', {}, wait);
  }
}

/** The same way in, within the budget. */
export function withinBudget(port: CommandPort, budget: PaperBudget): CommandPort {
  const costOf = (commands: readonly CommandInput[]): number =>
    commands.filter(({ kind }) => !CANCELS.has(kind)).length;
  return {
    get status() {
      return port.status;
    },
    get seq() {
      return port.seq;
    },
    async submit(command): Promise<Outcome> {
      budget.take(costOf([command]));
      return port.submit(command);
    },
    async submitAll(commands): Promise<Outcome[]> {
      budget.take(costOf(commands));
      return port.submitAll(commands);
    },
    onCommit: (listener) => port.onCommit(listener),
  };
}
