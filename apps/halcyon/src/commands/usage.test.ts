import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { checkArgs, USAGE, usageOf } from './usage.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

/** Help is for a pager or a search: it is what standard output has. */
function told(args: readonly string[]): [string, string, number | null] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
  });
  return [stdout, stderr, status];
}

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
    expect(told(args)).toEqual([`${usageOf('key')}\n`, '', 0]);
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
  const said = `halcyon: there is no command ${named}: halcyon --help lists them\n`;
  expect(told(args)).toEqual(['', said, 2]);
});

test('help of everything has every command', () => {
  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    expect(told(args)).toEqual([`${USAGE}\n`, '', 0]);
  }
});

test.each([
  [['start', 'extra'], 'start: "extra" is too much: halcyon start --help'],
  [['start', '--email', 'a'], 'start has no option --email: halcyon start --help'],
  [['audit', 'list', '--limit', 'x'], 'audit has no option --limit: halcyon audit --help'],
  [['user', 'list', 'extra'], 'user: "extra" is too much: halcyon user --help'],
  [['verify', 'extra'], 'verify: "extra" is too much: halcyon verify --help'],
  [['instrument', 'set'], 'instrument set: a name is missing: halcyon instrument --help'],
  [['instrument', 'set', 'A', 'B', '--tick', '1'], 'instrument set: one SYMBOL only'],
  [['loan', 'fund'], 'loan fund: a name is missing: halcyon loan --help'],
  [['contract', 'set'], 'contract set: a name is missing: halcyon contract --help'],
  [['start', '--bogus'], 'start has no option --bogus: halcyon start --help'],
  [['mail', 'list', '-x'], 'mail has no option -x: halcyon mail --help'],
  [['user', 'list', '--no-all'], 'user has no option --no-all: halcyon user --help'],
  [['user', 'list', '--a\nb'], 'user has no option "--a\\nb": halcyon user --help'],
  [['mail', 'list', '--email'], 'mail: --email needs a value'],
  [
    ['user', 'create', '--email', '--password', 'p'],
    'user: --email needs a value; one that begins with a dash is written --email=-…',
  ],
  [['user', 'list', '--all=yes'], 'user: --all takes no value'],
  [['asset', 'add'], 'asset add: a name is missing: halcyon asset --help'],
])('what a command does not take is refused before anything is opened: %j', (args, said) => {
  const env = { ...process.env, HALCYON_DATA: join(import.meta.dirname, 'no-such-folder') };
  const { stderr, stdout, status } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  expect([stderr, stdout, status]).toEqual([`halcyon: ${said}\n`, '', 2]);
  expect(existsSync(env.HALCYON_DATA)).toBe(false);
});

test('the options of a command are those that its help has, and those it shares', () => {
  const args = (options: Record<string, string | boolean>) => ({ positionals: [], options });
  expect(() => checkArgs('contract', args({ tick: '1', 'funding-hours': '8' }))).not.toThrow();
  expect(() => checkArgs('operator', args({ reason: 'x', 'secret-file': 'f' }))).not.toThrow();
  expect(() => checkArgs('withdrawal', args({ level: '1' }))).toThrow('has no option --level');
});
