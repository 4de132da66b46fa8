/**
 * A part that fails while the exchange starts, or keeps failing afterwards, makes neither start nor
 * stop hang: the process ends by itself and says why.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { segmentName } from '@halcyon/journal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExchangeProcess } from '../support/exchange-process.ts';

let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await ExchangeProcess.prepare({ HALCYON_PAPER: 'off' });
});

afterAll(() => exchange.remove());

test('a door that cannot be opened, after everything else was', async () => {
  const path = join(exchange.folder, 'control.sock');
  mkdirSync(path);
  expect(await exchange.launchInVain()).toBe(1);
  expect(exchange.log).toMatch(/halcyon: .*control\.sock/);
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

test('a paper venue whose journal is damaged', async () => {
  const both = await ExchangeProcess.prepare({ HALCYON_DATA: exchange.folder });
  const paper = join(exchange.folder, 'paper');
  mkdirSync(join(paper, 'history'), { recursive: true });
  writeFileSync(join(paper, segmentName(1)), 'this is no journal');
  expect(await both.launchInVain()).toBe(1);
  expect(both.log).toMatch(/halcyon: paper trading cannot be opened: .*paper/);
  // A command that needs the venue does not wait for it either.
  expect(() => both.output('paper', 'status')).toThrow(/paper trading cannot be opened/);
  await both.remove();
});
