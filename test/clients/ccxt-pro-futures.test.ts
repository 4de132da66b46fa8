/** The unmodified ccxt.pro streams of swaps, and bitget-api's, against a started exchange. */
import type { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { WebsocketClientV2, type WsTopicV2 } from 'bitget-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const SYMBOL = 'BTC/USDT:USDT';
const OTHER = 'ETH/USDT:USDT';
const SPOT = 'BTC/USDT';

type Client = Awaited<ReturnType<typeof ccxtClient>>;

let exchange: ExchangeProcess;
let key: KeyMaterial;
let client: Client;
/** Somebody to trade with, whoever else is there. */
let maker: Client;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'real', HALCYON_PAPER: 'off' });
});

beforeAll(async () => {
  [key, client] = await trader('swapper');
  [, maker] = await trader('maker');
  for (const symbol of [SYMBOL, OTHER]) {
    const mark = await markOf(symbol);
    const quote = async (side: 'buy' | 'sell', part: number): Promise<void> => {
      const price = maker.priceToPrecision(symbol, mark * part);
      await maker.createOrder(symbol, 'limit', side, 20_000 / mark, Number(price));
    };
    await quote('buy', 0.995);
    await quote('sell', 1.005);
    await client.createOrder(symbol, 'market', 'buy', 100 / mark);
    await client.closePosition(symbol);
  }
});

afterAll(async () => {
  await client?.close();
  await maker?.close();
  await exchange?.remove();
});

/** A trader with 100,000 USDT in the futures account. */
async function trader(name: string): Promise<[KeyMaterial, Client]> {
  const own = await exchange.trader(name, 'USDT=200000');
  const made = await ccxtClient(exchange, own);
  await made.loadMarkets();
  await made.transfer('USDT', 100_000, 'spot', 'swap');
  return [own, made];
}

/** The mark price; there is one soon after the start. */
async function markOf(symbol: string): Promise<number> {
  let mark = 0;
  for (let tries = 0; mark === 0 && tries < 1_200; tries++) {
    mark = Number((await client.fetchTicker(symbol)).info.markPrice);
    if (mark === 0) await setTimeout(100);
  }
  return mark;
}

/** How many subscriptions were acknowledged on the private connection from now on. */
function countSubscriptions(): () => number {
  const connections = Object.entries(
    client.clients as Record<string, { connection: EventEmitter }>,
  );
  const own = connections.find(([url]) => url.includes('/private'));
  let count = 0;
  own?.[1].connection.on('message', (data) => {
    if (String(data).startsWith('{"event":"subscribe"')) count += 1;
  });
  return () => count;
}

describe('public streams', () => {
  test('ticker with mark and index, trades, candles', async () => {
    const asked = Date.now();
    const ticker = await client.watchTicker(SYMBOL);
    expect(ticker.symbol).toBe(SYMBOL);
    expect(ticker.last).toBeGreaterThan(0);
    expect(Number(ticker.info.markPrice)).toBeGreaterThan(0);
    expect(Number(ticker.info.indexPrice)).toBeGreaterThan(0);
    expect(Number(ticker.info.nextFundingTime)).toBeGreaterThan(asked);
    let trades = await client.watchTrades(SYMBOL);
    while (trades.length === 0) trades = await client.watchTrades(SYMBOL);
    expect(trades[0]?.symbol).toBe(SYMBOL);
    const [candle] = await client.watchOHLCV(SYMBOL, '1m');
    expect(candle?.[4]).toBeGreaterThan(0);
  });

  test('several swaps at once, and a swap beside the spot pair of its name', async () => {
    const both = [SYMBOL, OTHER];
    expect(Object.keys(await client.watchTickers(both)).length).toBeGreaterThan(0);
    const quotes = await client.watchBidsAsks(both);
    for (const { bid, ask } of Object.values(quotes)) expect(bid).toBeLessThan(ask ?? 0);
    expect((await client.watchOrderBookForSymbols(both)).asks.length).toBeGreaterThan(0);
    expect((await client.watchTicker(SPOT)).symbol).toBe(SPOT);
    expect((await client.watchTicker(SYMBOL)).symbol).toBe(SYMBOL);
    expect((await client.watchOrderBook(SPOT)).symbol).toBe(SPOT);
  });

  test('the order book meets its checksum on every update', { timeout: 180_000 }, async () => {
    const price = Math.round((await markOf(SYMBOL)) * 0.9);
    for (let updates = 0; updates < 20; updates++) {
      const next = client.watchOrderBook(SYMBOL);
      await maker.createOrder(SYMBOL, 'limit', 'buy', 0.01, price + updates);
      const book = await next;
      expect(book.symbol).toBe(SYMBOL);
      expect(book.bids[0]![0]).toBeLessThan(book.asks[0]![0]!);
    }
  });

  test('a stream that was left can be watched again', async () => {
    const third = 'SOL/USDT:USDT';
    await client.watchOrderBook(third);
    await client.unWatchOrderBook(third);
    expect((await client.watchOrderBook(third)).symbol).toBe(third);
  });
});

describe('private streams', () => {
  test('balance, orders, fills and positions follow an order', async () => {
    const swap = { type: 'swap' };
    const before = await client.watchBalance(swap);
    const money = before['USDT']?.free ?? 0;
    expect(money).toBeGreaterThan(99_000);
    const acknowledged = countSubscriptions();
    const orders = client.watchOrders(SYMBOL);
    const all = client.watchOrders(undefined, undefined, undefined, swap);
    const trades = client.watchMyTrades(SYMBOL);
    const flat = await client.watchPositions([SYMBOL]);
    expect(flat).toEqual([]);
    await expect.poll(acknowledged).toBe(3);
    const opened = client.watchPositions([SYMBOL]);
    const balance = client.watchBalance(swap);
    const { id } = await client.createOrder(SYMBOL, 'market', 'buy', 0.05);
    expect((await orders).map((order) => order.id)).toContain(id);
    expect((await all).map((order) => order.id)).toContain(id);
    const [fill] = (await trades).filter((trade) => trade.order === id);
    expect(fill).toMatchObject({ symbol: SYMBOL, side: 'buy', takerOrMaker: 'taker' });
    expect(fill?.fee?.cost).toBeGreaterThan(0);
    let [position] = await opened;
    while (position?.contracts !== 0.05) [position] = await client.watchPositions([SYMBOL]);
    expect(position).toMatchObject({ symbol: SYMBOL, side: 'long', marginMode: 'cross' });
    expect(position?.leverage).toBeGreaterThan(1);
    expect((await balance)['USDT']?.free).toBeLessThan(money);
    let closed = client.watchPositions([SYMBOL]);
    await client.closePosition(SYMBOL);
    while ((await closed).length > 0) closed = client.watchPositions([SYMBOL]);
  });

  test('prices alone move what a position is worth', { timeout: 180_000 }, async () => {
    await client.createOrder(OTHER, 'market', 'sell', 1);
    let [position] = await client.watchPositions([OTHER]);
    while (position?.side !== 'short') [position] = await client.watchPositions([OTHER]);
    const first = position.markPrice;
    while (position?.markPrice === first) [position] = await client.watchPositions([OTHER]);
    await client.closePosition(OTHER);
  });

  test('trigger orders follow their changes', async () => {
    const acknowledged = countSubscriptions();
    const changes = client.watchOrders(SYMBOL, undefined, undefined, { trigger: true });
    await expect.poll(acknowledged).toBe(1);
    const at = Math.round(((await client.fetchTicker(SYMBOL)).last ?? 0) * 0.9);
    const { id } = await client.createTriggerOrder(SYMBOL, 'limit', 'buy', 0.01, at - 10, at);
    const [placed] = await changes;
    expect([placed?.id, placed?.triggerPrice]).toEqual([id, at]);
    await client.cancelOrder(id ?? '', SYMBOL, { trigger: true });
  });

  test('balances of coin and USDC margined contracts are empty', async () => {
    for (const instType of ['COIN-FUTURES', 'USDC-FUTURES']) {
      expect(await client.watchBalance({ type: 'swap', instType })).toBeDefined();
    }
  });
});

describe('bitget-api', () => {
  test('public and private topics of contracts', { timeout: 180_000 }, async () => {
    const ws = new WebsocketClientV2({
      apiKey: key.apiKey,
      apiSecret: key.secretKey,
      apiPass: key.passphrase,
      wsUrl: `${exchange.wsUrl}/v2/ws/private`,
    });
    const heard = new Set<string>();
    const errors: unknown[] = [];
    ws.on('update', (message: { arg?: { channel?: string } }) => {
      heard.add(message.arg?.channel ?? '');
    });
    ws.on('exception', (error) => errors.push(error));
    const instType = 'USDT-FUTURES';
    const open = ['ticker', 'trade', 'candle1m', 'books', 'books1', 'books5', 'books15'] as const;
    for (const topic of open) ws.subscribeTopic(instType, topic, 'BTCUSDT');
    const own = ['account', 'positions', 'orders', 'orders-algo', 'fill', 'positions-history'];
    for (const topic of own as WsTopicV2[]) ws.subscribeTopic(instType, topic, 'default');
    await expect.poll(() => [...heard], { timeout: 60_000 }).toContain('positions');
    await client.createOrder(SYMBOL, 'market', 'buy', 0.01);
    await client.closePosition(SYMBOL);
    const wanted = [...open, 'account', 'positions', 'orders', 'fill', 'positions-history'];
    const missing = () => wanted.filter((topic) => !heard.has(topic));
    await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
    expect(errors).toEqual([]);
    ws.closeAll(true);
  });
});
