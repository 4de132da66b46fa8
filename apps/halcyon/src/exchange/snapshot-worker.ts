/** The worker that brings snapshots forward; see takeSnapshot. One job a life. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SnapshotJob, takeSnapshot } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { ViewsReader } from './views-reader.ts';

/** What the worker is given. */
export interface SnapshotWorkerData {
  readonly job: SnapshotJob;
  readonly history: string;
}

const { job, history } = workerData as SnapshotWorkerData;
parentPort?.postMessage(takeSnapshot(new FileStorage(), job, [new ViewsReader(history, 0)]));
