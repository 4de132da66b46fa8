/**
 * From disk to state: the newest sound snapshot, then the journal's records after it. Readers
 * (views, records) ride along: they are restored from the snapshot and then given every batch.
 */
import { Core, type CoreParts, PREFETCH_MAX, RULES_VERSION, restoreCore } from '@halcyon/core';
import {
  type Command,
  CommandDecoder,
  type CommandKind,
  copyRows,
  type EventBatch,
  type EventRows,
  type LogBatch,
} from '@halcyon/domain';
import {
  JournalDamageError,
  JournalTail,
  listSnapshots,
  loadSnapshot,
  readSnapshot,
  type Snapshot,
  type Storage,
} from '@halcyon/journal';

/** Commands whose events are handed on at once during a replay. */
const REPLAY_BATCH = 200;

/**
 * Resting orders that a venue's core has room for from the beginning, so that it does not stop to grow
 * while it trades: as many as one length of the index's ring serves. What it costs: decision 0020.
 */
export const ORDERS_CAPACITY = 98_304;

/** Commands read at once for a reader that has fallen behind. */
const REFILL_BATCH = 1_000;

/** Something that follows the core's events and can start from a snapshot. */
export interface EventFollower {
  /** Its parts are stored under `name/…`. */
  readonly name: string;
  /** Takes the next commands' rows; the same as taking their events. */
  replay(batch: LogBatch): void;
  restore(parts: ReadonlyMap<string, Uint8Array>): void;
}

/** A follower that can be part of a snapshot. */
export interface Reader extends EventFollower {
  serialize(): ReadonlyMap<string, Uint8Array>;
}

/** Applies journal records to a core and hands the events to whoever follows. */
export class Replayer {
  readonly core: Core;
  /** One for each of the commands that are looked at together: a decoder uses its objects again. */
  private readonly decoders = Array.from({ length: PREFETCH_MAX }, () => new CommandDecoder());
  /** What they decoded, and its kinds; the first `waiting` are not applied yet. */
  private readonly commands: Command[] = [];
  private readonly kinds: CommandKind[] = [];
  private waiting = 0;
  private readonly onLog: ((batch: LogBatch) => void) | null;
  private readonly batchMax: number;
  private firstSeq: number;

  /**
   * @param onLog is shown what happened; null drops it unread
   * @param batchMax commands that it is shown at once; by default so few that their rows stay in
   * the processor's cache
   */
  constructor(core: Core, onLog: ((batch: LogBatch) => void) | null, batchMax = REPLAY_BATCH) {
    this.core = core;
    this.onLog = onLog;
    this.batchMax = batchMax;
    this.firstSeq = core.state.seq + 1;
  }

  /** One record of the journal; a RecordHandler. It is applied with those around it. */
  readonly record = (_seq: number, bytes: Uint8Array, offset: number, length: number): void => {
    const decoder = this.decoders[this.waiting]!;
    this.commands[this.waiting] = decoder.decode(bytes, offset, length);
    this.kinds[this.waiting] = decoder.kind;
    this.waiting += 1;
    if (this.waiting === PREFETCH_MAX) this.apply();
  };

  /** Applies what is left and hands it on. */
  flush(): void {
    this.apply();
    this.handOn();
  }

  private apply(): void {
    const { core, commands, kinds, waiting } = this;
    if (waiting === PREFETCH_MAX && core.prefetchPays) core.prefetch(commands, kinds);
    for (let i = 0; i < waiting; i++) {
      core.apply(commands[i]!, kinds[i]!);
      if (core.state.seq - this.firstSeq + 1 >= this.batchMax) this.handOn();
    }
    this.waiting = 0;
  }

  private handOn(): void {
    const { seq, time, log } = this.core.state;
    if (seq < this.firstSeq) return;
    this.onLog?.({ firstSeq: this.firstSeq, lastSeq: seq, time, log });
    log.reset();
    this.firstSeq = seq + 1;
  }
}

/** A core as the newest sound snapshot has it, with its readers restored. */
export interface StartPoint {
  readonly core: Core;
  /** The snapshot it came from; undefined = from nothing. */
  readonly snapshot: Snapshot | undefined;
  /** Newer snapshot files that were damaged, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Loads the newest sound snapshot, or starts empty.
 * @param room resting orders that the core has room for from the beginning
 */
export function loadStartPoint(
  storage: Storage,
  directory: string,
  readers: readonly EventFollower[],
  room = 0,
): StartPoint {
  const { snapshot, skipped } = loadSnapshot(storage, directory, RULES_VERSION);
  if (snapshot === undefined) return { core: new Core(room), snapshot, skipped };
  return { core: restoreFrom(snapshot, readers, room), snapshot, skipped };
}

/** The events of a replayed log as objects, for those who keep them. */
export function eventsOf({ firstSeq, lastSeq, time, log }: LogBatch): EventBatch {
  return { firstSeq, lastSeq, time, events: log.decode() };
}

/** A core and readers as one snapshot has them. @param room see `loadStartPoint` */
export function restoreFrom(snapshot: Snapshot, readers: readonly EventFollower[], room = 0): Core {
  for (const reader of readers) reader.restore(partsOf(snapshot.parts, `${reader.name}/`));
  return restoreCore(partsOf(snapshot.parts, 'core/'), room);
}

function partsOf(parts: ReadonlyMap<string, Uint8Array>, prefix: string): CoreParts {
  const own = new Map<string, Uint8Array>();
  for (const [name, bytes] of parts) {
    if (name.startsWith(prefix)) own.set(name.slice(prefix.length), bytes);
  }
  return own;
}

/** Where a journal is and whose it is. */
export interface JournalPlace {
  readonly storage: Storage;
  readonly directory: string;
  readonly venue: string;
}

/**
 * The events from a sequence on, read again from the journal while it may be written on: for a reader
 * that has fallen behind or starts over.
 */
export class EventTail {
  private readonly fromSeq: number;
  private readonly core: Core;
  private readonly replayer: Replayer;
  private readonly tail: JournalTail;
  private readonly ready: EventRows[] = [];

  /** @throws when `fromSeq` lies before everything that is kept */
  constructor({ storage, directory, venue }: JournalPlace, fromSeq: number) {
    this.fromSeq = fromSeq;
    this.core = coreBefore(storage, directory, fromSeq);
    this.replayer = new Replayer(this.core, (batch) => this.take(batch));
    this.tail = new JournalTail(storage, directory, {
      venue,
      rulesVersion: RULES_VERSION,
      fromSeq: this.core.state.seq + 1,
    });
  }

  /** The next batch of those up to `head`, a durable sequence; null = there is none. */
  next(head: number): EventRows | null {
    for (;;) {
      const batch = this.ready.shift();
      if (batch !== undefined) return batch;
      const { seq } = this.core.state;
      if (seq >= head) return null;
      // A batch of its own ends before the first one that is asked for.
      const before = this.fromSeq - 1;
      const end = Math.min(seq + REFILL_BATCH, head);
      this.tail.readTo(seq < before ? Math.min(end, before) : end, this.replayer.record);
      this.replayer.flush();
    }
  }

  private take(batch: LogBatch): void {
    if (batch.firstSeq >= this.fromSeq) this.ready.push(copyRows(batch));
  }

  close(): void {
    this.tail.close();
  }
}

/** A core from the newest sound snapshot before `fromSeq`; a damaged one is passed over. */
function coreBefore(storage: Storage, directory: string, fromSeq: number): Core {
  for (const { seq, path } of listSnapshots(storage, directory)) {
    if (seq >= fromSeq) continue;
    try {
      return restoreFrom(readSnapshot(storage, path), []);
    } catch (error) {
      if (!(error instanceof JournalDamageError)) throw error;
    }
  }
  return new Core();
}
