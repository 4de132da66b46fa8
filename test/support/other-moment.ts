/**
 * Loaded before everything else of a process (`node --import`): its clock is ahead. The file that
 * TEST_MOMENT names says how far, as JSON; where there is none, nothing is different.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';

/** What the file says. */
export interface OtherMoment {
  /** How far ahead the clock is, ms. */
  readonly aheadMs?: number;
}

const file = process.env['TEST_MOMENT'] ?? '';
const moment = fs.existsSync(file)
  ? (JSON.parse(fs.readFileSync(file, 'utf8')) as OtherMoment)
  : {};
if (moment.aheadMs !== undefined) moveClock(moment.aheadMs);

/** Threads that begin with no options of their process have the same clock. */
function moveClock(ms: number): void {
  const now = Date.now;
  Date.now = () => now() + ms;
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(program: string | URL, { execArgv, ...options }: WorkerOptions = {}) {
      const own = execArgv && { execArgv: [...execArgv, `--import=${import.meta.url}`] };
      super(program, { ...options, ...own });
    }
  };
  syncBuiltinESMExports();
}
