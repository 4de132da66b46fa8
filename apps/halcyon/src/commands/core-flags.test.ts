import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { CORE_FLAGS } from './core-flags.ts';

test('this Node knows the flags', () => {
  const { status, stderr } = spawnSync(process.execPath, [...CORE_FLAGS, '-e', '0'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const unknown = spawnSync(process.execPath, ['--max-inlined-nothing=1', '-e', '0']);
  expect(unknown.status).not.toBe(0);
});
