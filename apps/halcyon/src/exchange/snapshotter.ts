/** Decides when a snapshot is due. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotReport } from '@halcyon/engine';
import type { VenueEngine } from './open-exchange.ts';

/** A snapshot is due after this long, if anything happened. */
const SNAPSHOT_EVERY_MS = 60 * 60 * 1000;
const CHECK_EVERY_MS = 5_000;
/** Over the bound, a snapshot is tried this often, ms. */
const OVER_BOUND_EVERY_MS = 5 * 60 * 1000;
/** Where receipts are waited for, at most this often, ms. */
const WANTED_EVERY_MS = 2 * 60 * 1000;
/**
 * So many that are asked for may follow each other like this, and one more in each of these times, ms: each
 * makes a seal, which is kept for ever.
 */
const WANTED_IN_A_ROW = 5;
const WANTED_AGAIN_MS = 10 * 60 * 1000;

/** Roots of reserves are kept for ever: with snapshots that follow each other faster there are no more, ms. */
const ROOT_EVERY_MS = 10 * 60 * 1000;

/** How much of the disk the journal may use. */
export interface DiskBounds {
  /** Bytes of segments and snapshots in all. */
  readonly bytesMax: number;
}

/** Called with what a run did, or why it failed. */
export interface SnapshotLog {
  done(report: SnapshotReport): void;
  failed(error: Error): void;
  /** The journal's folder is over its bound and a snapshot cannot make it smaller. */
  overBound(bytes: number): void;
}

/** What the operator is told of seals that a run found damaged. */
export function sealMessages({ seals }: SnapshotReport): string[] {
  return [
    ...seals.mended.map((name) => `${name} was damaged or missing and has been made again`),
    ...seals.lost.map((name) => {
      return `${name} is damaged or missing and cannot be made again: put it back from a backup`;
    }),
  ];
}

export class Snapshotter {
  private readonly venue: VenueEngine;
  private readonly log: SnapshotLog;
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private wanted = false;
  /** How many may be asked for at once, as it was then. */
  private wantedLeft = WANTED_IN_A_ROW;
  private wantedLeftAt = performance.now();
  private rootWanted = false;
  private lastRootAt = Number.NEGATIVE_INFINITY;
  private lastSeq: number;
  private lastSegment: number;
  private lastAt = performance.now();
  private warned = false;
  private readonly bounds: DiskBounds;

  constructor(venue: VenueEngine, log: SnapshotLog, bounds: DiskBounds) {
    this.venue = venue;
    this.log = log;
    this.bounds = bounds;
    this.lastSeq = venue.recovered.snapshotSeq;
    this.lastSegment = venue.writer.segmentIndex;
  }

  start(): void {
    this.timer = setInterval(() => {
      try {
        this.check();
      } catch (error) {
        // A folder that cannot be looked at is no reason to end what trades.
        this.log.failed(error instanceof Error ? error : new Error(String(error)));
      }
    }, CHECK_EVERY_MS);
  }

  /** Somebody waits for receipts to be sealed: a snapshot is due sooner. */
  want(): void {
    this.wanted = true;
  }

  /** Somebody waits for a root of reserves: a snapshot is due when there may be another one. */
  wantRoot(): void {
    this.rootWanted = true;
  }

  /** Stops; a run in progress is ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.venue.snapshots.stop();
  }

  /** Whether the folder is over its bound and new segments have come that a snapshot could free. */
  private overBound(): boolean {
    const bytes = folderBytes(this.venue.layout.journal);
    if (bytes <= this.bounds.bytesMax) return false;
    if (performance.now() - this.lastAt >= OVER_BOUND_EVERY_MS) return true;
    if (!this.warned) this.log.overBound(bytes);
    this.warned = true;
    return false;
  }

  private check(): void {
    const { engine, writer } = this.venue;
    if (this.running || engine.status === 'failed' || engine.seq === this.lastSeq) return;
    const rolled = writer.segmentIndex !== this.lastSegment;
    const waited = performance.now() - this.lastAt;
    const isSealWanted = this.wanted && this.mayBeWanted() >= 1;
    const isWanted = isSealWanted || (this.rootWanted && this.mayHaveRoot());
    const wanted = isWanted && waited >= WANTED_EVERY_MS;
    if (rolled || wanted || waited >= SNAPSHOT_EVERY_MS || this.overBound()) this.take();
  }

  private mayBeWanted(): number {
    const more = (performance.now() - this.wantedLeftAt) / WANTED_AGAIN_MS;
    return Math.min(this.wantedLeft + more, WANTED_IN_A_ROW);
  }

  private mayHaveRoot(): boolean {
    return performance.now() - this.lastRootAt >= ROOT_EVERY_MS;
  }

  private take(): void {
    const { snapshots, writer } = this.venue;
    const hasRoot = this.mayHaveRoot();
    if (hasRoot) {
      this.lastRootAt = performance.now();
      this.rootWanted = false;
    }
    if (this.wanted) {
      this.wantedLeft = Math.max(this.mayBeWanted() - 1, 0);
      this.wantedLeftAt = performance.now();
    }
    this.lastAt = performance.now();
    this.lastSegment = writer.segmentIndex;
    this.wanted = false;
    this.running = true;
    snapshots
      .take(hasRoot)
      .then(
        (report) => {
          this.lastSeq = report.seq;
          this.log.done(report);
        },
        (error: Error) => this.log.failed(error),
      )
      .finally(() => {
        this.running = false;
      });
  }
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
