/** Public channels of contracts, and that those of spot pairs with the same symbol are others. */
import { crc32 } from 'node:zlib';
import { CommandKind } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type TestClient } from '../../src/ws/testing/client.ts';
import { startServerOf, type TestServer } from '../../src/ws/testing/server.ts';
import { ALICE_FUTURES, BTC, ContractMarketFixture } from './contract-market.ts';

type Row = Readonly<Record<string, unknown>>;

const FUTURES = 'USDT-FUTURES';

let server: TestServer<ContractMarketFixture>;
let market: ContractMarketFixture;
const clients: TestClient[] = [];

beforeAll(async () => {
  market = new ContractMarketFixture();
  server = await startServerOf(market);
});

afterAll(async () => {
  for (const client of clients) client.end();
  await server.close();
});

async function listener(channel: string, instType = FUTURES): Promise<TestClient> {
  const client = await server.connect();
  clients.push(client);
  client.subscribe({ instType, channel, instId: 'BTCUSDT' });
  await client.answer('subscribe');
  return client;
}

async function row(client: TestClient, channel: string): Promise<Row> {
  return rowsOf<Row>(await client.push(channel))[0] ?? {};
}

/** Waits until all that was pushed before this moment is here. */
async function settled(client: TestClient): Promise<void> {
  const pongs = client.texts.filter((text) => text === 'pong').length;
  client.send('ping');
  await client.until(() => client.texts.filter((text) => text === 'pong').length > pongs);
}

describe('ticker', () => {
  it('has mark, index, funding and open interest, and follows the prices', async () => {
    const client = await listener('ticker');
    expect(await row(client, 'ticker')).toEqual({
      instId: 'BTCUSDT',
      lastPr: '0.0',
      bidPr: '0.0',
      askPr: '0.0',
      bidSz: '0.000',
      askSz: '0.000',
      open24h: '0.0',
      high24h: '0.0',
      low24h: '0.0',
      change24h: '0',
      fundingRate: '0.0001',
      nextFundingTime: '1767254400000',
      markPrice: '60000.0',
      indexPrice: '60000.0',
      holdingAmount: '0.000',
      baseVolume: '0.000',
      quoteVolume: '0',
      openUtc: '0.0',
      symbolType: 1,
      symbol: 'BTCUSDT',
      deliveryPrice: '0',
      ts: expect.any(String),
    });
    market.index(60_100);
    const moved = await row(client, 'ticker');
    expect(moved).toMatchObject({ indexPrice: '60100.0', markPrice: '60100.0' });
    market.trade(5);
    await expect
      .poll(async () => row(client, 'ticker'))
      .toMatchObject({ lastPr: '60000.0', holdingAmount: '0.005', baseVolume: '0.005' });
    market.trade(-5);
  });
});

describe('books', () => {
  it('follow the contract with checksums of all that was pushed', async () => {
    const client = await listener('books');
    expect(await row(client, 'books')).toMatchObject({ asks: [], bids: [], checksum: 0 });
    const order = market.place({ price: 599_000, quantity: 7 });
    const text = '59900.0:0.007';
    expect(await row(client, 'books')).toMatchObject({
      bids: [['59900.0', '0.007']],
      checksum: crc32(text) | 0,
    });
    const best = await listener('books1');
    expect(await row(best, 'books1')).toMatchObject({ bids: [['59900.0', '0.007']] });
    market.apply({ kind: CommandKind.cancel, account: ALICE_FUTURES, order, clientId: '' });
    expect(await row(client, 'books')).toMatchObject({ bids: [['59900.0', '0']], checksum: 0 });
    expect(await row(best, 'books1')).toMatchObject({ bids: [] });
  });
});

describe('trade and candles', () => {
  it('tell of trades in the book', async () => {
    const trades = await listener('trade');
    await trades.push('trade');
    const candles = await listener('candle1m');
    await candles.push('candle1m');
    market.trade(3, 600_500);
    expect(await row(trades, 'trade')).toMatchObject({
      price: '60050.0',
      size: '0.003',
      side: 'buy',
    });
    const candle = rowsOf<string[]>(await candles.push('candle1m')).at(-1);
    expect(candle?.[4]).toBe('60050.0');
    market.trade(-3, 600_500);
  });
});

describe('a spot pair and a contract of one symbol', () => {
  it.each(['trade', 'books', 'ticker', 'candle1m'])(
    '%s of the one is not told what happens to the other',
    async (channel) => {
      const spot = await listener(channel, 'SPOT');
      await spot.push(channel);
      const contract = await listener(channel);
      await contract.push(channel);
      market.trade(2, 599_900);
      // A book that is again as it was is not told.
      if (channel === 'books') market.place({ price: 599_900 });
      await contract.push(channel);
      market.spotTrade(6_100_000);
      if (channel === 'books') market.placeSpot({ price: 6_100_000 });
      await spot.push(channel);
      await settled(spot);
      await settled(contract);
      expect(spot.texts.filter((text) => text.includes('59990.0'))).toEqual([]);
      expect(contract.texts.filter((text) => text.includes('61000.00'))).toEqual([]);
    },
  );

  it('can both be listened to on one connection, and left one by one', async () => {
    const client = await listener('trade', 'SPOT');
    client.subscribe({ instType: FUTURES, channel: 'trade', instId: 'BTCUSDT' });
    await client.answer('subscribe');
    await client.push('trade');
    await client.push('trade');
    client.send({
      op: 'unsubscribe',
      args: [{ instType: 'SPOT', channel: 'trade', instId: 'BTCUSDT' }],
    });
    await client.answer('unsubscribe');
    market.trade(2);
    expect((await client.push('trade')).arg?.['instType']).toBe(FUTURES);
  });
});

describe('areas', () => {
  it.each([
    ['COIN-FUTURES', 'BTCUSD', 'instId BTCUSD does not exist'],
    ['USDC-FUTURES', 'BTCPERP', 'instId BTCPERP does not exist'],
    ['USDT-FUTURES', 'SOLUSDT', 'instId SOLUSDT does not exist'],
    ['SUSDT-FUTURES', 'SBTCSUSDT', 'instType SUSDT-FUTURES is not open on this exchange yet'],
    ['MARGIN', 'BTCUSDT', 'channel ticker does not exist'],
    ['usdt-forwards', 'BTCUSDT', 'instType usdt-forwards does not exist'],
  ])('%s %s: %s', async (instType, instId, msg) => {
    const client = await server.connect();
    clients.push(client);
    client.subscribe({ instType, channel: 'ticker', instId });
    expect(await client.answer('error')).toMatchObject({ code: 30001, msg });
  });

  it('takes an instType in any letter case and echoes it as it was sent', async () => {
    const client = await server.connect();
    clients.push(client);
    const arg = { instType: 'usdt-futures', channel: 'ticker', instId: 'BTCUSDT' };
    client.subscribe(arg);
    expect((await client.push('ticker')).arg).toEqual(arg);
    expect(market.views.contracts.contract(BTC).openInterest).toBeGreaterThan(0);
  });
});
