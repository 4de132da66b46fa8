/**
 * The views of a long replay, built in a thread of their own while this one applies commands: rows
 * go over, and in the end the views' memory comes back.
 */
import { Worker } from 'node:worker_threads';
import type { LogBatch } from '@halcyon/domain';
import type { EventFollower } from '@halcyon/engine';
import { WorkerInbox } from '@halcyon/journal';
import type { ViewsImage } from '@halcyon/views';
import type { ViewsAnswer, ViewsOrder } from './views-worker.ts';

/** Batches that may wait over there. */
const BATCHES_AHEAD = 32;
/** Lanes for the rows of one batch; the log makes backpressure for more. */
const LANES = 65_536;

export class ViewsApart implements EventFollower {
  readonly name = 'views';
  private readonly worker: Worker;
  private readonly inbox: WorkerInbox<ViewsAnswer>;
  /** Batches without an answer yet. */
  private waiting = 0;
  /** Memory that came back: asked for anew it is made page by page. */
  private readonly spare: Float64Array<ArrayBuffer>[] = [];

  constructor(historyFolder: string) {
    this.worker = new Worker(new URL('./views-worker.ts', import.meta.url), {
      workerData: historyFolder,
      execArgv: [],
      name: 'views',
    });
    this.inbox = new WorkerInbox(this.worker);
  }

  /** @param parts are moved: their bytes are gone here afterwards */
  restore(parts: ReadonlyMap<string, Uint8Array>): void {
    const buffers = new Set([...parts.values()].map(({ buffer }) => buffer as ArrayBuffer));
    this.post({ kind: 'restore', parts }, [...buffers]);
  }

  replay({ firstSeq, lastSeq, time, log }: LogBatch): void {
    const memory = log.handOver(this.spare.pop() ?? new Float64Array(LANES));
    this.waiting += 1;
    this.post({ kind: 'rows', firstSeq, lastSeq, time, memory }, [memory.f64.buffer]);
  }

  /** Backpressure: resolves when few enough batches wait over there. @throws what went wrong there */
  async backpressure(): Promise<void> {
    for (; this.waiting >= BATCHES_AHEAD; this.waiting -= 1) {
      const answer = await this.next();
      if (answer.kind === 'taken') this.spare.push(answer.lanes);
    }
  }

  /** The views after everything that was replayed. @throws what went wrong there */
  async finish(): Promise<ViewsImage> {
    this.post({ kind: 'finish' }, []);
    for (;;) {
      const answer = await this.next();
      if (answer.kind === 'done') return answer.image;
    }
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private async next(): Promise<ViewsAnswer> {
    try {
      return await this.inbox.next();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`the views cannot be built from the journal: ${why}`, { cause });
    }
  }

  private post(order: ViewsOrder, transfer: ArrayBuffer[]): void {
    this.worker.postMessage(order, transfer);
  }
}
