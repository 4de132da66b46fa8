/** The thread of the paper venue; see PaperHost. One life a start. */
import { parentPort, workerData } from 'node:worker_threads';
import { RECORDS_NICE, yieldTo } from '@halcyon/records';
import type { FromPaper, PaperSetup, ToPaper } from './messages.ts';
import { PAPER_NICE, PaperHost } from './paper-host.ts';

const port = parentPort;
if (port === null) throw new Error('paper-worker.ts must be started as a worker thread');

const post = (message: FromPaper, transfer: ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer);
};

// People wait for a venue that opens: far behind everything else, a busy machine would let it open
// minutes later.
yieldTo(RECORDS_NICE);
const host = await PaperHost.open(workerData as PaperSetup, post);
yieldTo(PAPER_NICE);
port.on('message', (message: ToPaper) => {
  if (message.kind !== 'stop') {
    host.handle(message);
    return;
  }
  host.stop().finally(() => process.exit(0));
});
host.run();
