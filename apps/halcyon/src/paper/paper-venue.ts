/**
 * The paper venue as the main thread sees it: a way in for commands, the views, the history. Its
 * engine works in a thread of its own; when that ends by itself it is started again and goes on from
 * its journal, and the views here with it. A venue that cannot even be opened stays shut: what is
 * wrong with its folder would be as wrong the next time, and `whenReady` says what it is.
 */
import { Worker } from 'node:worker_threads';
import { People } from '@halcyon/core';
import {
  type CommandInput,
  type CommandPort,
  type EngineStatus,
  EngineUnavailable,
  type Event,
  type EventBatch,
  EventKind,
  type EventWalker,
  type Outcome,
  OutcomeUnknown,
  readRows,
} from '@halcyon/domain';
import { type HistoryApi, RecordsError, type RecordsFailure } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { ViewsReader } from '../exchange/views-reader.ts';
import type {
  FromPaper,
  PaperCall,
  PaperRows,
  PaperSetup,
  PaperState,
  ToPaper,
} from './messages.ts';

/** Commands that may be under way; beyond it the venue says that it is busy. */
const IN_FLIGHT_MAX = 5_000;
const RESTART_FIRST_MS = 250;
const RESTART_MAX_MS = 30_000;
/** A thread that does not end by then is ended, ms. */
const STOP_MS = 6_000;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** What the operator is told. */
export interface PaperLog {
  info(facts: object, message: string): void;
  warn(message: string): void;
}

/** See the head of the file. */
export class PaperVenue implements CommandPort {
  readonly reader: ViewsReader;
  readonly people = new People();
  readonly history: HistoryApi;
  private readonly setup: Omit<PaperSetup, 'viewsSeq'>;
  private readonly log: PaperLog;
  private readonly listeners = new Set<(batch: EventBatch) => void>();
  private readonly commands = new Map<number, Waiting>();
  private readonly calls = new Map<number, Waiting>();
  private queue: { readonly ids: number[]; readonly commands: CommandInput[] } | null = null;
  private worker: Worker | null = null;
  private state: PaperState | null = null;
  private nextId = 1;
  private pauseMs = RESTART_FIRST_MS;
  private closing = false;
  private opened = false;
  /** What the thread said before it ended. */
  private trouble = '';
  /** Why the venue stays shut. */
  private failure: Error | null = null;
  private readonly wakes = new Set<() => void>();

  constructor(setup: Omit<PaperSetup, 'viewsSeq'>, log: PaperLog) {
    this.setup = setup;
    this.log = log;
    this.reader = new ViewsReader(setup.layout.history);
    this.history = new Proxy({} as HistoryApi, {
      get: (_target, method) =>
        typeof method !== 'string' || method === 'then'
          ? undefined
          : (input: unknown, wait: unknown) => this.call('history', method, input, wait),
    });
    this.launch();
  }

  get views(): Views {
    return this.reader.views;
  }

  /** Whether it has been brought up to where live is; it stays so when its thread starts again. */
  get ready(): boolean {
    return this.opened;
  }

  get status(): EngineStatus {
    if (this.closing) return 'stopping';
    return this.worker === null || this.state === null ? 'failed' : this.state.status;
  }

  get seq(): number {
    return this.views.seq;
  }

  /** How it stands; null before it is ready. */
  get progress(): PaperState | null {
    return this.state;
  }

  /** Resolves once it is ready. @throws why it cannot be opened */
  async whenReady(): Promise<void> {
    while (!this.opened) {
      if (this.closing) throw new EngineUnavailable('the exchange is stopping');
      if (this.failure !== null) throw this.failure;
      await new Promise<void>((resolve) => this.wakes.add(resolve));
    }
  }

  submit(command: CommandInput): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const refusal = this.refusal();
      if (refusal !== null) {
        reject(new EngineUnavailable(refusal));
        return;
      }
      const id = this.nextId++;
      this.commands.set(id, { resolve, reject });
      if (this.queue === null) {
        this.queue = { ids: [], commands: [] };
        setImmediate(() => this.flush());
      }
      this.queue.ids.push(id);
      this.queue.commands.push(command);
    });
  }

  submitAll(commands: readonly CommandInput[]): Promise<Outcome[]> {
    return Promise.all(commands.map((command) => this.submit(command)));
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Brings what a backup copies up to date. */
  async prepareCopy(): Promise<void> {
    await this.whenReady();
    await this.call('backup', '', undefined, undefined);
  }

  /** Asks about the market that it follows, or changes it: a method of FlowRunner. */
  async flow(method: string, input: object): Promise<unknown> {
    await this.whenReady();
    return this.call('flow', method, input, undefined);
  }

  /** Commits what waits and ends the thread. */
  async close(): Promise<void> {
    this.closing = true;
    this.wake();
    const { worker } = this;
    if (worker === null) return;
    this.flush();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.post({ kind: 'stop' });
    const late = setTimeout(() => void worker.terminate(), STOP_MS);
    await ended;
    clearTimeout(late);
  }

  private refusal(): string | null {
    if (this.closing) return 'the exchange is stopping';
    if (!this.opened || this.worker === null) return 'paper trading is starting';
    if (this.commands.size >= IN_FLIGHT_MAX) return 'paper trading is busy';
    return null;
  }

  private flush(): void {
    const { queue } = this;
    this.queue = null;
    if (queue === null) return;
    if (this.worker === null) {
      for (const id of queue.ids) this.fail(id, new EngineUnavailable('paper trading is starting'));
    } else this.post({ kind: 'commands', ...queue });
  }

  private call(
    target: PaperCall['target'],
    method: string,
    input: unknown,
    wait: unknown,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.worker === null || !this.opened) {
        reject(new RecordsError('unavailable', 'paper trading is starting'));
        return;
      }
      const id = this.nextId++;
      this.calls.set(id, { resolve, reject });
      this.post({ kind: 'call', id, target, method, input, wait });
    });
  }

  private post(message: ToPaper): void {
    this.worker?.postMessage(message);
  }

  private launch(): void {
    const viewsSeq = this.opened ? this.views.seq : null;
    const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), {
      workerData: { ...this.setup, viewsSeq } satisfies PaperSetup,
      execArgv: [],
      name: 'paper',
    });
    this.worker = worker;
    worker.on('message', (message: FromPaper) => this.receive(message));
    worker.on('error', (error: unknown) => {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.log.warn(`paper: ${error instanceof Error ? error.stack : String(error)}`);
    });
    worker.on('exit', () => this.ended());
  }

  private ended(): void {
    this.worker = null;
    this.state = null;
    for (const id of [...this.commands.keys()]) {
      this.fail(id, new OutcomeUnknown('the paper venue ended while the command was in flight'));
    }
    const gone = new RecordsError('unavailable', 'the paper venue ended');
    for (const { reject } of this.calls.values()) reject(gone);
    this.calls.clear();
    if (this.closing) return;
    if (!this.opened) {
      const why = this.trouble || 'its thread ended';
      this.failure = new Error(
        `paper trading cannot be opened: ${why} (HALCYON_PAPER=off starts without it)`,
      );
      this.wake();
      return;
    }
    this.log.warn(`paper: the thread ended, starting it again in ${this.pauseMs} ms`);
    setTimeout(() => {
      if (!this.closing) this.launch();
    }, this.pauseMs).unref();
    this.pauseMs = Math.min(this.pauseMs * 2, RESTART_MAX_MS);
  }

  private fail(id: number, error: Error): void {
    const waiting = this.commands.get(id);
    this.commands.delete(id);
    waiting?.reject(error);
  }

  private receive(message: FromPaper): void {
    switch (message.kind) {
      case 'committed':
        this.committed(message);
        return;
      case 'ready':
        this.begin(message);
        return;
      case 'missed':
        this.views.apply(message.batch);
        this.learn(message.batch.events);
        this.tell(message.batch);
        return;
      case 'result':
        this.settle(message.id)?.resolve(message.value as never);
        return;
      case 'failure': {
        const failure = message.failure as RecordsFailure;
        this.settle(message.id)?.reject(RecordsError.fromFailure(failure));
        return;
      }
      case 'snapshot':
        this.log.info(message.report, 'paper snapshot');
        return;
      default:
        this.log.warn(`paper: ${message.message}`);
        if (message.fatal) this.trouble = message.message;
        if (message.fatal) void this.worker?.terminate();
    }
  }

  private begin({ views, people, state, recovered }: Extract<FromPaper, { kind: 'ready' }>): void {
    if (views !== null) {
      this.views.restore(views);
      for (const [owner, user] of people) this.people.set(owner, user);
    }
    this.state = state;
    this.opened = true;
    this.pauseMs = RESTART_FIRST_MS;
    const { snapshotSeq, commands, tornBytes } = recovered;
    const facts = { seq: state.seq, snapshotSeq, replayed: commands, tornBytes };
    this.log.info({ ...facts, liveSeq: state.liveSeq }, 'paper trading is open');
    this.wake();
  }

  private committed(message: Extract<FromPaper, { kind: 'committed' }>): void {
    const { rows, ids, outcomes, failures, state } = message;
    for (const batch of rows) this.take(batch);
    this.state = state;
    if (rows.length > 0) this.post({ kind: 'taken', count: 1 });
    for (const [i, id] of ids.entries()) {
      const waiting = this.commands.get(id);
      this.commands.delete(id);
      waiting?.resolve(outcomes[i] as never);
    }
    for (const { id, unknown, message: text } of failures) {
      this.fail(id, unknown ? new OutcomeUnknown(text) : new EngineUnavailable(text));
    }
  }

  /** The views first, then whoever listens; events become objects only when somebody reads them. */
  private take({ firstSeq, lastSeq, time, count, memory }: PaperRows): void {
    const log = { walk: (walker: EventWalker) => walker.walk(memory) };
    this.views.replay({ firstSeq, lastSeq, time, log });
    this.learn(memory.objects);
    let events: readonly Event[] | null = null;
    this.tell({
      firstSeq,
      lastSeq,
      time,
      get events() {
        events ??= readRows(memory, count);
        return events;
      },
    });
  }

  private learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== EventKind.userOpened || event.owner === undefined) continue;
      this.people.set(event.owner, event.user);
    }
  }

  private tell(batch: EventBatch): void {
    for (const listener of this.listeners) listener(batch);
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.calls.get(id);
    this.calls.delete(id);
    return waiting;
  }

  private wake(): void {
    for (const wake of this.wakes) wake();
    this.wakes.clear();
  }
}
