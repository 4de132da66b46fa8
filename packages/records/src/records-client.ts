/** The main thread's side of records and identity: no SQL here, only messages to the worker. */
import { Worker } from 'node:worker_threads';
import { type EventRows, PART_OK, type PartReport } from '@halcyon/domain';
import { RecordsError } from './errors.ts';
import type { Chunk, FeedMode, Refill } from './feed/feed.ts';
import { RecordsFeed } from './feed/feed.ts';
import { unpack } from './feed/pack.ts';
import type { NoticesChange } from './identity/context.ts';
import type { HashCost } from './identity/password-hasher.ts';
import { HASH_COST } from './identity/password-hasher.ts';
import type { Dump } from './projection/dump.ts';
import type {
  CallArea,
  FromWorker,
  HistoryApi,
  IdentityApi,
  ToWorker,
  Wait,
  WorkerConfig,
} from './protocol.ts';
import { type DatabasePlace, keyFileOf, placeOf } from './sql/place.ts';
import { RECORDS_NICE } from './thread-priority.ts';

/** How records are set up. */
export interface RecordsOptions extends DatabasePlace {
  /** Schemas on PostgreSQL and names of the files; another venue uses others. */
  readonly recordsName?: string;
  /** null = no identity database: there is one for all venues. */
  readonly identityName?: string | null;
  /** Id of the exchange that they belong to: databases of another one are not opened. */
  readonly exchange?: string | undefined;
  /** Reads events again that the records missed; without it a gap cannot be closed. */
  readonly refill?: Refill | undefined;
  /** One sentence for the log; never a secret. */
  readonly onProblem?: (message: string) => void;
  /** Events that may wait for the worker, default 250,000 (about 40 MB). */
  readonly bufferEventsMax?: number;
  /** Events in a message to the worker, default 2,000. */
  readonly chunkEventsMax?: number;
  /** Longest time an event waits for company, ms, default 20; whoever reads its sequence does not wait. */
  readonly flushMs?: number;
  /** Cost of password hashes; tests make it small. */
  readonly hashCost?: HashCost;
  /** How far the open worker stands back behind other threads, 5 (default) to 19. */
  readonly nice?: number;
}

/** How the records are doing. */
export interface RecordsStatus {
  /** Sequence that all rows contain. */
  readonly reachedSeq: number;
  /** Newest sequence that was pushed. */
  readonly headSeq: number;
  /** How long the oldest batch that is not in the rows has been waiting, ms. */
  readonly lagMs: number;
  readonly mode: FeedMode;
  readonly waitingEvents: number;
  /** Times that events had to be read from the journal again. */
  readonly refills: number;
  /** Times that the worker had to be started again. */
  readonly restarts: number;
  /** Rows that the database refused for good; the table set_aside has them. */
  readonly rowsSetAside: number;
  /** Why the projection stands still for good, '' = it does not. */
  readonly failed: string;
}

/** How the two databases are, for whoever watches over the exchange. */
export interface RecordsHealth {
  readonly records: PartReport;
  readonly identity: PartReport;
}

/** What runs the SQL: a worker thread, but in tests whose thread has nothing else to do. */
export interface RecordsThread {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** Starts one; it says `ready` or `failedToStart`. */
export type StartThread = (config: WorkerConfig) => RecordsThread;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RecordsError) => void;
  readonly timer: NodeJS.Timeout;
}

/** A read waits this long for its sequence unless told otherwise, ms. */
const WAIT_DEFAULT_MS = 2_000;
/** A call that got no answer this long after its wait is given up, ms; argon2 queues up to 6 s. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Calls that may wait for the worker; more are refused at once. */
export const CALLS_WAITING_MAX = 10_000;
/** Calls like rebuild and dump take as long as they take, ms. */
const CONTROL_TIMEOUT_MS = 60 * 60 * 1000;
/** A worker that has not closed its databases by then is ended, ms. */
const CLOSE_MS = 1_500;
/** Rows further behind than this are a fault, ms. */
const LAG_MAX_MS = 2_000;
/** A worker that says nothing for so long hangs, or its database does; it speaks each second. */
const SILENCE_MS = 10_000;
const RESTART_FIRST_MS = 100;
const RESTART_MAX_MS = 5_000;

/** See the head of the file. Made by `RecordsClient.open`. */
export class RecordsClient {
  /** History queries: `history.fills({ account, limit: 100 }, { minSeq })`. */
  readonly history: HistoryApi;
  /** People, sessions, API keys, settings, faucet. */
  readonly identity: IdentityApi;
  readonly #config: WorkerConfig;
  readonly #startThread: StartThread;
  readonly #onProblem: (message: string) => void;
  readonly #feed: RecordsFeed;
  readonly #pending = new Map<number, Pending>();
  readonly #noticeListeners = new Set<(change: NoticesChange) => void>();
  #worker: RecordsThread | null = null;
  /** One that is not ready yet. */
  #starting: RecordsThread | null = null;
  #nextId = 1;
  #reachedSeq = 0;
  #rowsSetAside = 0;
  #restarts = 0;
  #failed = '';
  #closing = false;
  /** What the worker said last of its databases, '' = nothing is wrong; and when. */
  #faults = { records: '', identity: '' };
  #heardAt = 0;

  private constructor(options: RecordsOptions, startThread: StartThread) {
    this.#config = configOf(options);
    this.#startThread = startThread;
    this.#onProblem = options.onProblem ?? (() => {});
    this.#feed = new RecordsFeed({
      post: (chunk) => this.#postChunk(chunk),
      refill: options.refill,
      onProblem: this.#onProblem,
      bufferEventsMax: options.bufferEventsMax ?? 250_000,
      chunkEventsMax: options.chunkEventsMax ?? 2_000,
      flushMs: options.flushMs ?? 20,
    });
    this.history = this.#remote<HistoryApi>('history');
    this.identity = this.#remote<IdentityApi>('identity');
  }

  /** Starts the worker and waits until both databases are open; throws when one cannot be. */
  static async open(
    options: RecordsOptions,
    startThread: StartThread = startWorker,
  ): Promise<RecordsClient> {
    const client = new RecordsClient(options, startThread);
    await client.#start();
    return client;
  }

  /** Copies the rows of the next batch, as the engine gives them after a commit. Never waits or throws. */
  push(batch: EventRows): void {
    this.#feed.push(batch);
  }

  /** Commands up to `seq` are in the journal: what the rows lack of them is read from it (`refill`). */
  journalReaches(seq: number): void {
    this.#feed.journalReaches(seq);
  }

  /** All rows contain at least this sequence. */
  reachedSeq(): number {
    return this.#reachedSeq;
  }

  /** Resolves when the rows contain `minSeq`; throws `lagging` when that takes too long. */
  async reached(minSeq: number, timeoutMs: number = WAIT_DEFAULT_MS): Promise<void> {
    if (this.#reachedSeq < minSeq) await this.#control('reached', undefined, { minSeq, timeoutMs });
  }

  /** Has somebody told whose notices have changed, of security or by being read; gives what ends it. */
  onNoticesChanged(listener: (change: NoticesChange) => void): () => void {
    this.#noticeListeners.add(listener);
    return () => this.#noticeListeners.delete(listener);
  }

  /** How the records are doing. */
  status(): RecordsStatus {
    return {
      reachedSeq: this.#reachedSeq,
      headSeq: this.#feed.headSeq,
      lagMs: this.#feed.lagMs,
      mode: this.#feed.mode,
      waitingEvents: this.#feed.waitingEvents,
      refills: this.#feed.refills,
      restarts: this.#restarts,
      rowsSetAside: this.#rowsSetAside,
      failed: this.#failed,
    };
  }

  /** How both databases are. */
  health(): RecordsHealth {
    const silent = performance.now() - this.#heardAt > SILENCE_MS;
    if (this.#worker === null || silent) {
      const away = this.#worker === null ? 'its worker is not running' : 'it does not answer';
      const report: PartReport = { state: 'degraded', detail: away };
      return { records: report, identity: report };
    }
    const { records, identity } = this.#faults;
    const behind = this.#feed.lagMs > LAG_MAX_MS ? 'rows are more than 2 s behind' : '';
    return { records: reportOf(records || behind), identity: reportOf(identity) };
  }

  /**
   * Drops all records tables and builds them anew from `batches`, which have to begin at sequence 1;
   * nothing is dropped when they do not. Live batches that come meanwhile are read through `refill`.
   */
  async rebuild(batches: AsyncIterable<EventRows> | Iterable<EventRows>): Promise<void> {
    const first = await firstOf(batches);
    if (first.batch !== null && first.batch.firstSeq !== 1) {
      throw new RecordsError(
        'badRequest',
        `records can only be rebuilt from sequence 1; the journal begins at ${first.batch.firstSeq}`,
      );
    }
    await this.#control('reset', undefined, {});
    this.#reachedSeq = 0;
    this.#failed = '';
    let last = 0;
    await this.#feed.replay(
      0,
      track(first.all, (batch) => (last = batch.lastSeq)),
    );
    await this.reached(last, CONTROL_TIMEOUT_MS);
  }

  /** A canonical digest of all record rows at the sequence reached. */
  async dump(): Promise<Dump> {
    return (await this.#control('dump', undefined, {})) as Dump;
  }

  /**
   * Writes what was pushed (for at most `timeoutMs`), closes the databases and ends the worker, which
   * is ended after a moment also when its database does not answer.
   */
  async close(timeoutMs: number = 5_000): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    const { mode } = this.#feed;
    const moves = mode === 'live' || mode === 'refilling';
    if (moves && this.#failed === '' && this.#worker !== null) {
      await this.reached(this.#feed.headSeq, timeoutMs).catch(() => {});
    }
    this.#feed.close();
    if (this.#worker !== null) {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([this.#control('close', undefined, {}).catch(() => {}), late]);
    }
    const workers = [this.#worker, this.#starting];
    this.#worker = null;
    for (const worker of workers) await worker?.terminate();
    this.#rejectAll('records are closed');
  }

  #remote<Api>(area: CallArea): Api {
    return new Proxy(
      {},
      {
        get: (_target, name) =>
          // Not a promise: `await client.history` must not call a method named "then".
          typeof name !== 'string' || name === 'then'
            ? undefined
            : (input: unknown, wait: Wait | number = 0) =>
                this.#call(area, name, input, typeof wait === 'number' ? { minSeq: wait } : wait),
      },
    ) as Api;
  }

  #control(method: string, input: unknown, wait: Wait): Promise<unknown> {
    return this.#call('control', method, input, wait);
  }

  #call(area: CallArea, method: string, input: unknown, wait: Wait): Promise<unknown> {
    const worker = this.#worker;
    if (worker === null) {
      return Promise.reject(new RecordsError('unavailable', 'records do not run at present'));
    }
    if (area !== 'control' && this.#pending.size >= CALLS_WAITING_MAX) {
      const busy = `records are busy: ${CALLS_WAITING_MAX} calls wait`;
      return Promise.reject(new RecordsError('unavailable', busy));
    }
    const timeoutMs = wait.timeoutMs ?? WAIT_DEFAULT_MS;
    const minSeq = wait.minSeq ?? 0;
    if (minSeq > this.#reachedSeq) this.#feed.want(minSeq);
    const id = this.#nextId++;
    const limit = area === 'control' ? CONTROL_TIMEOUT_MS : timeoutMs + ANSWER_TIMEOUT_MS;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        const cause = new Error(`${area}.${method} got no answer`);
        reject(new RecordsError('unavailable', 'records do not answer at present', { cause }));
      }, limit);
      timer.unref();
      this.#pending.set(id, { resolve, reject, timer });
      post(worker, { kind: 'call', id, area, method, input, minSeq, timeoutMs });
    });
  }

  #postChunk(chunk: Chunk): void {
    if (this.#worker !== null) {
      post(this.#worker, { kind: 'chunk', chunk }, [chunk.lanes.buffer]);
    }
  }

  /** Starts a worker; resolves when it is ready, rejects when it cannot open a database. */
  #start(): Promise<void> {
    const worker = this.#startThread(this.#config);
    this.#starting = worker;
    return new Promise((resolve, reject) => {
      let started = false;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          started = true;
          this.#starting = null;
          this.#worker = worker;
          this.#faults = { records: '', identity: '' };
          this.#heardAt = performance.now();
          this.#reachedSeq = message.seq;
          this.#rowsSetAside = message.rowsSetAside;
          this.#feed.start(message.seq);
          resolve();
        } else if (message.kind === 'failedToStart') {
          reject(new RecordsError('unavailable', `records cannot start: ${message.message}`));
          void worker.terminate();
        } else if (worker === this.#worker) this.#receive(message);
      });
      worker.on('error', (error) => {
        this.#onProblem(`records: the worker broke: ${String(error)}`);
        reject(new RecordsError('unavailable', 'records cannot start', { cause: error }));
      });
      worker.on('exit', () => {
        reject(new RecordsError('unavailable', 'the records worker ended while it started'));
        if (started && worker === this.#worker) void this.#restart();
      });
    });
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'applied':
        if (message.seq > this.#reachedSeq) this.#reachedSeq = message.seq;
        this.#rowsSetAside = message.rowsSetAside;
        this.#feed.applied(message);
        return;
      case 'gap':
        this.#feed.gap(message.epoch, message.expected);
        return;
      case 'health':
        this.#faults = { records: message.records, identity: message.identity };
        this.#heardAt = performance.now();
        return;
      case 'problem':
        if (message.fatal) this.#failed = message.message;
        this.#onProblem(message.message);
        return;
      case 'noticesChanged':
        for (const listener of this.#noticeListeners) listener(message.change);
        return;
      case 'result':
        this.#settle(message.id)?.resolve(unpack(message.value));
        return;
      case 'failure':
        this.#settle(message.id)?.reject(RecordsError.fromFailure(message.failure));
        return;
      default:
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    clearTimeout(pending.timer);
    this.#pending.delete(id);
    return pending;
  }

  #rejectAll(reason: string): void {
    for (const id of [...this.#pending.keys()]) {
      this.#settle(id)?.reject(new RecordsError('unavailable', reason));
    }
  }

  async #restart(): Promise<void> {
    this.#worker = null;
    this.#rejectAll('the records worker ended');
    for (
      let pause = RESTART_FIRST_MS;
      !this.#closing;
      pause = Math.min(pause * 2, RESTART_MAX_MS)
    ) {
      this.#onProblem('records: the worker ended, starting it again');
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#closing) return;
      this.#restarts += 1;
      try {
        return await this.#start();
      } catch (error) {
        this.#onProblem(String(error));
      }
    }
  }
}

function reportOf(fault: string): PartReport {
  return fault === '' ? PART_OK : { state: 'degraded', detail: fault };
}

function startWorker(workerData: WorkerConfig): RecordsThread {
  const options = { workerData, execArgv: [], name: 'records' };
  return new Worker(new URL('./worker.ts', import.meta.url), options);
}

function post(worker: RecordsThread, message: ToWorker, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}

function configOf(options: RecordsOptions): WorkerConfig {
  const { recordsName = 'records', identityName = 'identity' } = options;
  return {
    records: placeOf(options, recordsName),
    identity: identityName === null ? null : placeOf(options, identityName),
    keyFile: keyFileOf(options.dataFolder),
    hashCost: options.hashCost ?? HASH_COST,
    nice: options.nice ?? RECORDS_NICE,
    exchange: options.exchange ?? null,
  };
}

async function firstOf(source: AsyncIterable<EventRows> | Iterable<EventRows>): Promise<{
  batch: EventRows | null;
  all: AsyncIterable<EventRows>;
}> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const first = await iterator.next();
  const batch: EventRows | null = first.done === true ? null : first.value;
  async function* all(): AsyncGenerator<EventRows> {
    if (batch === null) return;
    yield batch;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { batch, all: all() };
}

async function* track(
  source: AsyncIterable<EventRows>,
  note: (batch: EventRows) => void,
): AsyncGenerator<EventRows> {
  for await (const batch of source) {
    note(batch);
    yield batch;
  }
}
