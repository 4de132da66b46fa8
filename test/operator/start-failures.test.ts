/**
 * A part that fails while the exchange starts, or keeps failing afterwards, makes neither start nor
 * stop hang: the process ends by itself and says why, or goes on without the paper venue.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { segmentName } from '@halcyon/journal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

let exchange: ExchangeProcess;

const DOWN = {
  state: 'down',
  detail: 'paper trading is closed because of a fault: it stays closed until the next start',
};

beforeAll(async () => {
  exchange = await ExchangeProcess.filled({ HALCYON_PAPER: 'off' });
});

afterAll(() => exchange.remove());

test('a control socket that cannot be opened, before the API listens', async () => {
  const path = join(exchange.folder, 'control.sock');
  mkdirSync(path);
  expect(await exchange.launchInVain()).toBe(1);
  expect(exchange.log).toMatch(/halcyon: .*control\.sock/);
  // So that who waits for the API can ask the socket.
  expect(exchange.log).not.toContain('listening on');
  rmSync(path, { recursive: true });
});

describe('records whose database takes no row', () => {
  const last = () => exchange.log.split('\n').slice(-12).join('\n');

  beforeAll(async () => {
    const database = new DatabaseSync(join(exchange.folder, 'records.db'));
    database.exec(`create trigger broken before insert on users begin
      select raise(abort, 'injected fault'); end`);
    database.close();
    await exchange.launch();
    exchange.output(
      'user',
      'create',
      '--email',
      'ada@example.com',
      '--password',
      'nine whales sing',
    );
  });

  test('let the exchange stop', async () => {
    expect(await exchange.stop()).toBe(0);
    expect(last()).toMatch(/injected fault/);
    expect(last()).toMatch(/"stopped"/);
  });

  test('let a start end that fails for another reason', async () => {
    const other = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => other.listen(exchange.port, '127.0.0.1', resolve));
    expect(await exchange.launchInVain()).toBe(1);
    expect(last()).toMatch(/halcyon: 127\.0\.0\.1:\d+ is in use/);
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
});

test('a paper venue that cannot be opened stays closed, and says so; live trades', async () => {
  const both = await ExchangeProcess.prepare({ HALCYON_DATA: exchange.folder });
  const paper = join(exchange.folder, 'paper');
  writeFileSync(join(paper, segmentName(1)), 'this is no journal');
  await both.launch();
  const ill = async (): Promise<void> => {
    const answer = await fetch(`${both.baseUrl}/healthz`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'degraded', paper: null, parts: { engine: { state: 'ok' }, paper: DOWN } },
    ]);
  };
  await vi.waitFor(ill, 60_000);
  expect(both.log).toMatch(/paper trading cannot be opened: .*paper.*until the next start/);
  const path = '/api/v2/spot/market/tickers?symbol=BTCUSDT';
  const answers = ['', '&paptrading=1'].map((marker) => fetch(both.baseUrl + path + marker));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503]);
  expect(() => both.output('paper', 'status')).toThrow(/paper trading cannot be opened/);
  expect(await both.stop()).toBe(0);
  // A command that opens the folder for itself does not wait for the venue either.
  expect(() => both.output('paper', 'status')).toThrow(/paper trading cannot be opened/);
  await both.remove();
});

describe('PostgreSQL that does not answer', () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres?.stop());

  /** As the setting takes it: with a host before the path of the socket. */
  const named = (url: string): string => url.replace('@/', '@localhost/');

  test('is waited for, with one line that names the setting', async () => {
    const url = await postgres.createDatabase();
    const waiting = await ExchangeProcess.prepare({
      HALCYON_PAPER: 'off',
      HALCYON_DATABASE_URL: named(url),
    });
    try {
      await postgres.refuseConnections(url, true);
      // It need not become whole, which takes longest of a first start.
      const launched = waiting.launch().catch(() => {});
      const line = /HALCYON_DATABASE_URL: PostgreSQL does not answer/g;
      await expect.poll(() => waiting.log.match(line)?.length).toBe(1);
      await postgres.refuseConnections(url, false);
      await expect.poll(() => waiting.log).toContain('"journal read"');
      expect(waiting.log.match(line)).toHaveLength(1);
      await waiting.stop('SIGKILL');
      await launched;
    } finally {
      await waiting.remove();
    }
  });

  test('is not waited for where that cannot help', async () => {
    const url = await postgres.createDatabase();
    const HALCYON_DATABASE_URL = named(url).replace(/\/[^/?]+(?=\?|$)/, '/nowhere');
    const lost = await ExchangeProcess.prepare({ HALCYON_PAPER: 'off', HALCYON_DATABASE_URL });
    try {
      expect(await lost.launchInVain()).toBe(1);
      expect(lost.log).toMatch(/halcyon: HALCYON_DATABASE_URL: database "nowhere" does not exist/);
    } finally {
      await lost.remove();
    }
  });
});
