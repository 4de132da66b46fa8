/** Public data of contracts as bots ask for it. */
import { CommandKind, InstrumentState } from '@halcyon/domain';
import { MIX_GRANULARITY_NAMES } from '@halcyon/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC_CONTRACT, index, mixOf, openContracts } from './contracts.ts';
import { listOf, START, type TestRest } from './harness.ts';
import { KeptRecords } from './kept-records.ts';

const HOUR_MS = 3_600_000;
const USDT = { productType: 'USDT-FUTURES' };
const BTC = { ...USDT, symbol: 'BTCUSDT' };

let rest: TestRest;
let records: KeptRecords;

beforeAll(async () => {
  records = await KeptRecords.open();
  rest = await openContracts((before) => records.follow(before));
  const order = { symbol: 'BTCUSDT', marginCoin: 'USDT', marginMode: 'crossed' };
  const sell = { ...order, orderType: 'limit', side: 'sell', size: '0.3', price: '60010' };
  await mixOf(rest, 'bob').post('/place-order', sell);
  await mixOf(rest).post('/place-order', {
    ...order,
    orderType: 'market',
    side: 'buy',
    size: '0.1',
  });
  const bid = { ...order, orderType: 'limit', side: 'buy', size: '0.5', price: '59990' };
  await mixOf(rest).post('/place-order', bid);
  index(rest, 60_000, 3_000);
});

afterAll(() => records.close());

async function get(path: string, query: Record<string, string> = {}) {
  const { body } = await rest.call(null, 'GET', `/api/v2/mix/market/${path}`, { query });
  return body;
}

async function rows(path: string, query: Record<string, string> = BTC) {
  const { msg, data } = await get(path, query);
  expect(msg).toBe('success');
  return listOf(data);
}

describe('contracts', () => {
  it('say what orders may be', async () => {
    expect(await rows('contracts', USDT)).toHaveLength(2);
    expect(
      await rows('contracts', { productType: 'usdt-futures', symbol: 'btcusdt' }),
    ).toMatchObject([
      {
        symbol: 'BTCUSDT',
        baseCoin: 'BTC',
        quoteCoin: 'USDT',
        supportMarginCoins: ['USDT'],
        makerFeeRate: '0.0002',
        takerFeeRate: '0.0006',
        minTradeNum: '0.0001',
        sizeMultiplier: '0.0001',
        volumePlace: '4',
        pricePlace: '1',
        priceEndStep: '1',
        minTradeUSDT: '5',
        maxLever: '100',
        fundInterval: '8',
        symbolType: 'perpetual',
        symbolStatus: 'normal',
        maxOrderQty: '1000.0000',
        buyLimitPriceRatio: '0.1',
        // Half the lowest maintenance rate, and a tenth of the lowest tier.
        markPriceRatio: '0.002',
        markImpactSize: '100000',
      },
    ]);
  });

  it('say by their status whether they take orders that open', async () => {
    const { id, ...limits } = rest.views.instrument(BTC_CONTRACT)!;
    const set = (state: InstrumentState) =>
      rest.engine.apply({
        kind: CommandKind.setInstrument,
        ...limits,
        instrument: id,
        state,
        actor: 'test',
        reason: 'test',
      });
    set(InstrumentState.reduceOnly);
    expect(await rows('contracts')).toMatchObject([{ symbolStatus: 'limit_open' }]);
    set(InstrumentState.open);
    expect(await rows('contracts')).toMatchObject([{ symbolStatus: 'normal' }]);
  });

  it('tiers and limits are told in USDT', async () => {
    expect(await rows('query-position-lever')).toMatchObject([
      { level: '1', startUnit: '0', endUnit: '1000000', leverage: '100', keepMarginRate: '0.004' },
      { level: '2', startUnit: '1000000', endUnit: '10000000', leverage: '20' },
    ]);
    const { mark } = rest.views.contracts.contract(BTC_CONTRACT);
    expect(await rows('oi-limit')).toMatchObject([
      { notionalValue: '10000000', totalNotionalValue: String(mark * 100) },
    ]);
    expect(await rows('vip-fee-rate', {})).toMatchObject([
      { level: '0', makerFeeRate: '0.0002', takerFeeRate: '0.0006' },
      { level: '1', dealAmount: '500000' },
    ]);
  });
});

describe('prices', () => {
  it('of a contract are not those of the spot pair of its symbol', async () => {
    const { mark, fundingRate } = rest.views.contracts.contract(BTC_CONTRACT);
    const [ticker] = await rows('ticker');
    expect(ticker).toMatchObject({
      symbol: 'BTCUSDT',
      lastPr: '60010.0',
      bidPr: '59990.0',
      askPr: '60010.0',
      bidSz: '0.5000',
      askSz: '0.2000',
      indexPrice: '60000.0',
      markPrice: (mark / 10).toFixed(1),
      holdingAmount: '0.1000',
      baseVolume: '0.1000',
      quoteVolume: '6001',
    });
    expect(Number(ticker?.['fundingRate'])).toBe(fundingRate / 1e8);
    expect(await rows('tickers', USDT)).toHaveLength(2);
    const [prices] = await rows('symbol-price');
    expect(prices).toMatchObject({ price: '60010.0', indexPrice: '60000.0' });
    const open = await get('open-interest', BTC);
    expect(open.data['openInterestList']).toEqual([{ symbol: 'BTCUSDT', size: '0.1000' }]);
  });

  it('levels of the book are numbers; a limit above the largest is refused', async () => {
    const { data } = await get('merge-depth', { ...BTC, limit: '50', precision: 'scale2' });
    expect(data).toMatchObject({
      bids: [[59_990, 0.5]],
      asks: [[60_010, 0.2]],
      scale: '10',
      precision: 'scale2',
    });
    expect((await get('merge-depth', { ...BTC, limit: '1000' })).msg).toBe('success');
    expect((await get('merge-depth', { ...BTC, limit: '1001' })).msg).toMatch(/^limit must be/);
  });

  it('trades', async () => {
    const trade = { symbol: 'BTCUSDT', price: '60010.0', size: '0.1000', side: 'buy' };
    expect(await rows('fills', { ...BTC, limit: '1000' })).toMatchObject([trade]);
    const [one] = await rows('fills-history', { ...BTC, startTime: String(START - HOUR_MS) });
    expect(one).toMatchObject(trade);
    const before = { ...BTC, idLessThan: String(one?.['tradeId']) };
    expect(await rows('fills-history', before)).toEqual([]);
  });
});

describe('candles', () => {
  it('are of trades, of the mark and of the index price', async () => {
    const last = async (path: string, query: Record<string, string> = {}) =>
      (await rows(path, { ...BTC, granularity: '1m', limit: '1', ...query }))[0];
    expect(await last('candles')).toMatchObject({ 4: '60010.0', 5: '0.1000', 6: '6001' });
    const indices = { 4: '60000.0', 5: '0.0000', 6: '0' };
    for (const kLineType of ['index', 'INDEX']) {
      expect(await last('candles', { kLineType })).toMatchObject(indices);
    }
    expect(await last('history-index-candles')).toMatchObject(indices);
    const mark = (rest.views.contracts.contract(BTC_CONTRACT).mark / 10).toFixed(1);
    expect(await last('candles', { kLineType: 'mark' })).toMatchObject({ 4: mark });
    expect(await last('history-mark-candles')).toMatchObject({ 4: mark });
    expect(await last('history-candles')).toMatchObject({ 4: '60010.0' });
  });

  it('come in every interval; 1m is not 1M; both lists end before endTime', async () => {
    expect(MIX_GRANULARITY_NAMES).toHaveLength(20);
    for (const granularity of MIX_GRANULARITY_NAMES) {
      expect((await rows('candles', { ...BTC, granularity })).length).toBeGreaterThan(0);
    }
    const two = (await rows('candles', { ...BTC, granularity: '2H' })).at(-1);
    expect(Number(two?.['0' as never]) % (2 * HOUR_MS)).toBe(0);
    expect(await get('candles', { ...BTC, granularity: '1mutc' })).toMatchObject({ code: '40020' });
    const endTime = String(START);
    const window = { ...BTC, granularity: '1m', endTime };
    for (const list of ['candles', 'history-candles']) {
      expect((await rows(list, window)).at(-1)?.['0' as never], list).not.toBe(endTime);
      const inside = { ...window, endTime: String(START + 1) };
      expect((await rows(list, inside)).at(-1)?.['0' as never], list).toBe(endTime);
    }
  });
});

describe('funding', () => {
  it('what comes next, and what was, by page', async () => {
    const due = String(START + 8 * HOUR_MS);
    expect(await rows('funding-time')).toEqual([
      { symbol: 'BTCUSDT', nextFundingTime: due, ratePeriod: '8' },
    ]);
    expect(await rows('current-fund-rate', USDT)).toMatchObject([
      {
        symbol: 'BTCUSDT',
        fundingRateInterval: '8',
        nextUpdate: due,
        minFundingRate: '-0.003',
        maxFundingRate: '0.003',
      },
      { symbol: 'ETHUSDT' },
    ]);
    expect(await rows('history-fund-rate')).toEqual([]);
    const start = rest.now;
    const dues: string[] = [];
    for (let round = 1; round <= 5; round++) {
      rest.now = START + round * 8 * HOUR_MS;
      dues.unshift(String(rest.now));
      index(rest, 60_000, 3_000);
    }
    await records.client.reached(rest.engine.seq);
    const page = async (query: Record<string, string>) =>
      (await rows('history-fund-rate', { ...BTC, ...query })).map((row) => row['fundingTime']);
    expect(await page({ pageSize: '1000' })).toEqual(dues);
    expect(await page({ pageSize: '2' })).toEqual(dues.slice(0, 2));
    expect(await page({ pageSize: '2', pageNo: '3' })).toEqual(dues.slice(4));
    expect(await page({ pageSize: '2', pageNo: '4' })).toEqual([]);
    expect(rest.now).toBeGreaterThan(start);
  });
});

describe('what there is nothing of', () => {
  it('other product types have empty lists, and no symbols', async () => {
    for (const productType of ['COIN-FUTURES', 'USDC-FUTURES', 'susdt-futures']) {
      for (const path of ['contracts', 'tickers', 'current-fund-rate', 'oi-limit']) {
        expect(await rows(path, { productType })).toEqual([]);
      }
      const refused = await get('ticker', { productType, symbol: 'BTCUSDT' });
      expect(refused).toMatchObject({ code: '40309', msg: 'symbol BTCUSDT does not exist' });
    }
    const unknown = await get('tickers', { productType: 'UMCBL' });
    expect(unknown.msg).toMatch(/^productType must be USDT-FUTURES/);
    expect((await get('tickers')).msg).toBe('productType is required');
  });

  it('ratios of long and short are not kept', async () => {
    for (const path of ['account-long-short', 'position-long-short', 'long-short']) {
      expect(await rows(path, { symbol: 'BTCUSDT', period: '5m' })).toEqual([]);
      expect((await get(path, { symbol: 'NOPE' })).code).toBe('40309');
    }
    for (const path of ['discount-rate', 'exchange-rate']) expect(await rows(path, {})).toEqual([]);
    const interest = await get('union-interest-rate-history', { coin: 'USDT' });
    expect(interest.data).toEqual({ coin: 'USDT', historyInterestRateList: [] });
  });
});
