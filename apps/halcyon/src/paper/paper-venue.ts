/**
 * The paper venue as the main thread sees it: a way in for commands, the views, the history. Its
 * engine works in a thread of its own. Whatever goes wrong with it closes this venue and nothing else.
 *
 * A venue that was open has its thread started again, after pauses that grow, and goes on from its
 * journal, and the views here with it. It stays closed until the next start of the exchange where it
 * could not be opened at this one (what its folder is held against is live as it was then), where its
 * journal turns out to be damaged, and where the views here are no longer what the journal says.
 */
import { Worker } from 'node:worker_threads';
import { UserOwners } from '@halcyon/core';
import {
  type CommandInput,
  type CommandPort,
  type EngineStatus,
  EngineUnavailable,
  type Event,
  type EventBatch,
  EventKind,
  type EventRows,
  type EventWalker,
  engineReport,
  type Outcome,
  OutcomeUnknown,
  type PartReport,
  readRows,
} from '@halcyon/domain';
import type { PaperCondition } from '@halcyon/gateway';

import { type HistoryApi, RecordsError, type RecordsFailure } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { sealMessages } from '../exchange/snapshotter.ts';
import { VenueSeals } from '../exchange/venue-seals.ts';
import { ViewsReader } from '../exchange/views-reader.ts';
import type { FromPaper, PaperCall, PaperSetup, PaperState, ToPaper } from './messages.ts';

/** Commands that may be under way; beyond it the venue says that it is busy. */
const IN_FLIGHT_MAX = 5_000;
const RESTART_FIRST_MS = 250;
const RESTART_MAX_MS = 60_000;
/** A thread that lasted so long gets its first, short pause again, ms. */
const STEADY_MS = 60_000;
/** A thread that says nothing for so long hangs, ms; it speaks each second. */
const SILENCE_MS = 10_000;
/** A thread that does not end by then is ended, ms. */
const STOP_MS = 6_000;

/** Names of errors that come again whenever the journal is read, as they arrive from a thread. */
const LASTING = new Set<string>(['JournalDamageError', 'JournalVersionError', 'InvariantError']);
const CLOSED = 'paper trading is closed because of a fault';
const STAYS_CLOSED = 'it stays closed until the next start';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** What the operator is told. */
export interface PaperLog {
  info(facts: object, message: string): void;
  warn(message: string): void;
}

/** How the venue and its records are, for whoever watches over the exchange. */
export interface PaperHealth {
  readonly paper: PartReport;
  readonly records: PartReport;
  /** Of what it follows. */
  readonly source: PartReport;
}

/** See the head of the file. */
export class PaperVenue implements CommandPort {
  readonly reader: ViewsReader;
  readonly people = new UserOwners();
  readonly history: HistoryApi;
  readonly seals: VenueSeals;
  /** Told of the views once they hold what was there. */
  onViews: (views: Views) => void = () => {};
  private readonly setup: Omit<PaperSetup, 'viewsSeq'>;
  private readonly log: PaperLog;
  private readonly listeners = new Set<(batch: EventBatch) => void>();
  private readonly commands = new Map<number, Waiting>();
  private readonly calls = new Map<number, Waiting>();
  private queue: { readonly ids: number[]; readonly commands: CommandInput[] } | null = null;
  private worker: Worker | null = null;
  private state: PaperState | null = null;
  private nextId = 1;
  /** Pause before its thread was last started again; 0 = it never was. */
  private pauseMs = 0;
  private closing = false;
  private stage: PaperCondition = 'starting';
  /** Whether it was open since the exchange started. */
  private opened = false;
  private openedAt = 0;
  private heardAt = 0;
  /** What the thread said before it ended. */
  private trouble = '';
  /** Whether that will not pass by itself. */
  private lasting = false;
  /** Why the venue is closed. */
  private failure: Error | null = null;
  private readonly wakes = new Set<() => void>();
  private readonly closeListeners = new Set<() => void>();

  /** @param prepare makes and checks its files; what it throws closes the venue */
  constructor(setup: Omit<PaperSetup, 'viewsSeq'>, prepare: () => void, log: PaperLog) {
    this.setup = setup;
    this.log = log;
    // A venue that is closed meanwhile seals when it is open again.
    const want = () => void this.call('seal', '', undefined, undefined).catch(() => undefined);
    this.seals = new VenueSeals(setup.layout, want);
    let reader: ViewsReader | null = null;
    try {
      prepare();
      reader = new ViewsReader(setup.layout.history);
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.reader = reader ?? new ViewsReader('');
    this.history = new Proxy({} as HistoryApi, {
      get: (_target, method) =>
        typeof method !== 'string' || method === 'then'
          ? undefined
          : (input: unknown, wait: unknown) => this.call('history', method, input, wait),
    });
    if (reader === null) this.fault();
    else this.launch();
  }

  get views(): Views {
    return this.reader.views;
  }

  get condition(): PaperCondition {
    return this.stage;
  }

  get status(): EngineStatus {
    if (this.closing) return 'stopping';
    return this.worker === null || this.state === null ? 'failed' : this.state.status;
  }

  /** How the venue, its records and what it follows are. */
  health(): PaperHealth {
    const { state, stage } = this;
    if (stage === 'starting') return all('starting', '');
    if (stage === 'fault' || state === null) {
      return all('down', `${CLOSED}: ${this.retries ? 'it is opened again' : STAYS_CLOSED}`);
    }
    const silent = performance.now() - this.heardAt > SILENCE_MS;
    if (silent) return all('degraded', 'its thread does not answer');
    const { records, source } = state;
    return { paper: engineReport(state.status), records, source };
  }

  get seq(): number {
    return this.views.seq;
  }

  /** How it stands; null before it is ready. */
  get progress(): PaperState | null {
    return this.state;
  }

  /** Called when a fault has closed it. Returns the way to unsubscribe. */
  onClosed(listener: () => void): () => void {
    this.closeListeners.add(listener);
    return () => this.closeListeners.delete(listener);
  }

  /** Users with their owners; none while it is closed. */
  owned(): Iterable<readonly [owner: number, user: number]> {
    return this.stage === 'open' ? this.people.owned() : [];
  }

  /** Resolves once it is open. @throws why it is closed */
  async whenReady(): Promise<void> {
    while (this.stage !== 'open') {
      if (this.closing) throw new EngineUnavailable('the exchange is stopping');
      if (this.failure !== null) throw this.failure;
      await new Promise<void>((resolve) => this.wakes.add(resolve));
    }
  }

  /** Candles and 24 h windows go on without trades. */
  advanceTo(time: number): void {
    if (this.stage === 'open') this.guarded(() => this.views.advanceTo(time));
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
    if (this.stage === 'fault') return CLOSED;
    if (this.stage === 'starting') return 'paper trading is starting';
    if (this.commands.size >= IN_FLIGHT_MAX) return 'paper trading is busy';
    return null;
  }

  private flush(): void {
    const { queue } = this;
    this.queue = null;
    if (queue === null) return;
    if (this.worker === null) {
      for (const id of queue.ids) this.fail(id, new EngineUnavailable(CLOSED));
    } else this.post({ kind: 'commands', ...queue });
  }

  private call(
    target: PaperCall['target'],
    method: string,
    input: unknown,
    wait: unknown,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.stage !== 'open') {
        reject(new RecordsError('unavailable', 'paper trading is not open'));
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
    let worker: Worker;
    try {
      worker = new Worker(new URL('./paper-worker.ts', import.meta.url), {
        workerData: { ...this.setup, viewsSeq } satisfies PaperSetup,
        execArgv: [],
        name: 'paper',
      });
    } catch (error) {
      this.trouble = messageOf(error);
      this.fault();
      return;
    }
    this.worker = worker;
    this.trouble = '';
    worker.on('message', (message: FromPaper) => {
      this.heardAt = performance.now();
      this.guarded(() => this.receive(message));
    });
    worker.on('error', (error: unknown) => {
      this.trouble = messageOf(error);
      this.lasting ||= error instanceof Error && LASTING.has(error.name);
      this.log.warn(`paper: ${error instanceof Error ? error.stack : String(error)}`);
    });
    worker.on('exit', () => this.ended());
  }

  private ended(): void {
    this.worker = null;
    this.state = null;
    this.flush();
    for (const id of [...this.commands.keys()]) {
      this.fail(id, new OutcomeUnknown('the paper venue ended while the command was in flight'));
    }
    const gone = new RecordsError('unavailable', 'the paper venue ended');
    for (const { reject } of this.calls.values()) reject(gone);
    this.calls.clear();
    if (!this.closing) this.fault();
  }

  /** Closes the venue; where that can help its thread is started again later. */
  private fault(): void {
    const wasOpen = this.stage === 'open';
    const why = this.trouble || 'its thread ended';
    const without = 'HALCYON_PAPER=off starts without it';
    const said = this.opened
      ? `${CLOSED}: ${why}`
      : `paper trading cannot be opened: ${why} (${without})`;
    this.stage = 'fault';
    this.failure = new Error(said);
    if (this.retries) this.launchLater(wasOpen);
    this.log.warn(`${said}; ${this.retries ? `opened again in ${this.pauseMs} ms` : STAYS_CLOSED}`);
    this.wake();
    if (wasOpen) for (const listener of this.closeListeners) listener();
  }

  /** Whether it is opened again by itself: see the head of the file. */
  private get retries(): boolean {
    return this.opened && !this.lasting;
  }

  private launchLater(wasOpen: boolean): void {
    const lasted = wasOpen && performance.now() - this.openedAt > STEADY_MS;
    const grown = Math.min(this.pauseMs * 2, RESTART_MAX_MS);
    this.pauseMs = lasted || this.pauseMs === 0 ? RESTART_FIRST_MS : grown;
    setTimeout(() => {
      if (!this.closing) this.launch();
    }, this.pauseMs).unref();
  }

  private fail(id: number, error: Error): void {
    const waiting = this.commands.get(id);
    this.commands.delete(id);
    waiting?.reject(error);
  }

  /** Work on what is shown here; after a fault in it nobody may read that any more. */
  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.warn(`paper: ${error instanceof Error ? error.stack : String(error)}`);
      this.end(messageOf(error), true);
    }
  }

  private receive(message: FromPaper): void {
    switch (message.kind) {
      case 'state':
        this.state = message.state;
        return;
      case 'committed':
        this.committed(message);
        return;
      case 'ready':
        this.begin(message);
        return;
      case 'missed':
        this.take(message.rows);
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
        for (const told of sealMessages(message.report)) this.log.warn(`paper: ${told}`);
        return;
      default:
        this.log.warn(`paper: ${message.message}`);
        if (message.fatal) this.end(message.message, false);
    }
  }

  /** Ends a thread that cannot go on. */
  private end(trouble: string, lasting: boolean): void {
    this.trouble = trouble;
    this.lasting ||= lasting;
    this.worker?.removeAllListeners('message');
    void this.worker?.terminate();
  }

  private begin({ views, people, state, recovered }: Extract<FromPaper, { kind: 'ready' }>): void {
    if (views !== null) {
      this.views.restore(views);
      for (const [owner, user] of people) this.people.set(owner, user);
      this.onViews(this.views);
    }
    this.state = state;
    this.stage = 'open';
    this.opened = true;
    this.openedAt = performance.now();
    this.failure = null;
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
  private take({ firstSeq, lastSeq, time, count, memory }: EventRows): void {
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

function all(state: PartReport['state'], detail: string): PaperHealth {
  const report = { state, detail };
  return { paper: report, records: report, source: report };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
