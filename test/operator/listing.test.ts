/**
 * Tick and lot of an instrument change, and new assets and instruments come, from the command line of
 * a running exchange; a real ccxt sees it.
 */
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

type Client = Awaited<ReturnType<typeof ccxtClient>>;

let exchange: ExchangeProcess;
let key: KeyMaterial;
let client: Client;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  key = await exchange.trader('lister', 'USDT=200000,BTC=2');
  client = await ccxtClient(exchange, key);
});

afterAll(() => exchange?.remove());

const command = (...args: string[]) => exchange.command<Record<string, unknown>>(...args);

async function get<T>(path: string): Promise<T> {
  const response = await fetch(exchange.baseUrl + path);
  return ((await response.json()) as { data: T }).data;
}

describe('tick and lot', () => {
  test('new orders keep to them, resting ones stay and fill', async () => {
    await client.loadMarkets();
    expect(client.market('BTC/USDT').precision).toMatchObject({ price: 0.01, amount: 0.000001 });
    const old = await client.createOrder('BTC/USDT', 'limit', 'sell', 0.001234, 95_000.05);
    const oldId = old.id ?? '';
    const set = ['instrument', 'set', 'BTCUSDT', '--tick', '0.1', '--lot', '0.001'];
    expect(command(...set)).toMatchObject({ tick: '0.1', lot: '0.001', quantityMin: '0.001' });
    await client.loadMarkets(true);
    const { precision, limits } = client.market('BTC/USDT');
    expect(precision).toMatchObject({ price: 0.1, amount: 0.001 });
    expect(limits.amount?.min).toBe(0.001);
    const raw = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' };
    const place = (price: string, size: string) =>
      client.privateSpotPostV2SpotTradePlaceOrder({ ...raw, price, size });
    const offTick = place('95000.05', '0.002');
    await expect(offTick).rejects.toThrow(ccxt.InvalidOrder);
    await expect(offTick).rejects.toThrow('price 95000.05 is not a multiple of the tick 0.1');
    const offLot = place('95000.1', '0.0021');
    await expect(offLot).rejects.toThrow('size 0.0021 is not a multiple of the lot 0.001');
    await expect(place('95000.123', '0.002')).rejects.toThrow('a multiple of the tick 0.1');
    await client.createOrder('BTC/USDT', 'limit', 'buy', 0.002, 95_000.1);
    expect(await client.fetchOrder(oldId, 'BTC/USDT')).toMatchObject({
      status: 'closed',
      average: 95_000.05,
      filled: 0.001234,
    });
    expect((await client.fetchOrderBook('BTC/USDT')).bids).toEqual([[95_000.1, 0.000766]]);
  });
});

describe('a new instrument', () => {
  const GOLD = ['--base', 'GOLD', '--quote', 'USDT', '--price-scale', '3', '--quantity-scale', '4'];

  test('trades like any other, on paper too, and survives a kill', async () => {
    expect(command('asset', 'add', 'gold', '--scale', '6', '--name', 'Gold')).toEqual({
      code: 'GOLD',
      name: 'Gold',
      scale: 6,
    });
    const limits = ['--last-price', '2400', '--tick', '0.01', '--notional-min', '5'];
    expect(command('instrument', 'add', 'goldusdt', ...GOLD, ...limits)).toMatchObject({
      symbol: 'GOLDUSDT',
      state: 'open',
      tick: '0.01',
      lot: '0.0001',
      quantityMax: '8333.3333',
    });
    const other = await exchange.trader('miner', 'GOLD=5');
    await client.loadMarkets(true);
    expect(client.market('GOLD/USDT').precision).toMatchObject({ price: 0.01, amount: 0.0001 });
    await client.watchTrades('GOLD/USDT');
    const miner = await ccxtClient(exchange, other);
    await miner.createOrder('GOLD/USDT', 'limit', 'sell', 2, 2_401.5);
    const pushed = client.watchTrades('GOLD/USDT');
    const { id } = await client.createOrder('GOLD/USDT', 'market', 'buy', 1.5, 2_401.5);
    expect((await pushed).at(-1)).toMatchObject({ price: 2_401.5, amount: 1.5 });
    await exchange.paperReady();
    const paper = await ccxtClient(exchange, undefined, 'paper');
    expect((await paper.fetchOrderBook('GOLD/USDT')).asks).toEqual([[2_401.5, 0.5]]);
    await paper.close();
    await client.close();
    await miner.close();
    await exchange.stop('SIGKILL');
    await exchange.launch();
    client = await ccxtClient(exchange, key);
    await client.loadMarkets();
    expect(client.market('BTC/USDT').precision.price).toBe(0.1);
    expect(await client.fetchOrder(id ?? '', 'GOLD/USDT')).toMatchObject({ filled: 1.5 });
    expect(await client.fetchMyTrades('GOLD/USDT')).toMatchObject([{ cost: 3_602.25 }]);
    expect((await client.fetchOHLCV('GOLD/USDT', '1m')).at(-1)?.[4]).toBe(2_401.5);
    await exchange.paperReady();
    const query = '?symbol=GOLDUSDT&limit=5&paptrading=1';
    expect(await get(`/api/v2/spot/market/orderbook${query}`)).toMatchObject({
      asks: [['2401.500', '0.5000']],
    });
    expect(command('instrument', 'list')).toContainEqual(
      expect.objectContaining({ symbol: 'GOLDUSDT', priceScale: 3 }),
    );
    await client.close();
  });
});
