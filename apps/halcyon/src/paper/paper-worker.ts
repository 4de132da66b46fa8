/** The thread of the paper venue; see PaperHost. One life a start. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromPaper, PaperSetup, ToPaper } from './messages.ts';
import { PaperHost } from './paper-host.ts';

/** Far below the live venue's thread and below its records. */
const NICE = 15;

const port = parentPort;
if (port === null) throw new Error('paper-worker.ts must be started as a worker thread');

const post = (message: FromPaper, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer);
};

// On Linux this is the thread alone; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(NICE);

const host = await PaperHost.open(workerData as PaperSetup, post);
port.on('message', (message: ToPaper) => {
  if (message.kind !== 'stop') {
    host.handle(message);
    return;
  }
  host.stop().finally(() => process.exit(0));
});
host.run();
