/**
 * Three signed feeds of one's own make the index: by HTTP and by the command line, with keys of both kinds.
 * What is forged, replayed, late or no price is refused; one that lies is left out; where all are gone
 * contracts only reduce; a key that was changed takes the place of the old one.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Signer } from '@halcyon/client';
import type { IndexPriceRow, IndexSourceSummary, SignedPrices } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PriceSigner } from '../../apps/halcyon/src/prices/price-signer.ts';
import { INDEX_RULES } from '../../packages/prices/src/terms.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const PATIENT = { timeout: 120_000, interval: 250 };
const CONTRACT = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginCoin: 'USDT' };
const PRICE = 90_000;
/** Later than the messages before it, however quick these are. */
const LATER_MS = 500;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-price-feeds-'));
const keys = { desk: 'd'.repeat(40), far: freshKey('far'), spare: 's'.repeat(40) };
type Name = keyof typeof keys;
/** What each feed tells; null = it is silent. */
const fed: Record<Name, number | null> = { desk: null, far: null, spare: null };
const signers = {} as Record<Name, PriceSigner>;
let exchange: ExchangeProcess;
let feeding: NodeJS.Timeout;
let ann: KeyMaterial;
let bob: KeyMaterial;

/** A new pair of keys: the public one in its file, the private one as PEM. */
function freshKey(name: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(
    join(folder, `${name}.pem`),
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeFileSync(join(folder, `${name}.key`), pem);
  return pem;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function post(message: SignedPrices, more: Record<string, string> = {}): Promise<Answer> {
  const { source, timestamp, signature, body } = message;
  const headers = {
    'content-type': 'application/json',
    'access-timestamp': timestamp,
    'access-sign': signature,
    ...more,
  };
  const url = `${exchange.baseUrl}/api/feed/v1/prices/${source}`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.text() };
}

async function index(): Promise<IndexPriceRow> {
  const query = 'product=futures&symbol=BTCUSDT';
  const answer = await fetch(`${exchange.baseUrl}/api/web/v1/index-prices?${query}`);
  return ((await answer.json()) as { data: IndexPriceRow }).data;
}

async function states(): Promise<Record<string, string>> {
  return Object.fromEntries((await index()).sources.map(({ name, state }) => [name, state]));
}

async function health() {
  return (await exchange.health()) as unknown as {
    parts: Record<string, { state: string; detail: string }>;
    priceSources: IndexSourceSummary[];
  };
}

async function refused(name: Name): Promise<number> {
  return (await health()).priceSources.find((one) => one.name === name)?.refused ?? 0;
}

async function send(who: KeyMaterial, path: string, fields: object) {
  const body = JSON.stringify(fields);
  const parts = { timestamp: String(Date.now()), method: 'POST', path, query: '', body } as const;
  const headers = {
    'content-type': 'application/json',
    ...(await new Signer(who).headers(parts)),
  };
  const answer = await fetch(`${exchange.baseUrl}${path}`, { method: 'POST', headers, body });
  return (await answer.json()) as { code: string; msg: string };
}

function order(who: KeyMaterial, side: string, more: object = {}) {
  const terms = { marginMode: 'crossed', orderType: 'limit', force: 'gtc', size: '0.01' };
  const fields = { ...CONTRACT, ...terms, side, price: String(PRICE), ...more };
  return send(who, '/api/v2/mix/order/place-order', fields);
}

async function launch(): Promise<void> {
  await exchange.launch();
  for (const name of Object.keys(keys) as Name[]) signers[name] = new PriceSigner(name, keys[name]);
}

beforeAll(async () => {
  for (const name of ['desk', 'spare'] as const) writeFileSync(join(folder, name), keys[name]);
  const markets = ['BTCUSDT'];
  const sources = [
    { name: 'desk', feed: 'hmac', secretFile: 'desk', markets },
    { name: 'far', feed: 'ed25519', publicKeyFile: 'far.pem', markets },
    { name: 'spare', feed: 'hmac', secretFile: 'spare', markets },
  ];
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  exchange = await ExchangeProcess.filled({ HALCYON_PRICE_SOURCES: file, HALCYON_PAPER: 'off' });
  await launch();
  ann = await exchange.trader('ann', 'USDT=1000000');
  bob = await exchange.trader('bob', 'USDT=1000000');
  const money = { fromType: 'spot', toType: 'usdt_futures', amount: '50000', coin: 'USDT' };
  for (const who of [ann, bob]) await send(who, '/api/v2/spot/wallet/transfer', money);
  feeding = setInterval(() => {
    for (const name of Object.keys(fed) as Name[]) {
      const price = fed[name];
      if (price !== null) post(signers[name].message({ BTCUSDT: String(price) })).catch(() => {});
    }
  }, 500);
}, 300_000);

afterAll(async () => {
  clearInterval(feeding);
  await exchange?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('before the first price no position is opened, and the faucet gives nothing', async () => {
  expect(await order(ann, 'buy')).toMatchObject({ code: '41114' });
  expect(await index()).toMatchObject({ state: 'none', price: '' });
  expect((await health()).parts['prices']?.detail).toMatch(/^no index price yet: .*BTCUSDT-PERP/);
  const session = await fetch(`${exchange.baseUrl}/api/web/v1/session`);
  expect(await session.json()).toMatchObject({
    data: { faucet: { enabled: false }, market: { simulated: false } },
  });
  expect(exchange.log).toContain('HALCYON_PRICE_SOURCES is set: the faucet is closed');
});

test('an Ed25519 feed is taken by HTTP, by the command line here, and from elsewhere', async () => {
  const message = signers.far.message({ BTCUSDT: String(PRICE) });
  expect(JSON.parse((await post(message)).body)).toEqual({ taken: ['BTCUSDT'], refused: [] });
  const push = ['prices', 'push', '--source', 'far', '--key', join(folder, 'far.key')];
  const prices = ['--prices', `BTCUSDT=${PRICE}`];
  expect(exchange.command(...push, ...prices)).toMatchObject({ taken: ['BTCUSDT'] });
  const to = ['--to', exchange.baseUrl];
  expect(exchange.command(...push, ...prices, ...to)).toMatchObject({ taken: ['BTCUSDT'] });
  const wrong = ['prices', 'push', '--source', 'far', '--key', join(folder, 'desk'), ...prices];
  expect(() => exchange.output(...wrong)).toThrow('the prices were refused: signature');
  expect(() => exchange.output(...wrong, ...to)).toThrow(/answered 401: .*ACCESS-SIGN/);
});

/**
 * Posts messages one behind the other, each made when it is its turn; all of them again where the machine stood
 * still so long that a message became too old on its way.
 * @returns the statuses of the last try, and how many were refused in all
 */
async function postInTime(...made: (() => SignedPrices)[]) {
  for (let refused = 0; ; ) {
    const statuses: number[] = [];
    const from = Date.now();
    for (const make of made) statuses.push((await post(make())).status);
    refused += statuses.filter((status) => status !== 200).length;
    if (Date.now() - from < INDEX_RULES.freshMs - LATER_MS) return { statuses, refused };
  }
}

test.each(['far', 'desk'] as const)(
  '%s: what is not its message is refused, and counted',
  async (name) => {
    const before = await refused(name);
    const signedAt = (ms: number) =>
      new PriceSigner(name, keys[name], () => Date.now() + ms).message({ BTCUSDT: '1' });
    const signedBy = (source: Name, key: string) =>
      new PriceSigner(source, key, () => Date.now() + LATER_MS).message({ BTCUSDT: '1' });
    const own = () => signers[name].message({ BTCUSDT: String(PRICE) });
    let sent = own();
    let older = sent;
    const again = await postInTime(
      () => {
        older = own();
        sent = own();
        return sent;
      },
      () => sent,
      () => older,
    );
    expect(again.statuses).toEqual([200, 409, 409]);
    const other = name === 'far' ? 'desk' : 'far';
    const refusals: [number, () => SignedPrices][] = [
      [400, () => signedAt(60_000)],
      [400, () => signedAt(-6_000)],
      [400, () => ({ ...own(), timestamp: 'noon' })],
      [401, () => ({ ...signers[name].message({ BTCUSDT: '1' }), signature: sent.signature })],
      [401, () => ({ ...signedBy(other, keys[other]), source: name })],
      [401, () => signedBy(name, name === 'far' ? keys.desk : keys.far)],
      [400, () => signers[name].message([] as unknown as Record<string, string>)],
    ];
    let { refused: count } = again;
    for (const [status, make] of refusals) {
      const { statuses, refused: more } = await postInTime(make);
      expect(statuses).toEqual([status]);
      count += more;
    }
    expect(await refused(name)).toBe(before + count);
    // These never come as far as the feed.
    const large = signers[name].message({ BTCUSDT: '1'.repeat(70_000) });
    expect(await post(large)).toMatchObject({ status: 413, body: expect.stringMatching('65536') });
    expect(await post(sent, { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      body: expect.stringMatching('Content-Type'),
    });
    expect((await post({ ...sent, source: 'nobody' })).status).toBe(404);
    expect((await index()).sources.find((one) => one.name === name)?.price).toBe('90000.0');
  },
);

test.each([
  ['NaN', 'form'],
  ['Infinity', 'form'],
  [PRICE, 'form'],
  [null, 'form'],
  ['', 'form'],
  ['-1', 'negative'],
  ['0', 'zero'],
  ['0.0000001', 'zero'],
  ['99999999999999999', 'range'],
  [`1${'0'.repeat(60)}`, 'digits'],
])('the price %j is refused: %s', async (price, reason) => {
  const message = signers.far.message({ BTCUSDT: price, DOGEUSDT: '1' } as Record<string, string>);
  const { taken, refused: not } = JSON.parse((await post(message)).body);
  expect(taken).toEqual([]);
  expect(not).toEqual([
    { symbol: 'BTCUSDT', reason },
    { symbol: 'DOGEUSDT', reason: 'unknown' },
  ]);
});

test('with three that agree positions are opened; one that is 30 % off moves nothing', async () => {
  for (const name of ['desk', 'far', 'spare'] as const) fed[name] = PRICE;
  const all = { desk: 'fresh', far: 'fresh', spare: 'fresh' };
  await vi.waitFor(async () => expect(await states()).toEqual(all), PATIENT);
  expect((await order(ann, 'buy')).code).toBe('00000');
  expect((await order(bob, 'sell')).code).toBe('00000');
  fed.spare = PRICE * 1.3;
  await vi.waitFor(async () => expect(await states()).toMatchObject({ spare: 'lying' }), PATIENT);
  expect(await index()).toMatchObject({ state: 'sound', price: '90000.0' });
  fed.spare = null;
  await vi.waitFor(async () => expect(await states()).toMatchObject({ spare: 'late' }), PATIENT);
  fed.spare = PRICE;
  await vi.waitFor(async () => expect(await states()).toEqual(all), PATIENT);
});

test('with all of them gone contracts only reduce, and health and metrics say so', async () => {
  for (const name of ['desk', 'far', 'spare'] as const) fed[name] = null;
  await vi.waitFor(async () => expect(await index()).toMatchObject({ state: 'none' }), PATIENT);
  const gone = { state: 'degraded', detail: 'no index price: BTCUSDT-PERP' };
  await vi.waitFor(async () => {
    const { parts } = await health();
    expect(parts['prices']).toMatchObject({ ...gone, detail: expect.stringMatching('BTCUSDT') });
    expect(parts['price_sources']).toMatchObject({ state: 'degraded' });
  }, PATIENT);
  await vi.waitFor(async () => {
    const answer = await order(ann, 'buy', { size: '0.001' });
    expect(answer).toMatchObject({ code: '41114', msg: expect.stringMatching('reduced only') });
  }, PATIENT);
  expect((await order(ann, 'sell', { reduceOnly: 'YES' })).code).toBe('00000');
  const metrics = await (await fetch(`${exchange.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/^halcyon_index_source_markets\{source="far",state="stopped"\} 2$/m);
  expect(metrics).toMatch(/^halcyon_index_source_refused\{source="far"\} [1-9]\d*$/m);
});

test('after a restart a changed key is the only one, and no old message is taken', async () => {
  const before = signers.far;
  const unsent = before.message({ BTCUSDT: String(PRICE) });
  await exchange.stop();
  keys.far = freshKey('far');
  await launch();
  expect((await post(unsent)).status).toBeGreaterThanOrEqual(400);
  expect((await post(before.message({ BTCUSDT: String(PRICE) }))).status).toBe(401);
  expect((await post(signers.far.message({ BTCUSDT: String(PRICE) }))).status).toBe(200);
});

test('a file that cannot be used ends a start before the journal is opened', async () => {
  await exchange.stop();
  const seq = () => exchange.output('verify');
  const verified = seq();
  writeFileSync(join(folder, 'far.pem'), 'no key');
  expect(await exchange.launchInVain()).toBe(1);
  expect(exchange.log).toContain('sources[1].publicKeyFile: the PEM of an Ed25519 public key');
  expect(exchange.log.slice(exchange.log.lastIndexOf('"stopped"'))).not.toContain('journal read');
  expect(seq()).toBe(verified);
});
