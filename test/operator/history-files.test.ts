/** Candle files that are lost or damaged: the same bytes come back, or the operator is told. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEED_CONTRACTS, SEED_INSTRUMENTS } from '@halcyon/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHistory } from '../../apps/halcyon/src/exchange/history-files.ts';
import { layoutOf, paperLayoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const root = mkdtempSync(join(tmpdir(), 'halcyon-candles-'));
const sound = join(root, 'sound');
const folder = join(root, 'data');
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  await exchange.paperReady();
  await exchange.stop();
  copyFolder(exchange.folder, sound);
});

afterAll(async () => {
  await exchange.remove();
  rmSync(root, { recursive: true, force: true });
});

/** A sound copy in which one file is lost and one has a flipped bit. */
function damaged(history: string): void {
  rmSync(folder, { recursive: true, force: true });
  copyFolder(sound, folder);
  rmSync(join(folder, history, 'candles-0003.bin'));
  const flipped = join(folder, history, 'candles-0001.bin');
  const bytes = readFileSync(flipped);
  bytes[400_000] = (bytes[400_000] ?? 0) ^ 1;
  writeFileSync(flipped, bytes);
}

test.each([
  ['live/history', layoutOf(folder)],
  ['paper/history', paperLayoutOf(folder)],
])('files of %s are made again, bit for bit, and it is said', (history, layout) => {
  damaged(history);
  const notes = checkHistory(layout);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toMatch(/candles-0001\.bin \(ETHUSDT\) is damaged: made again from its seed/);
  expect(notes[1]).toMatch(/candles-0003\.bin \(XRPUSDT\) is missing: made again from its seed/);
  for (const name of ['candles-0001.bin', 'candles-0003.bin']) {
    const again = readFileSync(join(folder, history, name));
    expect(again.equals(readFileSync(join(sound, history, name))), name).toBe(true);
  }
  expect(checkHistory(layout)).toEqual([]);
});

test('what the seed does not give: a damaged file is refused by name, a lost one is told', () => {
  damaged('live/history');
  const layout = layoutOf(folder);
  const catalog = join(folder, 'live/history.json');
  // As in a folder from before there was a catalog.
  writeFileSync(
    catalog,
    readFileSync(catalog, 'utf8').replaceAll(/"seededMs":\d+/g, '"seededMs":null'),
  );
  expect(() => checkHistory(layout)).toThrow(/candles-0001\.bin \(ETHUSDT\) is damaged and cannot/);
  rmSync(join(folder, 'live/history/candles-0001.bin'));
  expect(checkHistory(layout).join()).toMatch(/candles-0001\.bin .*left out until it is put back/);
  writeFileSync(catalog, 'x');
  expect(() => checkHistory(layout)).toThrow(/history\.json cannot be read/);
});

test('files that nobody knows are taken, unless they are none', () => {
  rmSync(folder, { recursive: true, force: true });
  copyFolder(sound, folder);
  const layout = layoutOf(folder);
  const catalog = join(folder, 'live/history.json');
  rmSync(catalog);
  expect(checkHistory(layout)).toEqual([]);
  expect(Object.keys(JSON.parse(readFileSync(catalog, 'utf8')))).toHaveLength(
    SEED_INSTRUMENTS.length + SEED_CONTRACTS.length,
  );
  rmSync(catalog);
  writeFileSync(join(folder, 'live/history/candles-0002.bin'), 'garbage');
  expect(() => checkHistory(layout)).toThrow(/candles-0002\.bin is damaged/);
});

test('a history that is gone with its catalog is not made differently; the state of the simulator is said', async () => {
  rmSync(join(exchange.folder, 'live/history'), { recursive: true });
  rmSync(join(exchange.folder, 'live/history.json'));
  writeFileSync(join(exchange.folder, 'simulator.json'), '{"version":7}');
  Object.assign(exchange.env, { HALCYON_SIM_RATE: 'default', HALCYON_PAPER: 'off' });
  await exchange.launch();
  expect(exchange.log).toMatch(/seeded candles are missing, put live\/history back.*BTCUSDT/);
  await expect
    .poll(() => exchange.log, { timeout: 120_000 })
    .toMatch(/simulator\.json cannot be read \(reference state version 7/);
  const path = '/api/v2/spot/market/candles?symbol=BTCUSDT&granularity=1day&limit=200';
  const answer = await fetch(`${exchange.baseUrl}${path}`);
  const { data } = (await answer.json()) as { data: unknown[] };
  expect(data.length).toBeLessThan(3);
});
