/**
 * The way of events from the engine's thread to the worker: the rows of the core's log are copied as they
 * come and sent in chunks; the worker reads them. Backpressure: what waits is bounded. When the worker
 * lags too far the feed stops accepting, lets the worker finish and then asks for the missing sequences
 * again (`refill`).
 */
import type { EventRows } from '@halcyon/domain';
import { type GatheredRows, RowGatherer } from './gathered-rows.ts';

/** Rows of the commands `firstSeq..lastSeq`; what is before in them was sent already. */
export interface Chunk extends GatheredRows {
  /** Grows whenever the feed starts over; an answer to an older epoch is void. */
  readonly epoch: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Batches from `fromSeq` on, in order and without gaps, up to the newest durable one. */
export type Refill = (fromSeq: number) => AsyncIterable<EventRows> | Iterable<EventRows>;

/** Settings of a feed. */
export interface FeedOptions {
  readonly post: (chunk: Chunk) => void;
  readonly refill: Refill | undefined;
  /** Told in one sentence what goes wrong; the feed goes on by itself where it can. */
  readonly onProblem: (message: string) => void;
  /** Events that may wait, sent ones included. */
  readonly bufferEventsMax: number;
  /** Events in a chunk at most (a single batch may be larger). */
  readonly chunkEventsMax: number;
  /** Longest time an event waits for company, ms. */
  readonly flushMs: number;
}

/**
 * `live`: batches go straight through. `behind`: they are dropped until the worker has emptied its
 * queue. `refilling`: they are dropped and read again from the journal.
 */
export type FeedMode = 'live' | 'behind' | 'refilling' | 'closed';

/** Chunks sent and not yet answered. */
const IN_FLIGHT_MAX = 8;
/** Sequences without any event of interest are reported this often, ms. */
const IDLE_FLUSH_MS = 250;
/** Pauses before a refill that failed or brought nothing is tried again, ms; each twice the last. */
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 30_000;

/** See the head of the file. */
export class RecordsFeed {
  readonly #options: FeedOptions;
  readonly #gatherer = new RowGatherer();
  #epoch = 0;
  #mode: FeedMode = 'behind';
  /** Last sequence that was accepted. */
  #tailSeq = 0;
  /** Last sequence that was put into a chunk. */
  #sealedSeq = 0;
  /** Newest sequence that exists, as far as we were told. */
  #headSeq = 0;
  #wantedSeq = 0;
  #queue: Chunk[] = [];
  #inFlight = 0;
  #waitingEvents = 0;
  /** When the first batch of each unanswered chunk came, oldest first; last the one being filled. */
  #arrivals: number[] = [];
  #filling = false;
  /** When the feed fell behind, 0 = it is live. */
  #behindSince = 0;
  #timer: NodeJS.Timeout | null = null;
  #timerIsIdle = false;
  #wakeRefill: (() => void) | null = null;
  /** Times the feed had to start over from the journal. */
  refills = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get mode(): FeedMode {
    return this.#mode;
  }

  get headSeq(): number {
    return this.#headSeq;
  }

  /** How long the oldest batch that is not in the rows has been waiting, whole ms. */
  get lagMs(): number {
    const since = this.#arrivals[0] ?? this.#behindSince;
    return since === 0 || this.#mode === 'closed' ? 0 : Math.round(performance.now() - since);
  }

  /** Events accepted and not yet in the database. */
  get waitingEvents(): number {
    return this.#waitingEvents + this.#gatherer.count;
  }

  /** (Re)starts after `lastSeq`. */
  start(lastSeq: number): void {
    if (this.#mode === 'closed') return;
    this.#restart(lastSeq);
    if (this.#headSeq > lastSeq) this.#fallBehind();
    else this.#goLive();
  }

  /** Copies the next batch; duplicates do nothing, a gap starts a refill. */
  push(batch: EventRows): void {
    if (batch.lastSeq > this.#headSeq) this.#headSeq = batch.lastSeq;
    if (this.#mode !== 'live' || batch.lastSeq <= this.#tailSeq) return;
    const full = this.waitingEvents >= this.#options.bufferEventsMax;
    if (full || batch.firstSeq > this.#tailSeq + 1) this.#fallBehind();
    else this.#accept(batch);
  }

  /** Commands up to `seq` are in the journal: those that were never pushed here are read from it. */
  journalReaches(seq: number): void {
    if (seq > this.#headSeq) this.#headSeq = seq;
    if (this.#mode === 'live' && this.#headSeq > this.#tailSeq) this.#fallBehind();
  }

  /** Sends at once what leads up to `seq`: somebody waits for it. */
  want(seq: number): void {
    if (seq > this.#wantedSeq) this.#wantedSeq = seq;
    if (seq > this.#sealedSeq && this.#tailSeq > this.#sealedSeq) this.#seal();
  }

  /** The worker has applied a chunk. */
  applied(chunk: { readonly epoch: number; readonly count: number }): void {
    if (chunk.epoch !== this.#epoch) return;
    this.#inFlight -= 1;
    this.#arrivals.shift();
    this.#waitingEvents -= chunk.count;
    this.#pump();
    this.#wakeRefill?.();
    if (this.#mode === 'behind') this.#maybeRefill();
  }

  /** The worker says that sequences are missing before a chunk. */
  gap(epoch: number, expected: number): void {
    if (epoch !== this.#epoch || this.#mode === 'closed') return;
    this.#options.onProblem(`records: sequence ${expected} is missing, reading it again`);
    this.#restart(expected - 1);
    this.#fallBehind();
  }

  /** Everything from sequence 1 on will come through `batches`. Resolves once all was accepted. */
  async replay(lastSeq: number, batches: AsyncIterable<EventRows> | Iterable<EventRows>) {
    this.#restart(lastSeq);
    this.#mode = 'refilling';
    await this.#drawFrom(batches);
    if (this.#tailSeq > this.#sealedSeq) this.#seal();
    if (this.#isMode('closed')) return;
    this.#fallBehind();
  }

  /** Stops for good; nothing is sent any more. */
  close(): void {
    this.#mode = 'closed';
    this.#stopTimer();
    this.#wakeRefill?.();
  }

  #restart(lastSeq: number): void {
    this.#epoch += 1;
    this.#queue = [];
    this.#inFlight = 0;
    this.#waitingEvents = 0;
    this.#arrivals = [];
    this.#filling = false;
    this.#gatherer.take();
    this.#stopTimer();
    this.#tailSeq = lastSeq;
    this.#sealedSeq = lastSeq;
    this.#mode = 'behind';
    this.#wakeRefill?.();
  }

  #goLive(): void {
    this.#mode = 'live';
    this.#behindSince = 0;
  }

  #accept(batch: EventRows): void {
    if (!this.#filling) this.#arrivals.push(performance.now());
    this.#filling = true;
    this.#gatherer.add(batch);
    this.#tailSeq = batch.lastSeq;
    const wanted = this.#wantedSeq > this.#sealedSeq;
    if (this.#gatherer.count >= this.#options.chunkEventsMax || wanted) this.#seal();
    else this.#schedule();
  }

  #schedule(): void {
    const idle = this.#gatherer.count === 0;
    if (this.#timer !== null) {
      if (!this.#timerIsIdle || idle) return;
      this.#stopTimer();
    }
    this.#timerIsIdle = idle;
    this.#timer = setTimeout(() => this.#seal(), idle ? IDLE_FLUSH_MS : this.#options.flushMs);
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #seal(): void {
    this.#stopTimer();
    this.#filling = false;
    const rows = this.#gatherer.take();
    this.#waitingEvents += rows.count;
    const firstSeq = this.#sealedSeq + 1;
    this.#sealedSeq = this.#tailSeq;
    this.#queue.push({ ...rows, epoch: this.#epoch, firstSeq, lastSeq: this.#tailSeq });
    this.#pump();
  }

  #pump(): void {
    while (this.#inFlight < IN_FLIGHT_MAX) {
      const chunk = this.#queue.shift();
      if (chunk === undefined) return;
      this.#inFlight += 1;
      this.#options.post(chunk);
    }
  }

  #fallBehind(): void {
    this.#mode = 'behind';
    if (this.#behindSince === 0) this.#behindSince = performance.now();
    if (this.#tailSeq > this.#sealedSeq) this.#seal();
    this.#maybeRefill();
  }

  #maybeRefill(): void {
    if (this.#inFlight > 0 || this.#queue.length > 0) return;
    if (this.#headSeq <= this.#tailSeq) {
      this.#goLive();
      return;
    }
    const { refill, onProblem } = this.#options;
    if (refill === undefined) {
      onProblem(`records stay at sequence ${this.#tailSeq}: there is no way to read what follows`);
      return;
    }
    this.#mode = 'refilling';
    this.refills += 1;
    void this.#catchUp(refill, this.#epoch);
  }

  async #catchUp(refill: Refill, epoch: number): Promise<void> {
    let pause = RETRY_FIRST_MS;
    while (this.#epoch === epoch && this.#isMode('refilling')) {
      const before = this.#tailSeq;
      if (this.#headSeq <= before) {
        // No turn of the event loop lies between this check and the next batch: nothing is missed.
        this.#goLive();
        if (this.#tailSeq > this.#sealedSeq) this.#schedule();
        return;
      }
      try {
        await this.#drawFrom(refill(before + 1));
      } catch (error) {
        this.#options.onProblem(`records: reading from sequence ${before + 1} failed: ${error}`);
      }
      if (this.#tailSeq > before) pause = RETRY_FIRST_MS;
      else {
        await new Promise((resolve) => setTimeout(resolve, pause).unref());
        pause = Math.min(pause * 2, RETRY_MAX_MS);
      }
    }
  }

  async #drawFrom(batches: AsyncIterable<EventRows> | Iterable<EventRows>): Promise<void> {
    const epoch = this.#epoch;
    for await (const batch of batches) {
      if (this.#epoch !== epoch || !this.#isMode('refilling')) return;
      if (batch.lastSeq > this.#headSeq) this.#headSeq = batch.lastSeq;
      if (batch.lastSeq <= this.#tailSeq) continue;
      if (batch.firstSeq > this.#tailSeq + 1) {
        throw new Error(`batch ${batch.firstSeq} follows on ${this.#tailSeq}`);
      }
      this.#accept(batch);
      const room = this.#options.bufferEventsMax / 2;
      while (this.waitingEvents > room && this.#epoch === epoch && this.#isMode('refilling')) {
        if (this.#tailSeq > this.#sealedSeq) this.#seal();
        await new Promise<void>((resolve) => {
          this.#wakeRefill = resolve;
        });
        this.#wakeRefill = null;
      }
    }
  }

  /** The mode changes while we wait, which the type checker does not know. */
  #isMode(mode: FeedMode): boolean {
    return this.#mode === mode;
  }
}
