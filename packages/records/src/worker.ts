/** Entry of the worker thread: SQL runs here and nowhere else. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerConfig } from './protocol.ts';
import { RecordsServer } from './records-server.ts';

/** Below the engine's thread: rows may come a little later than answers. */
const NICE = 5;

const port = parentPort;
if (port === null) throw new Error('worker.ts must be started as a worker thread');

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer);
};

// On Linux this is the thread alone; elsewhere it would be the whole process.
if (process.platform === 'linux' && getPriority() < NICE) setPriority(NICE);

try {
  const server = await RecordsServer.open(workerData as WorkerConfig, post);
  port.on('message', (message: ToWorker) => server.handle(message));
} catch (error) {
  post({ kind: 'failedToStart', message: error instanceof Error ? error.message : String(error) });
}
