/**
 * Fee levels from the first order to the receipt, in a running exchange whose clock goes on by a day:
 * what the levels follow from is what was traded.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Command,
  CommandKind,
  formatDecimal,
  type LevelChange,
  type LevelReceipt,
  levelSums,
  parseDecimal,
} from '@halcyon/domain';
import type { FeeChanges, OwnFees, ReceiptAnswer } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askControl } from '../../apps/halcyon/src/control/control-socket.ts';
import { replayVenue } from '../crash/engine-runs.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';
import type { OtherMoment } from '../support/other-moment.ts';

/** Of traders. */
const PASSWORD = 'a long enough passphrase';
const DAY_MS = 86_400_000;
/** Decimals of values in USDT. */
const VALUE_SCALE = 8;
/** With the traders more than the 16 changes of one batch. */
const SAVERS = 17;
const OWN_LEVELS = join(import.meta.dirname, '../../apps/halcyon/src/levels/fee-levels.json');

const aside = mkdtempSync(join(tmpdir(), 'halcyon-levels-'));
const moment = join(aside, 'moment.json');
let exchange: ExchangeProcess;

beforeAll(async () => {
  const before = new URL('../support/other-moment.ts', import.meta.url).href;
  exchange = await ExchangeProcess.filled({
    HALCYON_PAPER: 'off',
    NODE_OPTIONS: `--import=${before}`,
    TEST_MOMENT: moment,
  });
  writeFileSync(join(exchange.folder, 'fee-levels.json'), JSON.stringify(lowLevels()));
});

afterAll(async () => {
  await exchange?.remove();
  rmSync(aside, { recursive: true, force: true });
});

/** The levels that the project brings, for a thousandth of what they ask. */
function lowLevels(): object {
  const file = JSON.parse(readFileSync(OWN_LEVELS, 'utf8')) as {
    levels: Record<string, number | undefined>[];
  };
  const levels = file.levels.map(({ spotVolume, futuresVolume, assets, ...level }, at) => {
    if (at === 0) return level;
    const aims = { spotVolume: spotVolume! / 1_000, futuresVolume: futuresVolume! / 1_000 };
    return { ...level, ...aims, assets: assets! * 2 };
  });
  return { ...file, levels };
}

async function launchAt(what: OtherMoment): Promise<void> {
  writeFileSync(moment, JSON.stringify(what));
  await exchange.launch();
}

async function person(name: string, fund: string): Promise<void> {
  const args = { email: `${name}@example.com`, password: PASSWORD, fund };
  const answer = await askControl(exchange.folder, { operation: 'user-create', args });
  expect(answer).toMatchObject({ ok: true });
}

interface Fill {
  readonly priceAvg: string;
  readonly size: string;
}

async function signed<T>(key: KeyMaterial, path: string, body?: object): Promise<T> {
  const timestamp = String(Date.now());
  const text = body === undefined ? '' : JSON.stringify(body);
  const method = body === undefined ? 'GET' : 'POST';
  const signature = createHmac('sha256', key.secretKey)
    .update(`${timestamp}${method}${path}${text}`)
    .digest('base64');
  const response = await fetch(exchange.baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'ACCESS-KEY': key.apiKey,
      'ACCESS-SIGN': signature,
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': key.passphrase,
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const answer = (await response.json()) as { code: string; data: T };
  expect(answer).toMatchObject({ code: '00000' });
  return answer.data;
}

const order = (key: KeyMaterial, side: 'buy' | 'sell', price: string, size: string) => {
  const given = { symbol: 'BTCUSDT', side, orderType: 'limit', force: 'gtc', price, size };
  return signed(key, '/api/v2/spot/trade/place-order', given);
};

/** What somebody's fills came to, USDT. */
async function traded(key: KeyMaterial): Promise<bigint> {
  const fills = await signed<Fill[]>(key, '/api/v2/spot/trade/fills?symbol=BTCUSDT');
  const sums = fills.map(({ priceAvg, size }) => {
    return (parseDecimal(priceAvg, VALUE_SCALE)! * parseDecimal(size, VALUE_SCALE)!) / 10n ** 8n;
  });
  return sums.reduce((total, one) => total + one, 0n);
}

/** A reader of what a page shows to one who signs in. */
async function signIn(name: string): Promise<<T>(path: string) => Promise<T>> {
  const login = await fetch(`${exchange.baseUrl}/api/web/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: PASSWORD }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async <T>(path: string) => {
    const answer = await fetch(`${exchange.baseUrl}/api/web/v1${path}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
}

type Batch = Command & { kind: typeof CommandKind.levelUsers };

/** What the journal has of levels. */
function batches(): Batch[] {
  const found: Batch[] = [];
  replayVenue(exchange.folder, 'live', undefined, (command, code) => {
    if (command.kind !== CommandKind.levelUsers) return;
    expect(code).toBe(0);
    found.push(command);
  });
  return found;
}

const changesOf = (all: readonly Batch[]): readonly LevelChange[] =>
  all.flatMap(({ users }) => users);

/** Waits until the last owner has its level. */
async function dayDone(): Promise<<T>(path: string) => Promise<T>> {
  const read = await signIn('trix');
  const changes = async () => (await read<FeeChanges>('/fees/changes')).rows.length;
  await expect.poll(changes, { timeout: 60_000 }).toBe(1);
  return read;
}

test('levels of a day follow from its fills, come in batches, and explain themselves', async () => {
  await launchAt({});
  const savers = Array.from({ length: SAVERS }, (_, i) => `saver${i}`);
  // One after the other: their order is that of the batches.
  for (const [i, name] of savers.entries()) await person(name, `USDT=${(1 + (i % 3)) * 150_000}`);
  const maker = await exchange.trader('max', 'BTC=1,USDT=1000');
  const taker = await exchange.trader('trix', 'USDT=20000');
  const [ticker] = await signed<{ lastPr: string }[]>(
    maker,
    '/api/v2/spot/market/tickers?symbol=BTCUSDT',
  );
  const price = String(Math.round(Number(ticker!.lastPr)));
  await order(maker, 'sell', price, '0.07');
  await order(taker, 'buy', price, '0.05');
  await order(taker, 'buy', price, '0.02');
  const volume = await traded(taker);
  expect(volume).toBeGreaterThan(1_000n * 10n ** 8n);
  expect(await traded(maker)).toBe(volume);
  await exchange.stop();
  expect(batches().flatMap(({ users }) => users)).toEqual([]);

  await launchAt({ aheadMs: DAY_MS });
  const read = await dayDone();
  await checkPages(read, volume);
  await exchange.stop();
  const whole = batches().filter(({ users }) => users.length > 0);
  expect(whole.map(({ users, done }) => [users.length, done])).toEqual([
    [16, false],
    [3, true],
  ]);
  for (const { level, receipt } of changesOf(whole)) {
    expect(levelSums(JSON.parse(receipt) as LevelReceipt).level).toBe(level);
  }
  expect(new Set(changesOf(whole).map(({ level }) => level))).toEqual(new Set([1, 2]));
});

/** What `/vip/detail` shows of a level, and the receipt behind it. */
async function checkPages(read: <T>(path: string) => Promise<T>, volume: bigint): Promise<void> {
  const [change] = (await read<FeeChanges>('/fees/changes')).rows;
  const own = await read<OwnFees>('/fees/own');
  const sums = levelSums(change!.receipt!);
  expect(sums.spotVolume).toBe(volume);
  expect(change).toMatchObject({ change: 'earned', level: sums.level });
  expect(own).toMatchObject({ level: sums.level, earned: sums.level });
  expect(sums.level).toBeGreaterThan(0);
  expect(levelSums(own.now).spotVolume).toBe(volume);
  const { receipt } = await read<ReceiptAnswer>(`/receipt?of=level&id=${change!.id}`);
  expect(receipt).toMatchObject({ kind: 'level', level: sums.level, basis: change!.receipt });
  expect(
    change!.receipt!.trades.map(([, product, coin, amount]) => [product, coin, amount]),
  ).toEqual([['spot', 'USDT', formatDecimal(volume, VALUE_SCALE)]]);
  const file = join(aside, 'receipt.json');
  writeFileSync(file, JSON.stringify(receipt));
  expect(exchange.output('verify', '--receipt', file)).toMatch(/^equal to what the journal says/m);
  const basis = { ...change!.receipt!, prices: { USDT: '1.5' } };
  writeFileSync(file, JSON.stringify({ ...receipt, basis }));
  expect(() => exchange.output('verify', '--receipt', file)).toThrow();
}
