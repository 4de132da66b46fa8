/** Has workers take snapshots of a venue, one after the other: each begins where the last one ended. */
import { Worker } from 'node:worker_threads';
import type { Engine, SnapshotJob, SnapshotReport } from '@halcyon/engine';
import { readExchangeFile } from './exchange-file.ts';
import type { Layout } from './layout.ts';
import type { SnapshotWorkerData } from './snapshot-worker.ts';

export class SnapshotRuns {
  private readonly layout: Layout;
  private readonly engine: Engine;
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(layout: Layout, engine: Engine) {
    this.layout = layout;
    this.engine = engine;
  }

  /**
   * Takes a snapshot of what is committed when its turn comes; resolves when it is durable.
   * @param hasRoot whether a root of reserves is made with it
   */
  take(hasRoot = true): Promise<SnapshotReport> {
    const run = this.last.then(() => this.run(hasRoot));
    this.last = run.catch(() => undefined);
    return run;
  }

  /** A run in progress is ended (its file is not yet one). */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.worker?.terminate();
  }

  private run(hasRoot: boolean): Promise<SnapshotReport> {
    if (this.stopped) return Promise.reject(new Error('the exchange stops'));
    const { engine, layout } = this;
    const exchange = readExchangeFile(layout)?.id;
    const job: SnapshotJob = {
      directory: layout.journal,
      venue: layout.venue,
      toSeq: engine.seq,
      chain: engine.chain,
      ...(exchange === undefined ? {} : { exchange }),
      ...(hasRoot ? {} : { root: false }),
    };
    const data: SnapshotWorkerData = { job, history: layout.history };
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
        workerData: data,
      });
      this.worker = worker;
      let report: SnapshotReport | null = null;
      worker.once('message', (told: SnapshotReport) => {
        report = told;
      });
      worker.once('error', reject);
      // Not before: the next run would find this one's thread beside it.
      worker.once('exit', () => {
        this.worker = null;
        if (report !== null) resolve(report);
        else reject(new Error('the snapshot worker ended without a snapshot'));
      });
    });
  }
}
