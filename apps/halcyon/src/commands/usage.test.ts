import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { USAGE, usageOf } from './usage.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

test('help of a command is its lines alone', () => {
  expect(usageOf('mail')).toMatch(/^ {2}mail list/);
  expect(usageOf('verify').split('\n')).toHaveLength(3);
  expect(usageOf('contract')).toContain('--funding-cap');
  expect(usageOf('contract')).not.toContain('loan list');
});

test('the program tells its version, and help by either way', () => {
  expect(execFileSync(process.execPath, [MAIN, '--version'], { encoding: 'utf8' }).trim()).toBe(
    manifest.version,
  );
  for (const args of [
    ['help', 'key'],
    ['key', '--help'],
  ]) {
    const { stderr, status } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
    expect([stderr.trimEnd(), status]).toEqual([usageOf('key'), 0]);
  }
});

test.each([
  [['nosuch'], '"nosuch"'],
  [['--nosuch'], '"--nosuch"'],
  [['help', 'nosuch'], '"nosuch"'],
  [['--help', 'toString'], '"toString"'],
  [['x'.repeat(5_000)], `"${'x'.repeat(40)}…"`],
  [['a\nb'], '"a\\nb"'],
])('what is no command is named in one line: %j', (args, named) => {
  const { stderr, stdout, status } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
  });
  expect([stderr, stdout, status]).toEqual([
    `halcyon: there is no command ${named}: halcyon --help lists them\n`,
    '',
    2,
  ]);
});

test('help of everything has every command', () => {
  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    const { stderr, status } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
    expect([stderr.trimEnd(), status]).toEqual([USAGE, 0]);
  }
});
