/** The unmodified ccxt.pro streams against a started exchange with its simulated market. */
import type { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const SYMBOL = 'BTC/USDT';
/** How long the checksummed book is followed; HALCYON_WATCH_SECONDS for longer runs. */
const WATCH_SECONDS = Number(process.env['HALCYON_WATCH_SECONDS'] ?? 5);

let exchange: ExchangeProcess;
let client: Awaited<ReturnType<typeof ccxtClient>>;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'real' });
  await exchange.paperReady();
});

afterAll(async () => {
  await exchange?.remove();
});

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

describe.each(['live', 'paper'] as const)('%s', (venue) => {
  beforeAll(async () => {
    const key = await exchange.trader(`watcher-${venue}`, 'USDT=100000,BTC=1', undefined, venue);
    client = await ccxtClient(exchange, key, venue);
    await client.loadMarkets();
  });

  afterAll(async () => {
    await client?.close();
  });

  describe('public streams', () => {
    test('ticker, trades, candles', async () => {
      expect((await client.watchTicker(SYMBOL)).last).toBeGreaterThan(0);
      // The first push lists what was traded so far: on a new exchange perhaps nothing yet.
      let trades = await client.watchTrades(SYMBOL);
      while (trades.length === 0) trades = await client.watchTrades(SYMBOL);
      expect(trades.length).toBeGreaterThan(0);
      expect((await client.watchOHLCV(SYMBOL, '1m')).length).toBeGreaterThan(0);
    });

    test('several symbols at once', async () => {
      const both = [SYMBOL, 'ETH/USDT'];
      expect((await client.watchTickers(both))[SYMBOL] ?? null).toBeDefined();
      const quotes = await client.watchBidsAsks(both);
      for (const { bid, ask } of Object.values(quotes)) expect(bid).toBeLessThan(ask ?? 0);
      expect((await client.watchOrderBookForSymbols(both)).asks.length).toBeGreaterThan(0);
      let trades = await client.watchTradesForSymbols(both);
      while (trades.length === 0) trades = await client.watchTradesForSymbols(both);
      expect(both).toContain(trades[0]?.symbol);
    });

    test('every instrument at once by single calls, faster than the rate', async () => {
      const all = Object.keys(client.markets ?? {});
      expect(all.length).toBeGreaterThanOrEqual(21);
      const fresh = await ccxtClient(exchange, undefined, venue);
      await fresh.loadMarkets();
      await Promise.all(
        all.flatMap((symbol): Promise<unknown>[] => [
          fresh.watchTicker(symbol),
          fresh.watchOrderBook(symbol),
          fresh.watchTrades(symbol),
        ]),
      );
      expect(Object.keys(fresh.tickers ?? {}).sort()).toEqual(all.sort());
      expect(Object.keys(fresh.orderbooks ?? {}).length).toBe(all.length);
      await fresh.close();
    });

    test('a stream that was left can be watched again', async () => {
      const levels = async (): Promise<number> =>
        (await client.watchOrderBook('ETH/USDT', 5)).bids.length;
      expect(await levels()).toBeGreaterThan(0);
      await client.unWatchOrderBook('ETH/USDT');
      expect(await levels()).toBeGreaterThan(0);
      await client.unWatchTicker('ETH/USDT');
      expect((await client.watchTicker('ETH/USDT')).last).toBeGreaterThan(0);
    });

    test(
      'the order book meets its checksum on every update',
      async () => {
        const until = Date.now() + WATCH_SECONDS * 1000;
        let updates = 0;
        while (Date.now() < until || updates <= WATCH_SECONDS) {
          const book = await client.watchOrderBook(SYMBOL);
          expect(book.bids[0]![0]).toBeLessThan(book.asks[0]![0]!);
          updates += 1;
        }
      },
      (WATCH_SECONDS + 180) * 1000,
    );
  });

  describe('private streams', () => {
    test('balance, orders and fills follow an order', async () => {
      expect((await client.watchBalance())['USDT']?.total).toBeGreaterThan(0);
      const acknowledged = countSubscriptions();
      const balance = client.watchBalance();
      const orders = client.watchOrders(SYMBOL);
      const trades = client.watchMyTrades(SYMBOL);
      await expect.poll(acknowledged).toBe(2);
      const { id } = await client.createMarketBuyOrderWithCost(SYMBOL, 200);
      expect((await orders).map((order) => order.id)).toContain(id);
      expect((await trades).map((trade) => trade.order)).toContain(id);
      expect((await balance)['USDT']?.total).toBeGreaterThan(0);
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
  });
});
