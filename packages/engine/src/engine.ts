/**
 * The one writer. Commands that arrive during a few turns of the event loop form a batch: each is
 * stamped, encoded into the journal's buffer and applied from those very bytes; then one write and
 * one fdatasync make all of them durable; then events and answers go out. Nothing leaves before the
 * disk has it, and after a failed sync nothing leaves at all.
 */
import { type Core, PREFETCH_MAX } from '@halcyon/core';
import {
  AccountKind,
  assert,
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  type CommandPort,
  type EngineStatus,
  EngineUnavailable,
  type EventBatch,
  encodeCommand,
  FIRST_JSON_KIND,
  kindOf,
  type LogBatch,
  type Outcome,
  OutcomeUnknown,
  onlyReduces,
  RARE_COMMAND_BYTES_MAX,
} from '@halcyon/domain';
import type { JournalWriter } from '@halcyon/journal';

/** Commands waiting for their turn; beyond it the engine says that it is busy. */
export const QUEUE_MAX = 100_000;
/** Commands in one commit. */
export const BATCH_MAX = 4_096;
/**
 * How long a batch waits for more while every turn of the event loop brings some, ms. About as long as a
 * commit takes, which holds up everything: see docs/decisions/0028.
 */
const GATHER_MS = 0.25;
/** Commands between two checkpoints of the rolling hash. */
export const CHECKPOINT_EVERY = 10_000;

/** What the engine needs from outside the deterministic part. */
export interface EngineOptions {
  readonly core: Core;
  readonly writer: JournalWriter;
  /** Unix ms. May go back: the engine never does. */
  readonly now: () => number;
  /** Called once when the engine has failed for good. */
  readonly onFailure: (error: Error) => void;
}

/** Figures for the operator. */
export interface EngineMetrics {
  commits: number;
  commands: number;
  rejects: number;
  /** Duration of the last commit (write and fdatasync), ms. */
  commitMs: number;
}

interface Waiting {
  readonly command: CommandInput;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  outcome: Outcome | null;
}

/** What a disk that is almost full still takes: what makes risks smaller, and what liquidates. */
const REDUCING: ReadonlySet<number> = new Set([
  CommandKind.cancel,
  CommandKind.cancelAll,
  CommandKind.cancelPlan,
  CommandKind.cancelAllPlans,
  CommandKind.tick,
  CommandKind.prices,
  CommandKind.repay,
  CommandKind.flashRepay,
]);

function reducesRisk(command: CommandInput): boolean {
  if (command.kind !== CommandKind.place) return REDUCING.has(command.kind);
  // The options of a margin account's order say what it borrows.
  if (kindOf(command.account) !== AccountKind.usdtFutures) return false;
  return onlyReduces(command.side, command.options ?? 0);
}

export class Engine implements CommandPort {
  readonly metrics: EngineMetrics = { commits: 0, commands: 0, rejects: 0, commitMs: 0 };
  /** Called with the duration of each commit in ms. */
  onCommitTime: ((ms: number) => void) | null = null;
  private readonly core: Core;
  private readonly writer: JournalWriter;
  private readonly now: () => number;
  private readonly onFailure: (error: Error) => void;
  private readonly decoder = new CommandDecoder();
  private readonly listeners = new Set<(batch: EventBatch) => void>();
  private readonly rowListeners = new Set<(batch: LogBatch) => void>();
  private queue: Waiting[] = [];
  private scheduled = false;
  /** Commands that waited a turn ago, while more are awaited. */
  private gathered = 0;
  private gatheringSince = 0;
  /** Whether a tick was asked for and has not come. */
  private ticking = false;
  private failed = false;
  private stopping = false;
  private lastCheckpoint: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: EngineOptions) {
    this.core = options.core;
    this.writer = options.writer;
    this.now = options.now;
    this.onFailure = options.onFailure;
    this.lastCheckpoint = this.core.state.seq;
    assert(
      this.writer.nextSeq === this.core.state.seq + 1,
      `the journal goes on at ${this.writer.nextSeq}, the state at ${this.core.state.seq + 1}`,
    );
  }

  /** Starts housekeeping: countdowns that are due, the journal's reserve. */
  start(): void {
    this.timer = setInterval(() => this.housekeep(), 50);
  }

  get status(): EngineStatus {
    if (this.failed) return 'failed';
    if (this.stopping) return 'stopping';
    return this.writer.space === 'ok' ? 'running' : 'cancels-only';
  }

  get seq(): number {
    return this.writer.committedSeq;
  }

  /** Rolling hash of everything committed; pairs with `seq`. */
  get chain(): number {
    return this.core.state.log.chain;
  }

  /** Commands waiting. */
  get queued(): number {
    return this.queue.length;
  }

  submit(command: CommandInput): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const refusal = this.refusal(command);
      if (refusal !== null) reject(new EngineUnavailable(refusal));
      else this.enqueue({ command, resolve, reject, outcome: null });
    });
  }

  submitAll(commands: readonly CommandInput[]): Promise<Outcome[]> {
    return Promise.all(commands.map((command) => this.submit(command)));
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called after every commit, before the others, with rows that are valid during the call. */
  onRows(listener: (batch: LogBatch) => void): void {
    this.rowListeners.add(listener);
  }

  /** Takes no more commands, commits what waits and ends. The journal is closed by its owner. */
  stop(): void {
    this.stopping = true;
    clearInterval(this.timer);
    while (this.queue.length > 0 && !this.failed) this.flush();
  }

  private refusal(command: CommandInput): string | null {
    if (this.failed) return 'the engine has stopped after a failure';
    if (this.stopping) return 'the exchange is stopping';
    if (this.queue.length >= QUEUE_MAX) return `the engine is busy: ${QUEUE_MAX} commands wait`;
    const { space } = this.writer;
    if (space === 'full') return 'the disk is full';
    if (space === 'reserve' && !reducesRisk(command)) {
      return 'the disk is almost full: cancels and reductions only';
    }
    return null;
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting);
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (!this.gathers()) this.flush();
      if (this.queue.length > 0) this.schedule();
    });
  }

  /** Whether the batch waits another turn. */
  private gathers(): boolean {
    const { length } = this.queue;
    const now = performance.now();
    if (this.gathered === 0) this.gatheringSince = now;
    const inTime = now - this.gatheringSince < GATHER_MS;
    const waits = length > this.gathered && length < BATCH_MAX && inTime;
    this.gathered = waits ? length : 0;
    return waits;
  }

  private flush(): void {
    if (this.failed || this.queue.length === 0) return;
    const batch = this.nextBatch();
    const firstSeq = this.core.state.seq + 1;
    try {
      this.checkpoint();
      this.putBack(batch, this.stepAll(batch));
    } catch (error) {
      this.fail(error, batch, (cause) => new EngineUnavailable('the engine halted', { cause }));
      return;
    }
    try {
      this.commit();
    } catch (error) {
      this.fail(
        error,
        batch,
        (cause) =>
          new OutcomeUnknown('the journal failed while the command was in flight', { cause }),
      );
      return;
    }
    this.publish(firstSeq);
    for (const waiting of batch) {
      if (waiting.outcome !== null) waiting.resolve(waiting.outcome);
    }
    this.tickIfDue();
  }

  /** What is committed next: what a command has left of liquidations comes before all that waits. */
  private nextBatch(): Waiting[] {
    const { queue } = this;
    if (this.core.unfinished && this.writer.space !== 'full') {
      if (queue[0]!.command.kind === CommandKind.tick) return queue.splice(0, 1);
      const command = { kind: CommandKind.tick } as const;
      return [{ command, resolve: () => {}, reject: () => {}, outcome: null }];
    }
    this.queue = queue.slice(BATCH_MAX);
    return queue.length > BATCH_MAX ? queue.slice(0, BATCH_MAX) : queue;
  }

  /** Applies a batch up to a command that leaves liquidations behind. @returns how many were applied */
  private stepAll(batch: readonly Waiting[]): number {
    const ahead = this.core.prefetchPays;
    const commands = ahead ? batch.map((waiting) => waiting.command as Command) : [];
    const kinds = commands.map((command) => command.kind);
    for (let i = 0; i < batch.length; i++) {
      if (ahead && i % PREFETCH_MAX === 0) this.core.prefetch(commands, kinds, i);
      this.step(batch[i]!);
      if (this.core.unfinished) return i + 1;
    }
    return batch.length;
  }

  /** What was not applied waits again, before all that came later. */
  private putBack(batch: Waiting[], applied: number): void {
    if (applied === batch.length) return;
    this.queue = [...batch.splice(applied), ...this.queue];
  }

  /** Encodes, stamps and applies one command. A command that cannot be encoded is refused alone. */
  private step(waiting: Waiting): void {
    const { state } = this.core;
    const stamped = waiting.command as Command;
    stamped.seq = state.seq + 1;
    stamped.time = Math.max(state.time, this.now());
    const at = this.writer.claim(
      stamped.kind < FIRST_JSON_KIND ? COMMAND_BYTES_MAX : RARE_COMMAND_BYTES_MAX,
    );
    let length: number;
    try {
      length = encodeCommand(stamped, this.writer.batchBytes, at);
    } catch (error) {
      waiting.reject(new EngineUnavailable('the command cannot be stored', { cause: error }));
      return;
    }
    this.writer.finish(stamped.seq, length);
    const decoded = this.decoder.decode(this.writer.batchBytes, at, length);
    const outcome = this.core.apply(decoded, this.decoder.kind);
    this.metrics.commands += 1;
    if (outcome.code !== 0) this.metrics.rejects += 1;
    const { seq, time, code, limit, value, id, otherId } = outcome;
    waiting.outcome = { seq, time, code, limit, value, id, otherId };
  }

  private checkpoint(): void {
    if (this.core.state.seq - this.lastCheckpoint < CHECKPOINT_EVERY) return;
    this.lastCheckpoint = this.core.state.seq;
    const command = { kind: CommandKind.checkpoint, chain: this.chain } as const;
    this.step({ command, resolve: () => {}, reject: () => {}, outcome: null });
  }

  private commit(): void {
    const from = performance.now();
    this.writer.commit();
    this.metrics.commitMs = performance.now() - from;
    this.metrics.commits += 1;
    this.onCommitTime?.(this.metrics.commitMs);
  }

  private publish(firstSeq: number): void {
    const { log, seq, time } = this.core.state;
    for (const listener of this.rowListeners) listener({ firstSeq, lastSeq: seq, time, log });
    const batch: EventBatch = { firstSeq, lastSeq: seq, time, events: log.decode() };
    log.reset();
    for (const listener of this.listeners) listener(batch);
  }

  private fail(
    error: unknown,
    batch: readonly Waiting[],
    explain: (cause: unknown) => Error,
  ): void {
    this.failed = true;
    clearInterval(this.timer);
    for (const waiting of batch) waiting.reject(explain(error));
    for (const waiting of this.queue) {
      waiting.reject(new EngineUnavailable('the engine has stopped after a failure'));
    }
    this.queue = [];
    this.onFailure(error instanceof Error ? error : new Error(String(error)));
  }

  /**
   * Asks for a tick where time alone has made something due. What one command left of liquidations and
   * fundings is due at once: a tick follows each commit until nothing is left.
   */
  private tickIfDue(): void {
    if (this.timer === undefined || this.ticking || this.core.deadline > this.now()) return;
    const command = { kind: CommandKind.tick } as const;
    if (this.refusal(command) !== null) return;
    this.ticking = true;
    const ended = (): void => {
      this.ticking = false;
    };
    this.enqueue({ command, resolve: ended, reject: ended, outcome: null });
  }

  private housekeep(): void {
    if (this.failed) return;
    this.tickIfDue();
    try {
      this.writer.maintain(performance.now());
    } catch (error) {
      this.fail(error, [], () => new EngineUnavailable('the journal failed'));
    }
  }
}
