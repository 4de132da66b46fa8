import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LOADER = 'stripped-sources.mjs';
// In a worker of its own too: what says how to load is inherited.
const PROGRAM = `
  import { isMainThread, Worker } from 'node:worker_threads';
  import { unit } from './beside/unit.ts';
  const answer: number = 42 * unit;
  const stripper = process.moduleLoadList.some((name: string) => name.includes('amaro'));
  console.log(answer, stripper);
  if (isMainThread) new Worker(new URL(import.meta.url));
`;

let root: string;
let program: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-stripped-'));
  program = join(root, 'program.ts');
  mkdirSync(join(root, 'a/b/c/d'), { recursive: true });
  cpSync(join(import.meta.dirname, LOADER), join(root, 'a/b/c/d', LOADER));
  mkdirSync(join(root, 'beside'));
  writeFileSync(join(root, 'beside/unit.ts'), 'export const unit: number = 1;');
  writeFileSync(program, PROGRAM);
});

afterAll(() => rmSync(root, { recursive: true }));

function keptFiles(): string[] {
  const cache = join(root, 'node_modules/.cache');
  return readdirSync(cache).flatMap((folder) =>
    readdirSync(join(cache, folder)).map((name) => join(cache, folder, name)),
  );
}

/** Lines of the main thread and of the worker: the answer, and whether types had to be stripped. */
function run(): string[] {
  const flag = `--import=${join(root, 'a/b/c/d', LOADER)}`;
  const { stdout, stderr } = spawnSync(process.execPath, [flag, program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('where nothing can be kept, every start strips', () => {
  writeFileSync(join(root, 'node_modules'), 'not a folder');
  for (let start = 0; start < 2; start++) expect(run()).toEqual(['42 true', '42 true']);
  rmSync(join(root, 'node_modules'));
});

test('what one start stripped the next ones load, until it changes', () => {
  expect(run()).toEqual(['42 true', '42 false']);
  for (let start = 0; start < 2; start++) expect(run()).toEqual(['42 false', '42 false']);
  writeFileSync(program, PROGRAM.replaceAll('42', '43'));
  expect(run()).toEqual(['43 true', '43 false']);
  expect(keptFiles()).toHaveLength(3);
});

test('what a crash left damaged is stripped again', () => {
  expect(run()).toEqual(['43 false', '43 false']);
  for (const length of [0, 1, 60, 200]) {
    for (const file of keptFiles()) truncateSync(file, length);
    expect(run()).toEqual(['43 true', '43 false']);
  }
  for (const file of keptFiles()) writeFileSync(file, '\0'.repeat(500));
  expect(run()).toEqual(['43 true', '43 false']);
});
