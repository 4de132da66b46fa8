/** An exchange on PostgreSQL, copied while it runs and started again from the copy alone. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
