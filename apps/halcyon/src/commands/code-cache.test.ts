import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'code-cache.ts');
/** A thread tells where it looks for compiled code. */
const THREAD = `
  import { getCompileCacheDir } from 'node:module';
  console.log(getCompileCacheDir());
`;
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  const { useCodeCache } = await import(${JSON.stringify(MODULE)});
  useCodeCache();
  new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(THREAD)})));
`;

/** What a thread of a process with the cache prints. */
function run(folder: string | undefined): string {
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  const args = ['--input-type=module', '-e', PROGRAM];
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stdout.trim();
}

test('threads use the cache too, beside the packages or where the operator says', () => {
  expect(run(undefined)).toContain(join('node_modules', '.cache', 'halcyon'));
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-code-'));
  try {
    expect(run(folder)).toContain(folder);
    expect(readdirSync(folder)).not.toHaveLength(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
