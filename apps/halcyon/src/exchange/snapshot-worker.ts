/** The worker that brings snapshots forward; see takeSnapshot. One job a life. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SnapshotJob, takeSnapshot } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { RECORDS_NICE, yieldTo, yieldToAll } from '@halcyon/records/thread-priority';
import { ViewsReader } from './views-reader.ts';

/** What the worker is given. */
export interface SnapshotWorkerData {
  readonly job: SnapshotJob;
  readonly history: string;
}

// Nobody waits for a snapshot; as far behind the engine as the records.
yieldTo(RECORDS_NICE);
const { job, history } = workerData as SnapshotWorkerData;
const readers = [new ViewsReader(history, 0)];
parentPort?.postMessage(takeSnapshot(new FileStorage(), job, readers, yieldToAll));
