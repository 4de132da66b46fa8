/**
 * The paper venue in its thread: its engine and journal, the ghosts that follow live, its SQL records
 * and snapshots. What happened goes to the main thread as rows, for the views there.
 */
import {
  type CommandInput,
  copyRows,
  type EventRows,
  type FlowChoice,
  OutcomeUnknown,
  rowsIn,
} from '@halcyon/domain';
import type { JournalPlace } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { RecordsClient, RecordsError } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { prepareCopy } from '../exchange/backup.ts';
import type { Layout } from '../exchange/layout.ts';
import { takeNewestRules } from '../exchange/newest-rules.ts';
import { openVenue, type VenueEngine } from '../exchange/open-exchange.ts';
import { refillFrom } from '../exchange/refill.ts';
import { type SnapshotLog, Snapshotter } from '../exchange/snapshotter.ts';
import { type FlowActor, type FlowPaceChange, FlowRunner, type FlowStatus } from './flow-runner.ts';
import type {
  FromPaper,
  PaperCall,
  PaperFailure,
  PaperSetup,
  PaperState,
  ToPaper,
} from './messages.ts';

/** Far behind the live venue's thread and its records, once the venue is open. */
export const PAPER_NICE = 15;

/** Messages with rows that the main thread may have yet to take; then the ghosts wait. */
const ROWS_AHEAD_MAX = 64;

/**
 * Shortest time between two commits of paper users' commands, ms. Each flushes the disk that live waits
 * for: with one every 5 ms live orders took 1.1 to 1.8 times as long beside heavy paper trading.
 */
const COMMIT_EVERY_MS = 20;

/** The main thread is told how the venue stands this often, also when nothing happens, ms. */
const STATE_MS = 1_000;

/** How long a stop waits for the records to have everything, ms; they catch up at the next start. */
const RECORDS_MS = 2_000;

type Post = (message: FromPaper, transfer?: ArrayBuffer[]) => void;
type Outcome = Extract<FromPaper, { kind: 'committed' }>['outcomes'][number];

/** See the head of the file. */
export class PaperHost {
  private readonly setup: PaperSetup;
  private readonly post: Post;
  private readonly venue: VenueEngine;
  private readonly records: RecordsClient;
  private readonly flow: FlowRunner;
  private readonly snapshotter: Snapshotter;
  private rows: EventRows[] = [];
  private ids: number[] = [];
  private outcomes: Outcome[] = [];
  private failures: PaperFailure[] = [];
  private gathering = false;
  private readonly arrived: Extract<ToPaper, { kind: 'commands' }>[] = [];
  private committing = false;
  private committedAt = 0;
  private rowsAhead = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakeFollower: (() => void) | null = null;

  private constructor(
    setup: PaperSetup,
    post: Post,
    parts: { venue: VenueEngine; records: RecordsClient },
  ) {
    this.setup = setup;
    this.post = post;
    this.venue = parts.venue;
    this.records = parts.records;
    const problem = (message: string): void => post({ kind: 'problem', message, fatal: false });
    this.flow = new FlowRunner({
      venue: parts.venue,
      live: placeOf(setup.live),
      head: new BigInt64Array(setup.liveHead),
      choice: setup.flow,
      backpressure: () => this.backpressure(),
      warn: problem,
      onFailure: (error) => {
        post({ kind: 'problem', message: `following the market: ${String(error)}`, fatal: true });
      },
    });
    const log: SnapshotLog = {
      done: (report) => post({ kind: 'snapshot', report }),
      failed: (error) => problem(`snapshot failed: ${error.message}`),
      overBound: (bytes) => problem(`the journal has ${bytes} bytes, over its bound`),
    };
    this.snapshotter = new Snapshotter(parts.venue, log, { bytesMax: setup.bytesMax });
  }

  /** Opens the venue and brings it to where live is; the main thread hears `ready`. */
  static async open(setup: PaperSetup, post: Post): Promise<PaperHost> {
    const problem = (message: string): void => post({ kind: 'problem', message, fatal: false });
    const { reader, ...venue } = await openVenue(setup.layout, (error) =>
      post({ kind: 'problem', message: error.message, fatal: true }),
    );
    const { engine, core } = venue;
    const records = await RecordsClient.open({
      dataFolder: setup.layout.root,
      databaseUrl: setup.databaseUrl ?? undefined,
      recordsName: 'paper_records',
      identityName: null,
      exchange: setup.exchange ?? undefined,
      nice: PAPER_NICE,
      refill: (fromSeq) => refillFrom(setup.layout, fromSeq, () => engine.seq),
      onProblem: problem,
    });
    engine.onRows((batch) => records.push(rowsIn(batch)));
    const { seq } = core.state;
    if (records.reachedSeq() > seq) {
      const reached = records.reachedSeq();
      throw new Error(`its records know command ${reached}, its journal ends at ${seq}`);
    }
    records.journalReaches(seq);
    if (setup.viewsSeq !== null) {
      const missed = refillFrom(setup.layout, setup.viewsSeq + 1, () => engine.seq);
      for await (const rows of missed) post({ kind: 'missed', rows });
    }
    engine.start();
    const host = new PaperHost(setup, post, { venue, records });
    await host.begin(reader.views);
    return host;
  }

  /** Follows its market from now on. */
  run(): void {
    this.snapshotter.start();
    this.flow.run();
    this.timer = setInterval(() => this.post({ kind: 'state', state: this.state() }), STATE_MS);
  }

  handle(message: Exclude<ToPaper, { kind: 'stop' }>): void {
    switch (message.kind) {
      case 'commands':
        this.arrived.push(message);
        this.soonCommit();
        return;
      case 'taken':
        this.rowsAhead -= message.count;
        if (this.rowsAhead < ROWS_AHEAD_MAX) this.wakeFollower?.();
        return;
      case 'call':
        this.answer(message);
    }
  }

  /** Commits what waits and closes everything. */
  async stop(): Promise<void> {
    const { engine, writer } = this.venue;
    clearInterval(this.timer);
    await this.flow.stop();
    await this.snapshotter.stop();
    engine.stop();
    await this.records.close(RECORDS_MS);
    if (engine.status !== 'failed') writer.close();
  }

  /** Up to the present the views are made here; then they and what follows go to the main thread. */
  private async begin(found: Views): Promise<void> {
    const { engine, core } = this.venue;
    const fresh = this.setup.viewsSeq === null;
    // Let go in the end: the candles of all markets are nearly 100 MB.
    let views = fresh ? found : null;
    engine.onRows((batch) => {
      if (views !== null) views.replay(batch);
      else this.gather(copyRows(batch));
    });
    if (fresh && found.seq !== core.state.seq) throw new Error('the views are not at the journal');
    await takeNewestRules(this.venue, (message) =>
      this.post({ kind: 'problem', message, fatal: false }),
    );
    await this.flow.catchUp();
    const parts = views?.serialize() ?? null;
    views = null;
    this.flow.onAdvance = () => this.soon();
    this.post({
      kind: 'ready',
      views: parts,
      people: core.state.ghosts.people.image(),
      state: this.state(),
      recovered: this.venue.recovered,
    });
  }

  /** Commands wait for company: each commit is a write to the disk that live uses too. */
  private soonCommit(): void {
    if (this.committing) return;
    this.committing = true;
    const wait = this.committedAt + COMMIT_EVERY_MS - performance.now();
    const carryOut = (): void => {
      this.committing = false;
      this.committedAt = performance.now();
      for (const { ids, commands } of this.arrived.splice(0)) {
        for (const [i, command] of commands.entries()) this.carryOut(ids[i] as number, command);
      }
    };
    if (wait <= 0) carryOut();
    else setTimeout(carryOut, wait);
  }

  private carryOut(id: number, command: CommandInput): void {
    this.venue.engine.submit(command).then(
      (outcome) => {
        this.ids.push(id);
        this.outcomes.push(outcome);
        this.soon();
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        this.failures.push({ id, unknown: error instanceof OutcomeUnknown, message });
        this.soon();
      },
    );
  }

  private gather(rows: EventRows): void {
    this.rows.push(rows);
    this.soon();
  }

  /** Rows and answers of one commit go in one message: the answers come two microtasks later. */
  private soon(): void {
    if (this.gathering) return;
    this.gathering = true;
    queueMicrotask(() => queueMicrotask(() => this.send()));
  }

  private send(): void {
    this.gathering = false;
    const { rows, ids, outcomes, failures } = this;
    this.rows = [];
    this.ids = [];
    this.outcomes = [];
    this.failures = [];
    if (rows.length > 0) this.rowsAhead += 1;
    this.post(
      { kind: 'committed', rows, ids, outcomes, failures, state: this.state() },
      rows.map(({ memory }) => memory.f64.buffer),
    );
  }

  /** Backpressure: resolves when the main thread has taken enough of the rows. */
  private async backpressure(): Promise<void> {
    while (this.rowsAhead >= ROWS_AHEAD_MAX) {
      await new Promise<void>((resolve) => {
        this.wakeFollower = resolve;
      });
      this.wakeFollower = null;
    }
  }

  private state(): PaperState {
    const { engine, core } = this.venue;
    const { reachedSeq, lagMs, rowsSetAside } = this.records.status();
    return {
      status: engine.status,
      seq: engine.seq,
      liveSeq: this.flow.seq,
      recordsSeq: reachedSeq,
      recordsLagMs: lagMs,
      recordsSetAside: rowsSetAside,
      records: this.records.health().records,
      source: this.flow.health(),
      footprints: core.ghosts.footprints,
      commitMs: engine.metrics.commitMs,
      followed: this.flow.followed,
    };
  }

  private async change(method: string, input: FlowCall): Promise<FlowStatus> {
    const { choice, pace = {}, by = { actor: '', reason: '' }, moments = 1 } = input;
    const { flow } = this;
    try {
      if (method === 'follow' && choice !== undefined) return await flow.follow(choice, by, pace);
      if (method === 'followSettings') return await flow.followSettings(by.reason);
      if (method === 'setPace') return await flow.setPace(pace, by);
      return method === 'step' ? await flow.step(moments) : flow.status();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new RecordsError('badRequest', message, { cause: error });
    }
  }

  private answer(call: PaperCall): void {
    this.carry(call).then(
      (value) => this.post({ kind: 'result', id: call.id, value }),
      (error: unknown) => {
        const known =
          error instanceof RecordsError ? error : new RecordsError('internal', String(error));
        this.post({ kind: 'failure', id: call.id, failure: known.toFailure() });
      },
    );
  }

  private carry({ target, method, input, wait }: PaperCall): Promise<unknown> {
    if (target === 'flow') return this.change(method, input as FlowCall);
    if (target === 'backup') return prepareCopy(this.venue, this.records);
    if (target === 'seal') return Promise.resolve(this.snapshotter.want());
    const { history } = this.records;
    return (history[method as keyof typeof history] as (...args: unknown[]) => Promise<unknown>)(
      input,
      wait,
    );
  }
}

/** What a call about the flow brings. */
interface FlowCall {
  readonly choice?: FlowChoice;
  readonly pace?: FlowPaceChange;
  readonly by?: FlowActor;
  readonly moments?: number;
}

function placeOf({ journal, venue }: Layout): JournalPlace {
  return { storage: new FileStorage(), directory: journal, venue };
}
