/** The thread that watches; see limitTime. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { TimeLimit } from './time-limit.ts';

const { ms, message } = workerData as TimeLimit;

setTimeout(() => {
  writeSync(2, message);
  process.kill(process.pid, 'SIGKILL');
}, ms);
