/**
 * What the processes of one run of the tests share: compiled code, which a hundred starts of the same
 * program need not make a hundred times, and a data folder that has had its first start.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchRun } from './watch-run.ts';

/** Vitest runs it before the first test, in the process that starts the workers. */
export function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-run-'));
  watchRun(folder);
  // A run within a run, of which one test is, has both from the outer one.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  process.env['TEST_STARTED_FOLDER'] ??= join(folder, 'started');
}
