/** Entry of the worker thread: SQL runs here and nowhere else. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerConfig } from './protocol.ts';
import { RecordsServer } from './records-server.ts';
import { RECORDS_NICE, yieldTo } from './thread-priority.ts';

const port = parentPort;
if (port === null) throw new Error('worker.ts must be started as a worker thread');

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer);
};

const config = workerData as WorkerConfig;
yieldTo(RECORDS_NICE);

try {
  const server = await RecordsServer.open(config, post);
  yieldTo(config.nice);
  port.on('message', (message: ToWorker) => server.handle(message));
} catch (error) {
  post({ kind: 'failedToStart', message: error instanceof Error ? error.message : String(error) });
}
