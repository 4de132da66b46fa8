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
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.each([
  ['user', 'list'],
  ['user', 'fees', ...EMAIL],
  ['user', 'freeze', ...EMAIL],
  ['key', 'list', ...EMAIL],
  ['operator', 'list'],
  ['withdrawal', 'list'],
  ['deposit', 'list'],
  ['payout', 'list'],
  ['mail', 'list'],
  ['audit', 'list'],
  ['asset', 'list'],
  ['instrument', 'list'],
  ['loan', 'list'],
  ['paper', 'status'],
  ['replay'],
  ['replay', '--venue', 'paper'],
])('%s %s: a folder without an exchange is named, and nothing is made', (...command) => {
  const nowhere = join(folder, 'nowhere', 'data');
  expect(() => exchange.outputWith({ HALCYON_DATA: nowhere }, ...command)).toThrow(
    `${nowhere} holds no exchange`,
  );
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
    /bench: --only "nosuch" is none of contracts, core, export, .*server, start/,
  );
});
