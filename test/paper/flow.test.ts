/**
 * What paper trading follows besides the live venue: an upstream exchange over a network that loses
 * frames, drops connections and falls silent; then, by settings and commands, a recording at a pace and
 * an upstream again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Signer } from '@halcyon/client';
import { InstrumentState } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askControl } from '../../apps/halcyon/src/control/control-socket.ts';
import { FrameProxy } from '../network/frame-proxy.ts';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';
import { STALE_MS, SYMBOL, UpstreamFollower } from '../support/upstream-follower.ts';

interface Status {
  readonly source: string;
  readonly chosenBy: string;
  readonly paused: boolean;
  readonly speed: number;
  readonly position: number;
  readonly recordedTime: string | null;
  readonly open: readonly string[];
}

const T0 = 1_700_000_000_000;

/** Bids 0.1 BTC deeper each second; the sixth sells into them. */
function feed(): string {
  const line = (ms: number, frame: object): string => `${T0 + ms}000000 ${JSON.stringify(frame)}`;
  const update = (ms: number, id: number, b: string[][]): string =>
    line(ms, { data: { e: 'depthUpdate', E: T0 + ms, U: id, u: id, b, a: [] } });
  const start = { lastUpdateId: 1, bids: [['50000.00', '1']], asks: [['50010.00', '2']] };
  const lines = [line(0, start)];
  for (let i = 1; i <= 5; i++) lines.push(update(i * 1_000, i + 1, [[`${50_000 - i}.00`, '0.1']]));
  const trade = { e: 'trade', T: T0 + 6_000, p: '50000.00', q: '0.4', m: true };
  lines.push(line(6_000, { data: trade }));
  lines.push(update(3_600_000, 7, [['50000.00', '0.5']]));
  return lines.join('\n');
}

let exchange: ExchangeProcess;
let folder: string;
let books: string;
let key: KeyMaterial;
let makerKey: KeyMaterial;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halcyon-flow-'));
  books = join(folder, 'books.feed');
  writeFileSync(books, feed());
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'on' });
  makerKey = await exchange.trader('maker', 'USDT=1000000,BTC=10');
  key = await exchange.trader('person', 'USDT=100000,BTC=2', 'read,trade,transfer', 'paper');
});

afterAll(async () => {
  await exchange?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** As the command line asks, without its start. */
async function paper(verb: string, args: Record<string, unknown> = {}): Promise<Status> {
  const answer = await askControl(exchange.folder, { operation: `paper-${verb}`, args });
  if (answer === null) throw new Error('the exchange does not listen');
  if (!answer.ok) throw new Error(answer.error);
  return answer.result as Status;
}

/** What the pages are told. */
async function shown(): Promise<Record<string, unknown>> {
  const answer = await fetch(`${exchange.baseUrl}/api/web/v1/paper/flow`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

async function sourceHealth(): Promise<unknown> {
  const answer = await fetch(`${exchange.baseUrl}/healthz`);
  return ((await answer.json()) as { parts: Record<string, unknown> }).parts['paper_source'];
}

const position = async (): Promise<number> => (await paper('status')).position;

async function book(marker: '0' | '1' = '1'): Promise<{ bids: string[][]; asks: string[][] }> {
  const path = '/api/v2/spot/market/orderbook?symbol=BTCUSDT';
  const response = await fetch(exchange.baseUrl + path, { headers: { paptrading: marker } });
  const { data } = (await response.json()) as { data: { bids: string[][]; asks: string[][] } };
  return { bids: data.bids, asks: data.asks };
}

async function lastPrice(): Promise<string> {
  const response = await fetch(`${exchange.baseUrl}/api/v2/spot/market/tickers?symbol=BTCUSDT`);
  const { data } = (await response.json()) as { data: { lastPr: string }[] };
  return data[0]?.lastPr ?? '';
}

function buy(
  who: KeyMaterial,
  price: string,
  symbol = 'BTCUSDT',
): Promise<{ code: string; msg: string }> {
  return place(who, '/api/v2/spot/trade/place-order', { symbol, price, size: '0.01' });
}

/** A limit order to buy. */
async function place(
  who: KeyMaterial,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ code: string; msg: string }> {
  const body = JSON.stringify({ side: 'buy', orderType: 'limit', force: 'gtc', ...fields });
  const parts = { timestamp: String(Date.now()), method: 'POST', path, query: '', body };
  const signed = await new Signer(who).headers(parts);
  const headers = { 'content-type': 'application/json', ...signed };
  const response = await fetch(exchange.baseUrl + path, { method: 'POST', headers, body });
  return (await response.json()) as { code: string; msg: string };
}

describe('an upstream over a bad network', () => {
  let proxy: FrameProxy;
  let maker: Awaited<ReturnType<typeof ccxtClient>>;
  let taker: Awaited<ReturnType<typeof ccxtClient>>;
  let follower: UpstreamFollower;
  let middle: number;

  beforeAll(async () => {
    proxy = await FrameProxy.before(exchange.port);
    const takerKey = await exchange.trader('taker', 'USDT=1000000,BTC=10');
    [maker, taker] = await Promise.all([
      ccxtClient(exchange, makerKey),
      ccxtClient(exchange, takerKey),
    ]);
    await Promise.all([maker.loadMarkets(), taker.loadMarkets()]);
    middle = Number((await maker.fetchTicker(SYMBOL)).last);
    await maker.createOrder(SYMBOL, 'limit', 'buy', 0.5, middle - 10);
    await maker.createOrder(SYMBOL, 'limit', 'sell', 0.7, middle + 10);
    follower = new UpstreamFollower(proxy, maker);
    await follower.follow();
  });

  afterAll(async () => {
    await follower?.close();
    await maker?.cancelAllOrders(SYMBOL);
    await Promise.all([maker?.close(), taker?.close()]);
    proxy?.close();
  });

  test('the paper book is the upstream book, and its trades trade', async () => {
    await follower.meets();
    await maker.createOrder(SYMBOL, 'limit', 'buy', 0.25, middle - 5);
    await follower.meets();
    await taker.createOrder(SYMBOL, 'market', 'sell', 0.3);
    await follower.meets();
    await expect.poll(() => follower.traded).toEqual([250_000, 50_000]);
  });

  test('lost updates: the checksum says so, and what differs is put right', async () => {
    proxy.losing = { text: '"books"', count: 1 };
    await maker.createOrder(SYMBOL, 'limit', 'buy', 0.125, middle - 6);
    await expect.poll(() => proxy.losing?.count).toBe(0);
    await maker.createOrder(SYMBOL, 'limit', 'sell', 0.125, middle + 6);
    await follower.meets();
    expect(follower.host.warnings.join()).toMatch(/upstream BTC\/USDT: .*connecting again/);
  });

  test('a lost connection: it comes back by itself, with what happened meanwhile', async () => {
    const before = proxy.connections;
    proxy.refusing = true;
    proxy.cut();
    await maker.cancelAllOrders(SYMBOL);
    await maker.createOrder(SYMBOL, 'limit', 'buy', 0.4, middle - 20);
    await maker.createOrder(SYMBOL, 'limit', 'sell', 0.6, middle + 20);
    await follower.is(InstrumentState.feedStale);
    expect(follower.host.warnings.join()).toContain('BTCUSDT: the upstream is stale');
    proxy.refusing = false;
    await follower.meets();
    expect(proxy.connections).toBeGreaterThan(before);
  });

  test('a silent connection is stale; a quiet market on a sound one is not', async () => {
    await new Promise((resolve) => setTimeout(resolve, STALE_MS * 1.5));
    // A machine that stands still for seconds makes it stale; it does not stay so.
    await follower.is(InstrumentState.open);
    proxy.quiet = true;
    await follower.is(InstrumentState.feedStale);
    proxy.quiet = false;
    proxy.cut();
    await follower.meets();
  });

  test('a restart goes on with what stands; the journal alone gives the same state', async () => {
    await follower.close();
    follower.host.restart();
    await maker.createOrder(SYMBOL, 'limit', 'sell', 0.2, middle + 15);
    const { lastOrder } = follower.host.position;
    await follower.follow();
    await follower.meets();
    expect(follower.host.position.lastOrder).toBe(lastOrder + 1);
    expect(follower.host.replayed().state.log.chain).toBe(follower.host.core.state.log.chain);
  });
});

/** Of what paper does not follow no order waits for prices. */
async function expectUnfollowed(): Promise<void> {
  expect(await buy(key, '3000', 'ETHUSDT')).toMatchObject({
    code: '41114',
    msg: 'there is no paper trading of ETHUSDT: the market that paper follows does not have it',
  });
  const contract = { productType: 'USDT-FUTURES', marginCoin: 'USDT', marginMode: 'crossed' };
  const perpetual = { symbol: 'BTCUSDT', ...contract, price: '50000', size: '0.01' };
  expect(await place(key, '/api/v2/mix/order/place-order', perpetual)).toMatchObject({
    code: '41114',
    msg: expect.stringMatching('there is no paper trading of BTCUSDT'),
  });
  const lent = { symbol: 'ETHUSDT', loanType: 'normal', price: '3000', baseSize: '0.01' };
  for (const kind of ['crossed', 'isolated']) {
    expect(await place(key, `/api/v2/margin/${kind}/place-order`, lent)).toMatchObject({
      code: '41114',
      msg: expect.stringMatching('there is no paper trading of ETHUSDT'),
    });
  }
  const rows = (await (await fetch(`${exchange.baseUrl}/api/web/v1/paper/pauses`)).json()) as {
    data: unknown[];
  };
  const reason = 'unfollowed';
  expect(rows.data).toContainEqual({ product: 'spot', symbol: 'ETHUSDT', reason });
  expect(rows.data).toContainEqual({ product: 'futures', symbol: 'BTCUSDT', reason });
}

describe('a started exchange', () => {
  test('a recording is traded again, step by step and at a speed', async () => {
    expect(await paper('status')).toMatchObject({ source: 'live', chosenBy: 'settings' });
    const args = ['--books', books, '--symbol', 'BTCUSDT', '--paused'];
    expect(exchange.command<Status>('paper', 'replay', ...args)).toMatchObject({
      source: 'recorded',
      chosenBy: 'command line',
      paused: true,
      position: 0,
      open: [],
    });
    expect(await buy(key, '50000')).toMatchObject({
      code: '41114',
      msg: 'paper trading of BTCUSDT is paused: its price feed is stale',
    });
    await expectUnfollowed();
    await paper('step', { moments: '3' });
    await expect
      .poll(() => book())
      .toMatchObject({
        bids: [
          ['50000.00', '1.000000'],
          ['49999.00', '0.100000'],
          ['49998.00', '0.100000'],
        ],
        asks: [['50010.00', '2.000000']],
      });
    expect(await buy(key, '50000')).toMatchObject({ code: '00000' });
    expect(await paper('status')).toMatchObject({ position: 3, open: ['BTCUSDT'] });
    const one = { symbol: 'BTCUSDT', symbols: ['BTCUSDT'] };
    const replay = { source: 'recorded', ...one, exchange: '', stale: false };
    expect(await shown()).toEqual({ ...replay, speed: 1, paused: true });
    expect(await paper('speed', { speed: '100' })).toMatchObject({ speed: 100, paused: true });
    await paper('resume');
    expect(await shown()).toEqual({ ...replay, speed: 100, paused: false });
    // Its hour takes seconds now, after which it is stale.
    expect(await paper('speed', { speed: '1000' })).toMatchObject({ speed: 1_000, paused: false });
    await expect.poll(position).toBe(8);
    await expect.poll(shown).toMatchObject({ stale: true });
    const { recordedTime } = await paper('status');
    expect(recordedTime).toBe(new Date(T0 + 3_600_000).toISOString());
    // What the print left, what the last update took, and the paper order behind them.
    await expect.poll(async () => (await book()).bids[0]).toEqual(['50000.00', '0.510000']);
  });

  test('a wrong recording, pace or time is refused and changes nothing', async () => {
    const refused = (problem: RegExp, verb: string, args = {}): Promise<void> =>
      expect(paper(verb, args)).rejects.toThrow(problem);
    const replay = { books, symbol: 'BTCUSDT' };
    await refused(/none: ENOENT/, 'replay', { ...replay, books: join(folder, 'none') });
    await refused(/--books is missing/, 'replay', { symbol: 'BTCUSDT' });
    await refused(/there is no instrument "NONE"/, 'replay', { books, symbol: 'none' });
    await refused(/ends before the time/, 'replay', { ...replay, from: '2030-01-01' });
    await refused(/neither ISO 8601 nor Unix ms/, 'replay', { ...replay, from: 'noon' });
    await refused(/no number from 0.1 to 1000/, 'speed', { speed: '5000' });
    await refused(/step: the recording is not paused/, 'step');
    await refused(/no operation "paper-fly"/, 'fly');
    expect(await paper('status')).toMatchObject({ source: 'recorded', speed: 1_000, position: 8 });
  });

  test('what the settings say comes back by command, with its book', async () => {
    expect(await paper('follow')).toMatchObject({ source: 'live', chosenBy: 'settings' });
    await refusedPace();
    expect(await shown()).toMatchObject({ source: 'live', symbol: '', stale: false });
    expect(await book('1')).toEqual(await book('0'));
  });

  async function refusedPace(): Promise<void> {
    await expect(paper('pause')).rejects.toThrow(/follows live: only a recording has a pace/);
  }

  test('a restart goes on with a recording; then an upstream that the settings name', async () => {
    await paper('replay', { books, symbol: 'BTCUSDT', paused: true });
    await paper('step', { moments: '2' });
    await expect.poll(position).toBe(2);
    await exchange.stop();
    Object.assign(exchange.env, {
      HALCYON_PAPER_SOURCE: 'upstream',
      HALCYON_PAPER_UPSTREAM: exchange.baseUrl,
      HALCYON_PAPER_SYMBOLS: 'BTCUSDT',
    });
    await exchange.launch();
    // The exchange answers before its paper venue has opened.
    await expect
      .poll(() => paper('status'))
      .toMatchObject({ source: 'recorded', position: 2, paused: true });
    await paper('step');
    await expect.poll(position).toBe(3);

    expect(await paper('follow')).toMatchObject({ source: 'upstream', chosenBy: 'settings' });
    expect(await buy(makerKey, await lastPrice())).toMatchObject({ code: '00000' });
    expect((await book('0')).bids).toHaveLength(1);
    await expect.poll(async () => (await paper('status')).open).toEqual(['BTCUSDT']);
    await expect.poll(() => book('1')).toEqual(await book('0'));
    await expectUnfollowed();
    // The address of the upstream is the operator's.
    expect(await shown()).toMatchObject({ source: 'upstream', exchange: '', stale: false });
    expect(await sourceHealth()).toEqual({ state: 'ok', detail: '' });
    await exchange.stop();
    expect(exchange.output('verify')).toMatch(/ok[^\n]*\n?$/);
  });

  test('an upstream that cannot be reached is a part that is not well', async () => {
    Object.assign(exchange.env, { HALCYON_PAPER_UPSTREAM: 'http://127.0.0.1:9' });
    await exchange.launch();
    await expect.poll(sourceHealth).toEqual({
      state: 'degraded',
      detail: 'the upstream cannot be connected to; tried again',
    });
    const metrics = await (await fetch(`${exchange.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^halcyon_part_ok\{part="paper_source"\} 0$/m);
  });
});
