/** Public data as bots ask for it. */
import { CommandKind, InstrumentState } from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE_SPOT, type CallOptions, listOf, START, TestRest } from './harness.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
});

function get(path: string, query: NonNullable<CallOptions['query']>) {
  return rest.call(null, 'GET', `/api/v2/spot/${path}`, { query });
}

describe('candles', () => {
  beforeEach(() => rest.views.advanceTo(START + HOUR_MS));

  const ask = (granularity: string, query: Record<string, string>) =>
    get('market/candles', { symbol: 'BTCUSDT', granularity, ...query });

  it('1m is not 1M: it is refused as every other name that spot has not', async () => {
    for (const name of ['1m', '5m', '1mutc']) {
      expect((await ask(name, {})).body).toMatchObject({ code: '40020', reason: 'fieldValue' });
    }
    const months = await ask('1M', { limit: '1' });
    const minutes = await ask('1min', { limit: '2' });
    expect(listOf(months.body.data)).toHaveLength(1);
    expect(listOf(minutes.body.data)).toHaveLength(2);
  });

  it.each(['market/candles', 'market/history-candles'])(
    '%s: from the newest bar on, a window that ends before it begins is empty',
    async (path) => {
      const endTime = String(START + HOUR_MS - 5);
      for (const from of [START + HOUR_MS, START + HOUR_MS + MINUTE_MS, START + 24 * HOUR_MS]) {
        const window = { symbol: 'BTCUSDT', granularity: '1min', startTime: String(from), endTime };
        expect((await get(path, window)).body).toMatchObject({ code: '00000', data: [] });
      }
      const startTime = String(START + HOUR_MS - 1);
      const window = { symbol: 'BTCUSDT', granularity: '1min', startTime, endTime };
      expect((await get(path, window)).body.code).toBe('40707');
    },
  );
});

describe('the end of a window of candles', () => {
  beforeEach(() => rest.views.advanceTo(START + HOUR_MS));
  const open = START + 10 * MINUTE_MS;

  it.each(['market/candles', 'market/history-candles'])('%s: is not in it', async (path) => {
    const opens = async (startTime: number, endTime: number): Promise<number[]> => {
      const window = { startTime: String(startTime), endTime: String(endTime) };
      const { body } = await get(path, { symbol: 'BTCUSDT', granularity: '1min', ...window });
      return (listOf(body.data) as unknown as string[][]).map(([at]) => Number(at) - open);
    };
    expect(await opens(open, open + 2 * MINUTE_MS)).toEqual([0, MINUTE_MS]);
    expect(await opens(open, open + 2 * MINUTE_MS + 1)).toEqual([0, MINUTE_MS, 2 * MINUTE_MS]);
    expect(await opens(open, open)).toEqual([]);
  });
});

describe('limits of lists', () => {
  it('levels and trades come as they are asked for, up to a limit that is named', async () => {
    for (let i = 0; i < 160; i++) {
      const price = `${58_000 + i}`;
      const order = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy', size: '0.001', price };
      await rest.alice('POST', '/spot/trade/place-order', order);
    }
    const bids = async (path: string, limit: string) =>
      listOf((await get(path, { symbol: 'BTCUSDT', limit })).body.data['bids']);
    const all = await bids('market/orderbook', '1000');
    expect(all.length).toBeGreaterThanOrEqual(160);
    expect(await bids('market/orderbook', '155')).toEqual(all.slice(0, 155));
    expect(await bids('market/orderbook', '7')).toHaveLength(7);
    expect(await bids('market/orderbook', '')).toHaveLength(150);
    expect(await bids('market/merge-depth', '')).toHaveLength(100);
    for (const limit of ['1000', 'max']) {
      expect(await bids('market/merge-depth', limit)).toHaveLength(all.length);
    }
    const trades = await get('market/fills', { symbol: 'BTCUSDT', limit: '1000' });
    expect(trades.body.code).toBe('00000');
    for (const path of ['market/orderbook', 'market/merge-depth']) {
      const refused = await get(path, { symbol: 'BTCUSDT', limit: '1001' });
      expect(refused.body.msg).toMatch(/^limit must be .*1000.*, not 1001$/);
    }
  });
});

describe('the smallest value of an order', () => {
  const list = (symbol: string, base: number, quote: number, notionalMin: number): void => {
    rest.engine.apply({
      kind: CommandKind.listInstrument,
      symbol,
      base,
      quote,
      priceScale: 4,
      quantityScale: 4,
      state: InstrumentState.open,
      quantityMin: 1,
      quantityMax: 100_000_000,
      notionalMin,
      bandPpm: 100_000,
      openOrdersMax: 500,
    });
  };
  const minimum = async (symbol: string) =>
    listOf((await get('public/symbols', { symbol })).body.data)[0];

  it('is told in USDT at the last price and in the quote coin, by which orders are judged', async () => {
    expect(await minimum('BTCUSDT')).toMatchObject({ minTradeUSDT: '5', minTradeQuote: '5' });
    list('ETHBTC', 2, 0, 10_001);
    const smallest = await minimum('ETHBTC');
    expect(smallest).toMatchObject({ minTradeUSDT: '6.0006', minTradeQuote: '0.00010001' });
    rest.engine.apply({ kind: CommandKind.seedLastPrice, instrument: 2, price: 500 });
    const order = { symbol: 'ETHBTC', orderType: 'limit', side: 'buy', size: '0.001' };
    const refused = await rest.alice('POST', '/spot/trade/place-order', {
      ...order,
      price: '0.05',
    });
    expect(refused.body.msg).toBe('order value 0.00005 BTC is below the minimum 0.00010001 BTC');
  });

  it('of pairs in USDC goes by the price of USDC where it has one, and rounds up', async () => {
    const usdc = 3;
    rest.engine.apply({ kind: CommandKind.listAsset, code: 'USDC', name: 'USDC', scale: 8 });
    rest.fund(ALICE_SPOT, usdc, 100_00000000n);
    list('BTCUSDC', 0, usdc, 5_00000001);
    expect(await minimum('BTCUSDC')).toMatchObject({ minTradeUSDT: '5.00000001' });
    list('USDCUSDT', usdc, 1, 0);
    rest.engine.apply({ kind: CommandKind.seedLastPrice, instrument: 3, price: 9_998 });
    expect(await minimum('BTCUSDC')).toMatchObject({
      minTradeUSDT: '4.99900001',
      minTradeQuote: '5.00000001',
    });
  });

  it('of a coin that nothing prices is not made up', async () => {
    rest.engine.apply({ kind: CommandKind.listAsset, code: 'XAU', name: 'Gold', scale: 8 });
    list('BTCXAU', 0, 3, 100);
    expect(await minimum('BTCXAU')).toMatchObject({
      minTradeUSDT: '0',
      minTradeQuote: '0.000001',
    });
  });
});
