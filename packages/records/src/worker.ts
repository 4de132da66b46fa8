/** Entry of the worker thread: SQL runs here and nowhere else. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerConfig } from './protocol.ts';
import { RecordsServer } from './records-server.ts';

const port = parentPort;
if (port === null) throw new Error('worker.ts must be started as a worker thread');

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer);
};

try {
  const server = await RecordsServer.open(workerData as WorkerConfig, post);
  port.on('message', (message: ToWorker) => server.handle(message));
} catch (error) {
  post({ kind: 'failedToStart', message: error instanceof Error ? error.message : String(error) });
}
