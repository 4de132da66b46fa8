/** The real core behind a command port, in memory: what is acknowledged is applied, nothing is stored. */
import { setTimeout as wait } from 'node:timers/promises';
import { Core } from '@halcyon/core';
import type {
  Command,
  CommandInput,
  CommandPort,
  EngineStatus,
  EventBatch,
  Outcome,
} from '@halcyon/domain';

/** See the head of the file. */
export class MemoryEngine implements CommandPort {
  status: EngineStatus = 'running';
  readonly core = new Core();
  readonly submitted: CommandInput[] = [];
  /** Throws instead of applying, for tests of faults. */
  fault: Error | null = null;
  /** Ms after which it applies, for it may be busy; 0 = at once. */
  delayMs: () => number = () => 0;
  readonly #clock: () => number;
  readonly #listeners = new Set<(batch: EventBatch) => void>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get seq(): number {
    return this.core.state.seq;
  }

  /** Applies at once. */
  apply(input: CommandInput): Outcome {
    const { state } = this.core;
    const seq = state.seq + 1;
    const time = Math.max(state.time, this.#clock());
    const outcome = { ...this.core.apply({ ...input, seq, time } as Command) };
    const batch: EventBatch = { firstSeq: seq, lastSeq: seq, time, events: state.log.decode() };
    state.log.reset();
    for (const listener of this.#listeners) listener(batch);
    return outcome;
  }

  async submit(command: CommandInput): Promise<Outcome> {
    this.submitted.push(command);
    if (this.fault !== null) throw this.fault;
    await this.#delay();
    return this.apply(command);
  }

  async submitAll(commands: readonly CommandInput[]): Promise<Outcome[]> {
    this.submitted.push(...commands);
    if (this.fault !== null) throw this.fault;
    await this.#delay();
    return commands.map((command) => this.apply(command));
  }

  async #delay(): Promise<void> {
    const ms = this.delayMs();
    if (ms > 0) await wait(ms);
  }

  /** Others come before what is submitted next is applied. */
  meanwhile(others: () => void): void {
    const { delayMs } = this;
    this.delayMs = () => {
      this.delayMs = delayMs;
      others();
      return delayMs();
    };
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
