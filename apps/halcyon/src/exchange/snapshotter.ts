/** Decides when a snapshot is due and has a worker take it, one at a time. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SnapshotReport } from '@halcyon/engine';
import type { VenueEngine } from './open-exchange.ts';
import type { SnapshotWorkerData } from './snapshot-worker.ts';

/** A snapshot is due after this long, if anything happened. */
const SNAPSHOT_EVERY_MS = 60 * 60 * 1000;
const CHECK_EVERY_MS = 5_000;
/** Over the bound, a snapshot is tried this often, ms. */
const OVER_BOUND_EVERY_MS = 5 * 60 * 1000;

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

export class Snapshotter {
  private readonly venue: VenueEngine;
  private readonly log: SnapshotLog;
  private timer: NodeJS.Timeout | undefined;
  private worker: Worker | null = null;
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

  /** Takes a snapshot of what is committed now; resolves when it is durable. */
  take(): Promise<SnapshotReport> {
    const { engine, layout, writer } = this.venue;
    const job = {
      directory: layout.journal,
      venue: layout.venue,
      toSeq: engine.seq,
      chain: engine.chain,
    };
    const data: SnapshotWorkerData = { job, history: layout.history };
    this.lastAt = performance.now();
    this.lastSegment = writer.segmentIndex;
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
        workerData: data,
      });
      this.worker = worker;
      worker.once('message', (report: SnapshotReport) => {
        this.lastSeq = report.seq;
        resolve(report);
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        this.worker = null;
        reject(new Error('the snapshot worker ended without a snapshot'));
      });
    });
  }

  /** Stops; a run in progress is ended (its file is not yet one). */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.terminate();
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
    if (this.worker !== null || engine.status === 'failed' || engine.seq === this.lastSeq) return;
    const rolled = writer.segmentIndex !== this.lastSegment;
    const due = rolled || performance.now() - this.lastAt >= SNAPSHOT_EVERY_MS;
    if (!due && !this.overBound()) return;
    this.take().then(
      (report) => this.log.done(report),
      (error: Error) => this.log.failed(error),
    );
  }
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
