/**
 * A process that outlives a run of the tests and cleans up after it: what the run's processes were
 * started with names its folder, and whoever has that name ends. It waits for the end of its input,
 * which comes when the run's main process ends, also by a signal that nobody can hear.
 */
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProcess, runningProcesses, wasGiven } from './running-processes.ts';

/** So long may what was asked to end take for it: a database has memory of the system to give back. */
const GRACE_MS = 10_000;

function processesOf(folder: string): RunningProcess[] {
  return runningProcesses().filter((each) => wasGiven(each, 'TEST_RUN_FOLDER', folder));
}

function signal(processes: readonly RunningProcess[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since.
    }
  }
}

const folder = process.argv[2]!;
await text(process.stdin);
let left = processesOf(folder);
signal(left, 'SIGTERM');
for (const until = Date.now() + GRACE_MS; left.length > 0; left = processesOf(folder)) {
  if (Date.now() > until) signal(left, 'SIGKILL');
  await pause(100);
}
rmSync(folder, { recursive: true, force: true });
