/**
 * What the processes of one run of the tests share: compiled code, which a hundred starts of the same
 * program need not make a hundred times, and a data folder that has had its first start.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest runs it before the first test, in the process that starts the workers. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-run-'));
  process.env['TEST_RUN_FOLDER'] = folder;
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true });
}
