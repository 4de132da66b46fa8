/**
 * Commands on a folder that holds no exchange, whose modes let others in, or whose backup is damaged:
 * each says so, and leaves nothing behind that was not there.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCK_NAMES, segmentName } from '@halcyon/journal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CliCommand } from '../../apps/halcyon/src/commands/command.ts';
import { asset, instrument, loan } from '../../apps/halcyon/src/commands/instrument.ts';
import { operator, payout, withdrawal } from '../../apps/halcyon/src/commands/operator.ts';
import { paper } from '../../apps/halcyon/src/commands/paper.ts';
import { audit, deposit, key, mail, user } from '../../apps/halcyon/src/commands/people.ts';
import { readArgs } from '../../apps/halcyon/src/commands/read-args.ts';
import { replay } from '../../apps/halcyon/src/commands/replay.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const EMAIL = ['--email', 'ada@example.com'];

let exchange: ExchangeProcess;
let folder: string;

beforeAll(async () => {
  exchange = await ExchangeProcess.filled();
  folder = mkdtempSync(join(tmpdir(), 'halcyon-wrong-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await exchange.remove();
});

const NOWHERE = () => join(folder, 'nowhere', 'data');

test.each([
  ['user', 'list'],
  ['replay', '--venue', 'paper'],
])('%s %s: a folder without an exchange is named, and nothing is made', (...command) => {
  const nowhere = NOWHERE();
  expect(() => exchange.outputWith({ HALCYON_DATA: nowhere }, ...command)).toThrow(
    `${nowhere} holds no exchange`,
  );
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

/** In this process, which has loaded the code already. */
const COMMANDS: readonly [CliCommand, ...words: string[]][] = [
  [user, 'user', 'fees', ...EMAIL],
  [user, 'user', 'freeze', ...EMAIL],
  [key, 'key', 'list', ...EMAIL],
  [operator, 'operator', 'list'],
  [withdrawal, 'withdrawal', 'list'],
  [deposit, 'deposit', 'list'],
  [payout, 'payout', 'list'],
  [mail, 'mail', 'list'],
  [audit, 'audit', 'list'],
  [asset, 'asset', 'list'],
  [instrument, 'instrument', 'list'],
  [loan, 'loan', 'list'],
  [paper, 'paper', 'status'],
  [replay, 'replay'],
];

test.each(COMMANDS)('so do %o %s %s', async (command, name, ...words) => {
  const nowhere = NOWHERE();
  vi.stubEnv('HALCYON_DATA', nowhere);
  const run = async () => command(readArgs(name, words));
  await expect(run()).rejects.toThrow(`${nowhere} holds no exchange`);
  vi.unstubAllEnvs();
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test('a backup of a folder without an exchange makes neither an exchange nor a backup', () => {
  const [nowhere, to] = [join(folder, 'nowhere'), join(folder, 'backup-of-nothing')];
  expect(() => exchange.outputWith({ HALCYON_DATA: nowhere }, 'backup', '--to', to)).toThrow(
    `${nowhere} holds no exchange`,
  );
  expect([nowhere, to].filter((path) => existsSync(path))).toEqual([]);
});

test('a data folder that others may enter is closed to them', () => {
  chmodSync(exchange.folder, 0o755);
  exchange.output('user', 'list');
  expect(statSync(exchange.folder).mode & 0o777).toBe(0o700);
});

test.each([
  ['segment of the journal', join('live', segmentName(1))],
  ['database', 'identity.db'],
])('a restore of a backup with a damaged %s leaves nothing in its folder', (_name, file) => {
  const [from, to] = [join(folder, 'backup'), join(folder, 'restored')];
  if (!existsSync(from)) exchange.output('backup', '--to', from);
  const damaged = join(folder, 'damaged');
  cpSync(from, damaged, { recursive: true });
  truncateSync(join(damaged, file), 5_000);
  const restore = () => exchange.outputWith({ HALCYON_DATA: to }, 'restore', '--from', damaged);
  expect(restore).toThrow(/FAULT/);
  expect(existsSync(to)).toBe(false);
  // A folder that was there stays, empty.
  mkdirSync(to);
  expect(restore).toThrow(/FAULT/);
  expect(readdirSync(to).filter((name) => !LOCK_NAMES.includes(name))).toEqual([]);
  rmSync(to, { recursive: true });
  rmSync(damaged, { recursive: true });
});

test('bench names what there is', () => {
  expect(() => exchange.output('bench', '--only', 'nosuch')).toThrow(
    /bench: --only "nosuch" is none of contracts, copying, core, export, .*server, start/,
  );
});
