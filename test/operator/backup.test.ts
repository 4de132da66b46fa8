/**
 * An exchange on PostgreSQL, copied while it runs and started again from the copy alone; and folders that
 * no copy can go to, which never hold up a running exchange.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireEmptyTarget, requireRoom } from '../../apps/halcyon/src/commands/target-folder.ts';
import { linesOf } from '../../packages/flow/src/recorded/lines.ts';
import { startPostgres, type TestPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'plum tree under rain 77';

const RATES = '{ "date": "2026-01-31", "rates": { "EUR": "0.85" } }';
/** All of an exchange that is not elsewhere. */
const HELD = [
  ...['live', 'paper', 'records.db', 'paper_records.db', 'identity.db'],
  ...['secrets.key', 'currency-rates.json'],
];

let postgres: TestPostgres;
const exchanges: ExchangeProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'halcyon-copy-'));

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  for (const exchange of exchanges) await exchange.remove();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Its address; the setting wants a host where a socket's address has none. */
async function emptyDatabase(): Promise<string> {
  return (await postgres.createDatabase()).replace('@/', '@localhost/');
}

/** Where somebody who signs in stands in both venues: what they have, and the ledger's rows. */
async function accountOf(exchange: ExchangeProcess): Promise<unknown[]> {
  const login = await fetch(`${exchange.baseUrl}/api/web/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const read = async (path: string, venue: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(`${exchange.baseUrl}/api/v2/spot/account/${path}`, {
      headers: { cookie, ...venue },
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  const paper = { paptrading: '1' };
  const live = [read('assets'), read('bills')];
  return Promise.all([...live, read('assets', paper), read('bills', paper)]);
}

describe('a folder that cannot take a backup', () => {
  let exchange: ExchangeProcess;

  beforeAll(async () => {
    exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
    exchanges.push(exchange);
  });

  test.each([
    ['cannot be made', '/proc/halcyon/backup', /the folder \/proc\/halcyon cannot be made/],
    ['is a file', join(import.meta.filename, 'backup'), /backup\.test\.ts is a file/],
    ['has something in it', import.meta.dirname, /is not empty/],
  ])('one that %s: said at once, and the exchange goes on', async (_name, to, words) => {
    await expect(exchange.run('backup', '--to', to)).rejects.toThrow(words);
    expect(await exchange.health()).toMatchObject({ status: 'ok' });
  });

  test('one that takes no writes, or whose disk has too little room', () => {
    expect(() => requireEmptyTarget('/proc/self/fd')).toThrow(/\/proc\/self\/fd (is not|cannot)/);
    expect(() => requireRoom(folder, 2 ** 60)).toThrow(/MB of room, \d+ MB are needed/);
  });

  test('a copy that takes too long is cut off, and is no backup', async () => {
    const to = join(folder, 'late');
    const late = exchange.run('backup', '--to', to, '--minutes', '0.001');
    await expect(late).rejects.toThrow(/backup took longer than 0\.001 minutes/);
    writeFileSync(join(to, 'unfinished-backup'), '');
    mkdirSync(join(to, 'live'), { recursive: true });
    expect(() => exchange.output('restore', '--from', to)).toThrow(/was cut off/);
  });

  test('a pipe is no recording: nothing waits for its writer', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(exchange.run('import', '--from', pipe, '--symbol', 'BTCUSDT')).rejects.toThrow(
      /pipe is no file/,
    );
    await expect(linesOf(pipe).next()).rejects.toThrow(/it is no file/);
  });

  test('lets the exchange stop', async () => {
    expect(await exchange.stop()).toBe(0);
  });
});

test('backup and restore carry people and their rows from one PostgreSQL database to another', async () => {
  const first = await ExchangeProcess.prepare({ HALCYON_DATABASE_URL: await emptyDatabase() });
  exchanges.push(first);
  await first.launch();
  const person = ['--email', EMAIL, '--password', PASSWORD];
  first.command('user', 'create', ...person, '--fund', 'USDT=1000,BTC=2');
  await first.paperReady();
  const before = await accountOf(first);
  expect(JSON.stringify(before)).toContain('1000');
  // Paper's starting funds: three rows in its own schema.
  expect(before[3]).toHaveLength(3);
  writeFileSync(join(first.folder, 'currency-rates.json'), RATES);
  const to = join(folder, 'today');
  expect(first.command('backup', '--to', to)).toMatchObject({ to });
  expect(readdirSync(to)).toEqual(expect.arrayContaining(HELD));
  await first.stop();
  const second = await ExchangeProcess.prepare({ HALCYON_DATABASE_URL: await emptyDatabase() });
  exchanges.push(second);
  expect(second.output('restore', '--from', to)).toMatch(/^ok \d+ commands/m);
  expect(readdirSync(second.folder).filter((name) => name.endsWith('.db'))).toEqual(['lock.db']);
  await second.launch();
  await second.paperReady();
  expect(await accountOf(second)).toEqual(before);
});
