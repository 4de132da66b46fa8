/** A run of the tests that is ended by a signal leaves nothing behind. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runningProcesses } from '../support/running-processes.ts';

const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const CONFIG = join(import.meta.dirname, 'vitest.config.ts');

let folder: string;

beforeEach(() => {
  // A short name: the path of a socket has few characters.
  folder = mkdtempSync(join(tmpdir(), 'end-'));
  // The database has a user of its own.
  chmodSync(folder, 0o711);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The processes that a process has started, those that these have started, and so on. */
function descendants(pid: number): number[] {
  const processes = runningProcesses();
  const found = [pid];
  for (const each of found) {
    found.push(...processes.filter(({ parent }) => parent === each).map((child) => child.pid));
  }
  return found.slice(1);
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('%s', async (signal) => {
  const started = join(folder, 'started');
  const run = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, '--root', ROOT], {
    env: { ...process.env, RUN_END_STARTED: started, TMPDIR: folder },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => run.once('exit', resolve));
  await expect.poll(() => existsSync(started), { timeout: 120_000 }).toBe(true);
  const all = descendants(run.pid!);
  // Watchers, a worker, an exchange, a database and a browser with their own, one that hears nothing.
  expect(all.length).toBeGreaterThan(10);
  run.kill(signal);
  await ended;
  const left = (): number[] =>
    runningProcesses().flatMap(({ pid }) => (all.includes(pid) ? pid : []));
  await expect.poll(left).toEqual([]);
});
