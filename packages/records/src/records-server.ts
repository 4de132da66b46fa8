/**
 * The worker's side: owns both databases, applies chunks one after another and answers calls. It
 * knows nothing of threads; `post` takes its messages away.
 */
import { InvariantError } from '@halcyon/domain';
import { RecordsError } from './errors.ts';
import { ChunkReader } from './feed/chunk-reader.ts';
import type { Chunk } from './feed/feed.ts';
import { isPacked, pack } from './feed/pack.ts';
import { historyMethods } from './history-methods.ts';
import { appendAudit, refusalOf } from './identity/audit.ts';
import type { IdentityContext, NoticesChange } from './identity/context.ts';
import { identityMethods } from './identity/methods.ts';
import { openIdentity } from './identity/open.ts';
import { PasswordHasher } from './identity/password-hasher.ts';
import type { IdentityTables } from './identity/schema.ts';
import { sweep } from './identity/sweep.ts';
import type { ProjectionInput } from './projection/projection.ts';
import { ProjectionGap, RecordsProjection } from './projection/projection.ts';
import type { RecordsTables } from './projection/schema.ts';
import type { ControlMethods, FromWorker, ToWorker, WorkerConfig } from './protocol.ts';
import { loadKeyFile } from './secrets/key-file.ts';
import { SecretBox } from './secrets/secret-box.ts';
import type { Database } from './sql/connect.ts';
import { openDatabase } from './sql/connect.ts';
import { settleExchange } from './sql/facts.ts';
import { isRefusal } from './sql/refusal.ts';

type Call = Extract<ToWorker, { kind: 'call' }>;
type Post = (message: FromWorker, transfer?: ArrayBuffer[]) => void;
type AnyMethod = (target: unknown, input: unknown) => Promise<unknown>;

/** The identity database and what its functions work with. */
interface OpenIdentity {
  readonly database: Database<IdentityTables>;
  readonly context: IdentityContext;
}

interface Waiter {
  readonly minSeq: number;
  readonly wake: () => void;
}

/** Pauses between tries while the database does not answer, ms. */
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
/** The sequence reached is stored this often when no row was written meanwhile, ms. */
const PROGRESS_MS = 1_000;
/** The databases are asked this often whether they can be read, ms. */
const LOOK_MS = 1_000;
/** Events applied in one transaction at most, when many wait; a read waits for it. */
const EVENTS_TOGETHER_MAX = 10_000;
const SWEEP_MS = 60 * 60 * 1000;

/** See the head of the file. */
export class RecordsServer {
  readonly #post: Post;
  readonly #records: Database<RecordsTables>;
  readonly #projection: RecordsProjection;
  readonly #identity: OpenIdentity | null;
  readonly #timers: NodeJS.Timeout[];
  readonly #chunks: Chunk[] = [];
  readonly #reader = new ChunkReader();
  #waiters: Waiter[] = [];
  /** Work on the projection, one thing after another. */
  #tail: Promise<unknown> = Promise.resolve();
  #stopped = false;
  /** Why the database did not take what is new when it was last offered; '' = it did. */
  #fault = '';
  #looking = false;
  /** What the database does not take is given up: it comes again from the journal. */
  #closing = false;
  #closed = false;

  private constructor(
    post: Post,
    records: Database<RecordsTables>,
    projection: RecordsProjection,
    identity: OpenIdentity | null,
  ) {
    this.#post = post;
    this.#records = records;
    this.#projection = projection;
    this.#identity = identity;
    this.#timers = [
      setInterval(() => this.#enqueue(() => this.#storeProgress()), PROGRESS_MS),
      setInterval(() => void this.#sweep(), SWEEP_MS),
      setInterval(() => void this.#look(), LOOK_MS),
    ];
  }

  /** Opens the databases and says `ready`; throws when one cannot be opened. */
  static async open(config: WorkerConfig, post: Post): Promise<RecordsServer> {
    const database = await openDatabase<RecordsTables>(config.records);
    const projection = await RecordsProjection.open(database, Date.now());
    if (config.exchange !== null) await projection.settle(config.exchange);
    const identity = await identityOf(config);
    const server = new RecordsServer(post, database, projection, identity);
    for (const user of await projection.simulatedUsers()) server.#reader.people.learn(user, true);
    const { reachedSeq: seq, rowsSetAside } = projection;
    post({ kind: 'ready', seq, rowsSetAside });
    return server;
  }

  /** Takes one message from the main thread. */
  handle(message: ToWorker): void {
    if (message.kind === 'call') {
      void this.#answer(message);
      return;
    }
    this.#chunks.push(message.chunk);
    // While one transaction runs others gather: the more there is to do, the more each one takes.
    this.#enqueue(() => this.#applyGathered());
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch((error: unknown) => this.#problem(error, false));
    return turn;
  }

  async #applyGathered(): Promise<void> {
    const run = takeRun(this.#chunks);
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined || this.#stopped || this.#closed) return;
    const events = this.#reader.read(run);
    await this.#apply({ firstSeq: first.firstSeq, lastSeq: last.lastSeq, events }, last.epoch);
    const seq = this.#projection.reachedSeq;
    if (seq < last.lastSeq) return;
    const { rowsSetAside } = this.#projection;
    for (const { epoch, count } of run) {
      this.#post({ kind: 'applied', epoch, count, seq, rowsSetAside });
    }
    this.#wakeWaiters();
  }

  async #apply(input: ProjectionInput, epoch: number): Promise<void> {
    let contradicted = false;
    let refused = false;
    for (let pause = RETRY_FIRST_MS; ; pause = Math.min(pause * 2, RETRY_MAX_MS)) {
      try {
        await this.#projection.apply(input, refused);
        for (const text of this.#projection.takeNews()) this.#problem(text, false);
        this.#fault = '';
        return;
      } catch (error) {
        if (error instanceof ProjectionGap) {
          this.#post({ kind: 'gap', epoch, expected: error.expected });
          return;
        }
        // Once may be a commit whose end we never heard of; after a fresh look it is a fault of ours.
        if (error instanceof InvariantError && contradicted) {
          this.#stopped = true;
          this.#problem(error, true);
          return;
        }
        contradicted = error instanceof InvariantError;
        refused = isRefusal(error);
        if (contradicted) this.#fault = '';
        else this.#notTaken(error);
        await this.#reload(pause);
      }
    }
  }

  async #reload(firstPause: number): Promise<void> {
    for (let pause = firstPause; !this.#closing; pause = Math.min(pause * 2, RETRY_MAX_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        return await this.#projection.reload();
      } catch (error) {
        this.#notTaken(error);
      }
    }
    // What is in memory is no longer what the rows say: nothing more may be written from it.
    this.#stopped = true;
    throw new Error('closed while the database did not take what is new');
  }

  async #storeProgress(): Promise<void> {
    if (this.#stopped || this.#closed) return;
    try {
      await this.#projection.storeProgress();
      this.#fault = '';
    } catch (error) {
      this.#notTaken(error);
      await this.#reload(RETRY_FIRST_MS);
    }
  }

  /** Says how the databases are. One that hangs has no answer until it answers or gives up. */
  async #look(): Promise<void> {
    if (this.#looking || this.#closing) return;
    this.#looking = true;
    const [records, identity] = await Promise.all([this.#recordsFault(), this.#identityFault()]);
    this.#looking = false;
    if (!this.#closing) this.#post({ kind: 'health', records, identity });
  }

  async #recordsFault(): Promise<string> {
    if (this.#stopped) return 'a fault of the projection: no more rows are written';
    if (this.#fault !== '') return 'the database does not take rows';
    return readFault(this.#records.db.selectFrom('state').select('id').limit(1));
  }

  async #identityFault(): Promise<string> {
    if (this.#identity === null) return '';
    return readFault(this.#identity.database.db.selectFrom('users').select('uid').limit(1));
  }

  async #sweep(): Promise<void> {
    if (this.#identity === null) return;
    try {
      await sweep(this.#identity.context);
    } catch (error) {
      this.#problem(error, false);
    }
  }

  #problem(error: unknown, fatal: boolean): void {
    this.#post({ kind: 'problem', message: `records: ${sentenceOf(error)}`, fatal });
  }

  /** What is new is offered again until it is taken; why it is not is told once, not at each try. */
  #notTaken(error: unknown): void {
    const fault = sentenceOf(error);
    if (fault !== this.#fault) this.#problem(error, false);
    this.#fault = fault;
  }

  #wakeWaiters(): void {
    if (this.#waiters.length === 0) return;
    const reached = this.#projection.reachedSeq;
    const ready = this.#waiters.filter((waiter) => waiter.minSeq <= reached);
    if (ready.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.minSeq > reached);
    for (const waiter of ready) waiter.wake();
  }

  async #reach(minSeq: number, timeoutMs: number): Promise<void> {
    if (this.#projection.reachedSeq >= minSeq) return;
    const reached = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        resolve(false);
      }, timeoutMs);
      const waiter = {
        minSeq,
        wake: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      this.#waiters.push(waiter);
    });
    if (reached) return;
    throw new RecordsError(
      'lagging',
      `records are at sequence ${this.#projection.reachedSeq} and did not reach ${minSeq} in time`,
    );
  }

  async #answer(call: Call): Promise<void> {
    try {
      if (call.minSeq > 0) await this.#reach(call.minSeq, call.timeoutMs);
      const value = pack(await this.#dispatch(call));
      const transfer = isPacked(value) ? [value.numbers.buffer] : undefined;
      this.#post({ kind: 'result', id: call.id, value }, transfer);
    } catch (error) {
      this.#post({ kind: 'failure', id: call.id, failure: this.#toFailure(error, call) });
    }
  }

  #dispatch(call: Call): Promise<unknown> {
    const { method, input } = call;
    switch (call.area) {
      case 'history':
        return pick(historyMethods, method)(this.#records.db, input);
      case 'identity':
        if (this.#identity === null)
          throw new RecordsError('badRequest', 'no identity is kept here');
        return this.#carryOut(this.#identity.context, method, input);
      case 'control':
        return pick(this.#control, method)(input, undefined);
    }
  }

  /** Carries out a call to the identity, tells whose notices it changed, and notes a proof that was refused. */
  async #carryOut(context: IdentityContext, method: string, input: unknown): Promise<unknown> {
    const changes: NoticesChange[] = [];
    const own = { ...context, noticesChanged: (change: NoticesChange) => changes.push(change) };
    try {
      const value = await pick(identityMethods, method)(own, input);
      for (const change of changes) this.#post({ kind: 'noticesChanged', change });
      return value;
    } catch (error) {
      const refusal = refusalOf(method, input, error);
      // It is refused, whether or not that could be noted.
      if (refusal !== null) {
        await appendAudit(context, refusal).catch((fault: unknown) => this.#problem(fault, false));
      }
      throw error;
    }
  }

  readonly #control: ControlMethods = {
    reached: async () => this.#projection.reachedSeq,
    reset: () =>
      this.#enqueue(async () => {
        await this.#projection.reset(Date.now());
        this.#reader.people.clear();
        this.#stopped = false;
      }),
    dump: async () => {
      let dump: Awaited<ReturnType<RecordsProjection['dump']>> | undefined;
      await this.#enqueue(async () => {
        dump = await this.#projection.dump();
      });
      return dump as NonNullable<typeof dump>;
    },
    close: async () => {
      this.#closing = true;
      for (const timer of this.#timers) clearInterval(timer);
      await this.#enqueue(() => this.#storeProgress());
      this.#closed = true;
      await this.#records.close();
      await this.#identity?.database.close();
    },
  };

  /** What the caller may know; everything else goes to the log. */
  #toFailure(error: unknown, call: Call) {
    if (error instanceof RecordsError) return error.toFailure();
    this.#problem(error, false);
    return isConnectionFault(error)
      ? new RecordsError('unavailable', 'the database does not answer').toFailure()
      : new RecordsError('internal', `${call.area}.${call.method} failed`).toFailure();
  }
}

async function identityOf({
  identity,
  keyFile,
  hashCost,
  exchange,
}: WorkerConfig): Promise<OpenIdentity | null> {
  if (identity === null) return null;
  const box = new SecretBox(loadKeyFile(keyFile));
  const database = await openDatabase<IdentityTables>(identity);
  const hasher = new PasswordHasher(hashCost);
  const context = await openIdentity(database, { box, hasher, now: Date.now });
  if (exchange !== null) await settleExchange(context.db as never, exchange);
  return { database, context };
}

/** What is wrong when this cannot be read; '' = nothing. */
async function readFault(query: { execute(): Promise<unknown> }): Promise<string> {
  try {
    await query.execute();
    return '';
  } catch (error) {
    return isConnectionFault(error)
      ? 'the database does not answer'
      : 'the database cannot be read';
  }
}

/** Removes and gives the chunks from the front that follow on one another and fit together. */
function takeRun(chunks: Chunk[]): Chunk[] {
  let size = 0;
  let events = 0;
  for (const [i, chunk] of chunks.entries()) {
    const before = chunks[i - 1];
    if (before !== undefined) {
      if (before.epoch !== chunk.epoch || before.lastSeq + 1 !== chunk.firstSeq) break;
      if (events + chunk.count > EVENTS_TOGETHER_MAX) break;
    }
    events += chunk.count;
    size += 1;
  }
  return chunks.splice(0, size);
}

function pick(methods: object, name: string): AnyMethod {
  if (!Object.hasOwn(methods, name)) {
    throw new RecordsError('badRequest', `there is no method ${name}`);
  }
  return methods[name as keyof typeof methods] as AnyMethod;
}

/** PostgreSQL's classes 08 (connection), 53 (resources) and 57 (operator), and the network's. */
function isConnectionFault(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  const message = error instanceof Error ? error.message : '';
  if (typeof code === 'string' && /^(08|53|57)|^E(CONN|PIPE|TIME|HOST|NET)/.test(code)) return true;
  return /connection|timeout|database is locked|is closed/i.test(message);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
