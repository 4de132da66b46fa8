import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { SourcesWorkerData } from './sources-worker.ts';

/** Throws where nobody waits for it, as the code of one exchange may. */
const FAULTS = `setTimeout(() => {
  Promise.reject(new Error('nobody waits'));
  setTimeout(() => { throw new Error('nobody catches'); });
});`;

test('what is thrown where nobody waits for it is told, and the thread goes on', async () => {
  const workerData: SourcesWorkerData = { sources: [], markets: [] };
  const worker = new Worker(new URL('./sources-worker.ts', import.meta.url), {
    workerData,
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(FAULTS)}`],
  });
  const problems: string[] = [];
  const both = new Promise<void>((resolve) => {
    worker.on('message', ({ kind, message }: { kind: string; message?: string }) => {
      if (kind === 'problem') problems.push(message ?? '');
      if (problems.length === 2) resolve();
    });
  });
  await both;
  expect(problems).toEqual(['a fault: nobody waits', 'a fault: nobody catches']);
  const ended = once(worker, 'exit');
  worker.postMessage({ kind: 'stop' });
  expect(await ended).toEqual([0]);
});
