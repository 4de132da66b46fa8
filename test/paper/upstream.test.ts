/**
 * A paper venue that follows a second Halcyon through the unmodified ccxt.pro, over a network that
 * loses frames, drops connections and falls silent.
 */
import { EventKind, InstrumentState } from '@halcyon/domain';
import { openUpstream, UpstreamSource } from '@halcyon/flow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTCUSDT, PaperHost } from '../../packages/testkit/src/paper/flow-host.ts';
import { FrameProxy } from '../network/frame-proxy.ts';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const SYMBOL = 'BTC/USDT';
const STALE_MS = 1_000;
const WAIT = { timeout: 20_000, interval: 50 };

let exchange: ExchangeProcess;
let proxy: FrameProxy;
let maker: Awaited<ReturnType<typeof ccxtClient>>;
let taker: Awaited<ReturnType<typeof ccxtClient>>;
let host: PaperHost;
let source: UpstreamSource;
let middle: number;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  proxy = await FrameProxy.before(exchange.port);
  [maker, taker] = await Promise.all([
    ccxtClient(exchange, exchange.trader('maker', 'USDT=1000000,BTC=10')),
    ccxtClient(exchange, exchange.trader('taker', 'USDT=1000000,BTC=10')),
  ]);
  await maker.loadMarkets();
  await taker.loadMarkets();
  middle = Number((await maker.fetchTicker(SYMBOL)).last);
  await maker.createOrder(SYMBOL, 'limit', 'buy', 0.5, middle - 10);
  await maker.createOrder(SYMBOL, 'limit', 'sell', 0.7, middle + 10);
  host = new PaperHost();
  source = await follow();
}, 180_000);

afterAll(async () => {
  await source?.close();
  await Promise.all([maker?.close(), taker?.close()]);
  proxy?.close();
  await exchange?.remove();
});

async function follow(): Promise<UpstreamSource> {
  const upstream = await openUpstream(proxy.url, STALE_MS / 4);
  expect(upstream.symbols).toContain(SYMBOL);
  return new UpstreamSource({
    exchange: upstream,
    instruments: [{ ...BTCUSDT, unified: SYMBOL }],
    position: host.position,
    standing: host.standing,
    host,
    staleMs: STALE_MS,
    now: Date.now,
  });
}

/** Levels of the upstream as it says them itself, in ticks and lots. */
async function there(): Promise<readonly [number, number][][]> {
  const { bids, asks } = await maker.fetchOrderBook(SYMBOL);
  return [bids, asks].map((side) =>
    side.map(([price = 0, quantity = 0]): [number, number] => [
      Math.round(price * 10 ** BTCUSDT.priceScale),
      Math.round(quantity * 10 ** BTCUSDT.quantityScale),
    ]),
  );
}

const state = (): number => host.core.state.markets[0]!.instrument.state;
const trades = () => host.events.filter((event) => event.kind === EventKind.trade);

/** Waits until the paper book is the upstream's. */
async function meets(): Promise<void> {
  const levels = await there();
  await expect.poll(() => [host.levels(0), host.levels(1)], WAIT).toEqual(levels);
  await expect.poll(state, WAIT).toBe(InstrumentState.open);
}

test('the paper book is the upstream book, and its trades trade', async () => {
  await meets();
  await maker.createOrder(SYMBOL, 'limit', 'buy', 0.25, middle - 5);
  await meets();
  await taker.createOrder(SYMBOL, 'market', 'sell', 0.3);
  await meets();
  await expect
    .poll(() => trades().map(({ quantity }) => quantity), WAIT)
    .toEqual([250_000, 50_000]);
});

test('lost updates: the checksum says so, and what differs is put right', async () => {
  proxy.losing = { text: '"books"', count: 1 };
  await maker.createOrder(SYMBOL, 'limit', 'buy', 0.125, middle - 6);
  await expect.poll(() => proxy.losing?.count, WAIT).toBe(0);
  await maker.createOrder(SYMBOL, 'limit', 'sell', 0.125, middle + 6);
  await meets();
  expect(host.warnings.join()).toMatch(/upstream BTC\/USDT: .*connecting again/);
});

test('a lost connection: it comes back by itself, with what happened meanwhile', async () => {
  const before = proxy.connections;
  proxy.refusing = true;
  proxy.cut();
  await maker.cancelAllOrders(SYMBOL);
  await maker.createOrder(SYMBOL, 'limit', 'buy', 0.4, middle - 20);
  await maker.createOrder(SYMBOL, 'limit', 'sell', 0.6, middle + 20);
  await expect.poll(state, WAIT).toBe(InstrumentState.feedStale);
  expect(host.warnings.join()).toContain('BTCUSDT: the upstream is stale');
  proxy.refusing = false;
  await meets();
  expect(proxy.connections).toBeGreaterThan(before);
}, 60_000);

test('a silent connection is stale; a quiet market on a sound one is not', async () => {
  await new Promise((resolve) => setTimeout(resolve, STALE_MS * 1.5));
  expect(state()).toBe(InstrumentState.open);
  proxy.quiet = true;
  await expect.poll(state, WAIT).toBe(InstrumentState.feedStale);
  proxy.quiet = false;
  proxy.cut();
  await meets();
}, 60_000);

test('a restart goes on with what stands; the journal alone gives the same state', async () => {
  await source.close();
  host.restart();
  await maker.createOrder(SYMBOL, 'limit', 'sell', 0.2, middle + 15);
  const { lastOrder } = host.position;
  source = await follow();
  await meets();
  expect(host.position.lastOrder).toBe(lastOrder + 1);
  expect(host.replayed().state.log.chain).toBe(host.core.state.log.chain);
}, 60_000);
