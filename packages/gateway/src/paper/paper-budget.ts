/**
 * How many commands paper trading may give in all: it shares the machine with live, which must not feel
 * it. Cancels are never refused.
 */
import { type CommandInput, CommandKind, type CommandPort, type Outcome } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** Commands a second of everybody together, and as many at once, while the thread has time. */
export const PAPER_COMMANDS_PER_SECOND = 1_000;
/** While it has none; live comes first. */
export const PAPER_COMMANDS_MIN = 100;
/** The thread has none when it comes this late to what is due, ms. */
const LATE_MS = 8;
const LOOK_MS = 50;
/** A second after the thread has time again, paper has its full share. */
const RECOVERY = PAPER_COMMANDS_PER_SECOND / 20;

const CANCELS: ReadonlySet<number> = new Set([
  CommandKind.cancel,
  CommandKind.cancelAll,
  CommandKind.cancelPlan,
  CommandKind.cancelAllPlans,
  CommandKind.cancelParent,
]);

/** A bucket that fills by the clock. */
export class PaperBudget {
  private readonly now: () => number;
  private rate = PAPER_COMMANDS_PER_SECOND;
  private left = PAPER_COMMANDS_PER_SECOND;
  private at: number;

  /** @param now Unix ms */
  constructor(now: () => number) {
    this.now = now;
    this.at = now();
  }

  /** Shares the thread: less while it is late, more again when it is not. */
  observe(lateMs: number): void {
    this.fill();
    this.rate =
      lateMs > LATE_MS
        ? Math.max(PAPER_COMMANDS_MIN, this.rate / 2)
        : Math.min(PAPER_COMMANDS_PER_SECOND, this.rate + RECOVERY);
  }

  /** Looks at how late the thread is, until the returned function is called. */
  watch(): () => void {
    let due = performance.now() + LOOK_MS;
    const timer = setInterval(() => {
      const now = performance.now();
      this.observe(now - due);
      due = now + LOOK_MS;
    }, LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
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
    const filled = this.left + ((now - this.at) * this.rate) / 1_000;
    this.left = Math.min(this.rate, Math.max(this.left, filled));
    this.at = now;
  }

  private refusal(count: number): WireError {
    const missing = count - this.left;
    const wait = Math.ceil((missing * 1_000) / this.rate);
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
