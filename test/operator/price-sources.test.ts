/**
 * Index prices without the simulator: two other exchanges, reached through the unmodified ccxt, and a
 * signed feed of one's own make the median of an exchange with a certificate. The sources lag, lie, stop
 * and return; with an index contracts open positions and loans are given.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Signer } from '@halcyon/client';
import type { IndexPriceRow, IndexSourceSummary, SignedPrices } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PriceSigner } from '../../apps/halcyon/src/prices/price-signer.ts';
import { makeCertificate } from '../../packages/gateway/src/web/testing/certificate.ts';
import { FrameProxy } from '../network/frame-proxy.ts';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const SECRET = 'a secret of more than thirty-two characters';
const SYMBOL = 'BTC/USDT';
const PATIENT = { timeout: 120_000, interval: 250 };

type Client = Awaited<ReturnType<typeof ccxtClient>>;

/** Another exchange, with a network between it and us. */
interface Source {
  readonly exchange: ExchangeProcess;
  readonly proxy: FrameProxy;
  readonly maker: Client;
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-price-sources-'));
let north: Source;
let south: Source;
let own: ExchangeProcess;
let middle: number;
/** What the feed tells; null = it is silent. */
let fed: number | null;
let feeding: NodeJS.Timeout;
let ann: KeyMaterial;
let bob: KeyMaterial;

async function source(): Promise<Source> {
  const exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const key = await exchange.trader('maker', 'USDT=10000000,BTC=100');
  const [proxy, maker] = await Promise.all([
    FrameProxy.before(exchange.port),
    ccxtClient(exchange, key),
  ]);
  await maker.loadMarkets();
  return { exchange, proxy, maker };
}

/** Its book is around a price from now on. */
async function quotes({ maker }: Source, price: number): Promise<void> {
  await maker.cancelAllOrders(SYMBOL);
  await maker.createOrder(SYMBOL, 'limit', 'buy', 0.5, price - 5);
  await maker.createOrder(SYMBOL, 'limit', 'sell', 0.5, price + 5);
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request to the exchange under test, whose certificate is its own. */
function ask(method: string, path: string, headers = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: own.port, method, path, headers };
    const asked = request({ ...options, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.on('data', (bytes) => {
        text += String(bytes);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function post({ source: name, timestamp, signature, body }: SignedPrices): Promise<Answer> {
  const signed = { 'access-timestamp': timestamp, 'access-sign': signature };
  const headers = { 'content-type': 'application/json', ...signed };
  return ask('POST', `/api/feed/v1/prices/${name}`, headers, body);
}

async function index(): Promise<IndexPriceRow> {
  const { body } = await ask('GET', '/api/web/v1/index-prices?product=futures&symbol=BTCUSDT');
  return (JSON.parse(body) as { data: IndexPriceRow }).data;
}

/** States of the sources, by name. */
async function states(): Promise<Record<string, string>> {
  return Object.fromEntries((await index()).sources.map(({ name, state }) => [name, state]));
}

async function health(): Promise<{
  parts: Record<string, { state: string; detail: string }>;
  priceSources: IndexSourceSummary[];
}> {
  return JSON.parse((await ask('GET', '/healthz')).body);
}

/** Signed as a bot signs. */
async function call<T>(
  who: KeyMaterial,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ code: string; msg: string; data: T }> {
  const query = method === 'GET' ? new URLSearchParams(fields).toString() : '';
  const body = method === 'GET' ? '' : JSON.stringify(fields);
  const parts = { timestamp: String(Date.now()), method, path, query, body };
  const signed = await new Signer(who).headers(parts);
  const target = query === '' ? path : `${path}?${query}`;
  const headers = { 'content-type': 'application/json', ...signed };
  return JSON.parse((await ask(method, target, headers, body)).body);
}

beforeAll(async () => {
  [north, south] = await Promise.all([source(), source()]);
  middle = Math.round(Number((await north.maker.fetchTicker(SYMBOL)).last));
  fed = middle;
  await Promise.all([quotes(north, middle), quotes(south, middle + 20)]);
  writeFileSync(join(folder, 'secret'), SECRET);
  const markets = ['BTCUSDT'];
  const sources = [
    { name: 'north', exchange: north.proxy.url, pollMs: 500, markets },
    { name: 'south', exchange: south.proxy.url, pollMs: 500, markets },
    { name: 'desk', feed: 'hmac', secretFile: 'secret', markets },
  ];
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  const { certFile, keyFile } = makeCertificate(folder);
  own = await ExchangeProcess.filled({
    HALCYON_PRICE_SOURCES: file,
    HALCYON_PAPER: 'off',
    HALCYON_TLS_CERT: certFile,
    HALCYON_TLS_KEY: keyFile,
  });
  void own.launch().catch(() => {});
  await vi.waitFor(() => ask('GET', '/api/v2/public/time'), PATIENT);
  ann = await own.trader('ann', 'USDT=1000000,BTC=10');
  bob = await own.trader('bob', 'USDT=1000000,BTC=10');
  const signer = new PriceSigner('desk', SECRET);
  feeding = setInterval(() => {
    if (fed !== null) post(signer.message({ BTCUSDT: String(fed) })).catch(() => {});
  }, 500);
}, 300_000);

afterAll(async () => {
  clearInterval(feeding);
  for (const one of [north, south]) {
    await one?.maker.close();
    one?.proxy.close();
    await one?.exchange.remove();
  }
  await own?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('an exchange with index sources of its own', () => {
  test('has the median of those who agree', async () => {
    await vi.waitFor(async () => {
      expect(await states()).toEqual({ north: 'fresh', south: 'fresh', desk: 'fresh' });
    }, PATIENT);
    await vi.waitFor(async () => {
      const { state, price } = await index();
      expect(state).toBe('sound');
      expect(Math.abs(Number(price) - middle)).toBeLessThanOrEqual(10);
    }, PATIENT);
    const { parts, priceSources } = await health();
    expect(parts['price_sources']).toEqual({ state: 'ok', detail: '' });
    expect(parts['simulator']).toBeUndefined();
    expect(priceSources.map(({ name, fresh }) => [name, fresh])).toContainEqual(['north', 2]);
    const metrics = (await ask('GET', '/metrics')).body;
    expect(metrics).toMatch(/^halcyon_index_source_markets\{source="south",state="fresh"\} 2$/m);
  });

  test('shows no volume that nobody traded, and no word of a simulated market', async () => {
    for (const path of ['spot/market/tickers', 'mix/market/tickers?productType=USDT-FUTURES']) {
      const { data } = JSON.parse((await ask('GET', `/api/v2/${path}`)).body) as {
        data: Record<string, string>[];
      };
      expect(data.length).toBeGreaterThan(5);
      for (const { baseVolume, quoteVolume, lastPr } of data) {
        expect([Number(baseVolume), Number(quoteVolume)]).toEqual([0, 0]);
        expect(Number(lastPr)).toBeGreaterThan(0);
      }
    }
    const candles = '/api/v2/spot/market/candles?symbol=BTCUSDT&granularity=1h&limit=100';
    const { data } = JSON.parse((await ask('GET', candles)).body) as { data: string[][] };
    expect(data.length).toBe(100);
    expect(data.every((row) => Number(row[5]) === 0)).toBe(true);
    const session = JSON.parse((await ask('GET', '/api/web/v1/session')).body);
    expect(session.data.market).toEqual({ simulated: false });
    const page = (await ask('GET', '/', { accept: 'text/html' })).body;
    expect(page).not.toMatch(/[Ss]imulated/);
  });

  test('opens positions and lends', async () => {
    const contract = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginCoin: 'USDT' };
    const terms = { marginMode: 'crossed', orderType: 'limit', force: 'gtc', size: '0.01' };
    const sides = [[ann, 'buy'] as const, [bob, 'sell'] as const];
    for (const [who, side] of sides) {
      const money = { fromType: 'spot', toType: 'usdt_futures', amount: '50000', coin: 'USDT' };
      const moved = await call(who, 'POST', '/api/v2/spot/wallet/transfer', money);
      expect(moved).toMatchObject({ code: '00000' });
      const order = { ...contract, ...terms, side, price: String(middle) };
      const placed = await call(who, 'POST', '/api/v2/mix/order/place-order', order);
      expect(placed).toMatchObject({ code: '00000' });
    }
    const path = '/api/v2/mix/position/single-position';
    const { data } = await call<{ total: string }[]>(ann, 'GET', path, contract);
    expect(data).toMatchObject([{ total: '0.0100' }]);
    const margin = { fromType: 'spot', toType: 'crossed_margin', amount: '50000', coin: 'USDT' };
    await call(ann, 'POST', '/api/v2/spot/wallet/transfer', margin);
    const loan = { coin: 'BTC', borrowAmount: '0.1' };
    const lent = await call(ann, 'POST', '/api/v2/margin/crossed/account/borrow', loan);
    expect(lent).toMatchObject({ code: '00000' });
  });

  test('leaves out a source that lies, and takes it back when it has agreed for a while', async () => {
    fed = middle * 2;
    await vi.waitFor(async () => expect(await states()).toMatchObject({ desk: 'lying' }), PATIENT);
    expect(Math.abs(Number((await index()).price) - middle)).toBeLessThanOrEqual(30);
    expect((await health()).parts['price_sources']).toMatchObject({ state: 'degraded' });
    fed = middle;
    await vi.waitFor(async () => expect(await states()).toMatchObject({ desk: 'fresh' }), PATIENT);
  });

  test('goes on without one that lags, stops or is cut off, until it returns', async () => {
    north.proxy.quiet = true;
    const silent = async (state: string): Promise<void> => {
      await vi.waitFor(async () => expect(await states()).toMatchObject({ north: state }), PATIENT);
    };
    await silent('late');
    expect(await index()).toMatchObject({ state: 'sound' });
    north.proxy.quiet = false;
    north.proxy.cut();
    await silent('fresh');
    await north.exchange.stop('SIGKILL');
    await silent('late');
    expect(await index()).toMatchObject({ state: 'sound' });
    await north.exchange.launch();
    await silent('fresh');
  });

  test('refuses messages that are replayed, forged or no prices, and counts them', async () => {
    const counted = async (): Promise<number> =>
      (await health()).priceSources.find(({ name }) => name === 'desk')?.refused ?? 0;
    const before = await counted();
    fed = null;
    const signer = new PriceSigner('desk', SECRET);
    const message = signer.message({ BTCUSDT: String(middle) });
    expect((await post(message)).status).toBe(200);
    expect((await post(message)).status).toBe(409);
    const forged = new PriceSigner('desk', SECRET.toUpperCase());
    expect((await post(forged.message({ BTCUSDT: '1' }))).status).toBe(401);
    expect((await post({ ...message, source: 'nobody' })).status).toBe(404);
    const nonsense = await post(signer.message({ BTCUSDT: 'NaN' }));
    const refused = [{ symbol: 'BTCUSDT', reason: 'form' }];
    expect(JSON.parse(nonsense.body)).toEqual({ taken: [], refused });
    expect((await post(signer.message({ BTCUSDT: '-1' }))).body).toContain('negative');
    expect(await counted()).toBeGreaterThanOrEqual(before + 6);
  });

  test('takes the feed of the command line, and shows its sources there', async () => {
    const key = ['--source', 'desk', '--key', join(folder, 'secret')];
    const prices = ['--prices', `BTCUSDT=${middle}`];
    expect(own.command('prices', 'push', ...key, ...prices)).toMatchObject({ taken: ['BTCUSDT'] });
    const rows = own.command<IndexPriceRow[]>('prices', 'list');
    expect(rows.find(({ product }) => product === 'futures')?.sources).toHaveLength(3);
    // Without it two agree; with one of them gone there is no index, and no position is opened.
    await south.exchange.stop('SIGKILL');
    await vi.waitFor(async () => expect(await index()).toMatchObject({ state: 'none' }), PATIENT);
  });

  test('replays to the same state', async () => {
    await own.stop();
    expect(own.output('verify')).toMatch(/ok[^\n]*\n?$/);
  });
});
