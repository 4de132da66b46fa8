/** REST: debts that are paid back at once, what liquidations leave, and the pairs of the margin area. */
import { CommandKind } from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOf, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MarginFixture, openMargin, prices } from './margin-fixture.ts';

const HOUR = 3_600_000;
let rest: TestRest;
let desk: MarginFixture;
let records: KeptRecords;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openMargin((before) => records.follow(before));
  desk = new MarginFixture(rest);
});

afterEach(() => records.close());

describe('flash repayment', () => {
  it('of a coin, and of all, tells an id by which it is known', async () => {
    await desk.bring('crossed_margin', 'USDT', '1000');
    await desk.post('/crossed/account/borrow', { coin: 'USDT', borrowAmount: '500' });
    await desk.post('/crossed/account/borrow', { coin: 'BTC', borrowAmount: '0.01' });
    const one = await desk.post('/crossed/account/flash-repay', { coin: 'USDT' });
    expect(one).toMatchObject({ coin: 'USDT' });
    const [usdt] = listOf(await desk.get('/crossed/account/assets', { coin: 'USDT' }));
    expect(usdt).toMatchObject({ borrow: '0', interest: '0' });
    const all = await desk.post('/crossed/account/flash-repay', {});
    const ids = [textOf(one['repayId']), textOf(all['repayId'])];
    const status = listOf(
      await desk.post('/crossed/account/query-flash-repay-status', { idList: [...ids, '99'] }),
    );
    expect(status).toEqual(ids.map((repayId) => ({ repayId, status: 'finish' })));
  });

  it('of nothing is refused', async () => {
    await desk.bring('crossed_margin', 'USDT', '10');
    const refusal = await desk.refused('/crossed/account/flash-repay', { coin: 'BTC' });
    expect(refusal).toContain('coin: nothing of it is owed');
  });

  it('of pairs says of each how it went', async () => {
    const pair = { symbol: 'BTCUSDT' };
    await desk.bring('isolated_margin', 'USDT', '1000', pair);
    expect(await desk.post('/isolated/account/flash-repay', {})).toEqual([]);
    await desk.post('/isolated/account/borrow', { ...pair, coin: 'USDT', borrowAmount: '50' });
    const [row] = listOf(
      await desk.post('/isolated/account/flash-repay', { symbolList: ['BTCUSDT'] }),
    );
    expect(row).toMatchObject({ ...pair, result: 'success' });
    const idList = [textOf(row?.['repayId'])];
    const [status] = listOf(
      await desk.post('/isolated/account/query-flash-repay-status', { idList }),
    );
    expect(status).toMatchObject({ status: 'finish' });
  });
});

describe('liquidation', () => {
  async function bob(side: string, price: string, size: string): Promise<void> {
    const order = { symbol: 'BTCUSDT', side, orderType: 'limit', force: 'gtc', price, size };
    const { body } = await rest.bob('POST', '/spot/trade/place-order', order);
    expect(body.msg).toBe('success');
  }

  /** Alice owes bitcoin that rises by a quarter; Bob sells what she needs, once it rose further. */
  async function liquidated(kind: 'crossed' | 'isolated'): Promise<Record<string, string>> {
    const pair: Record<string, string> = kind === 'isolated' ? { symbol: 'BTCUSDT' } : {};
    await desk.bring(`${kind}_margin`, 'USDT', '1000', pair);
    await desk.post(`/${kind}/account/borrow`, { ...pair, coin: 'BTC', borrowAmount: '0.05' });
    const order = { symbol: 'BTCUSDT', side: 'sell', orderType: 'limit', force: 'gtc' };
    await bob('buy', '60000', '0.05');
    const own = { loanType: 'normal', baseSize: '0.05', price: '60000' };
    await desk.post(`/${kind}/place-order`, { ...order, ...own });
    prices(rest, 75_000, 3_000);
    await bob('sell', '78000', '1');
    prices(rest, 78_000, 3_000);
    return pair;
  }

  it.each(['crossed', 'isolated'] as const)(
    'of %s margin has its list and its orders',
    async (kind) => {
      const pair = await liquidated(kind);
      const { resultList } = await desk.get(`/${kind}/liquidation-history`, pair);
      const steps = listOf(resultList);
      expect(steps.length).toBeGreaterThan(0);
      const first = steps.at(-1)!;
      expect(Number(first['totalAssets'])).toBeCloseTo(3_994, 0);
      expect(Number(first['totalDebt'])).toBeCloseTo(3_750, 0);
      expect(Number(first['liqRiskRatio'])).toBeGreaterThan(1);
      expect(Number(steps[0]!['liqFee'])).toBeGreaterThan(0);
      const orders = listOf((await desk.get(`/${kind}/liquidation-order`))['resultList']);
      expect(orders[0]).toMatchObject({
        ...{
          symbol: 'BTCUSDT',
          side: 'buy',
          fromCoin: 'USDT',
          toCoin: 'BTC',
          priceAvg: '78000.00',
        },
      });
      const own = { ...pair, symbol: 'BTCUSDT' };
      expect(
        await desk.get(`/${kind}/liquidation-order`, { ...own, toCoin: 'USDT' }),
      ).toMatchObject({
        resultList: [],
      });
      expect(await desk.get(`/${kind}/liquidation-order`, { type: 'swap' })).toMatchObject({
        resultList: [],
      });
    },
  );

  it('what nobody sells is paid with coins that the pool takes over', async () => {
    rest.takeNewestRules();
    await desk.bring('crossed_margin', 'USDT', '1000');
    await desk.post('/crossed/account/borrow', { coin: 'BTC', borrowAmount: '0.05' });
    await bob('buy', '60000', '0.05');
    const own = { loanType: 'normal', baseSize: '0.05', price: '60000' };
    const order = { symbol: 'BTCUSDT', side: 'sell', orderType: 'limit', force: 'gtc' };
    await desk.post('/crossed/place-order', { ...order, ...own });
    prices(rest, 76_000, 3_000);
    const listed = async (path: string, query: Record<string, string> = {}) =>
      listOf((await desk.get(path, query))['resultList']);
    expect(await listed('/crossed/liquidation-order')).toEqual([]);
    const [repaid] = await listed('/crossed/repay-history');
    expect(repaid).toMatchObject({ coin: 'BTC', repayType: 'liq_repay' });
    const bills = await listed('/crossed/financial-records', { marginType: 'confiscated' });
    expect(bills).toMatchObject([
      { coin: 'USDT', marginType: 'confiscated', amount: expect.stringMatching(/^-\d/) },
    ]);
    const worth = Number(repaid!['repayAmount']) * 76_000;
    expect(-Number(bills[0]!['amount'])).toBeCloseTo(worth, 2);
  });
});

it('the pairs of the margin area, with the leverage of each kind of account', async () => {
  const { body } = await rest.alice('GET', '/margin/currencies');
  const rows = listOf(body.data);
  expect(rows.map(({ symbol }) => symbol)).toEqual(
    ['BTCUSDT', 'ETHUSDT', 'ETHBTC'].slice(0, rows.length),
  );
  expect(rows[0]).toMatchObject({
    ...{ symbol: 'BTCUSDT', maxCrossedLeverage: '5', maxIsolatedLeverage: '5' },
    ...{ isBorrowable: true, isIsolatedBaseBorrowable: true, isCrossBorrowable: true },
    ...{ warningRiskRatio: '0.8', liquidationRiskRatio: '1', userMinBorrow: '0.001' },
  });
  expect(rows[1]).toMatchObject({ maxIsolatedLeverage: '0', isIsolatedBaseBorrowable: false });
});

it('the margin area tells its own fees where there are such', async () => {
  const fees = async () => {
    const [row] = listOf((await rest.alice('GET', '/margin/currencies')).body.data);
    return [row!['makerFeeRate'], row!['takerFeeRate']];
  };
  expect(await fees()).toEqual(['0.001', '0.002']);
  rest.takeNewestRules();
  const own = { makerPpm: 1_000, takerPpm: 2_000, marginMakerPpm: 900, marginTakerPpm: 1_800 };
  const done = rest.engine.apply({
    ...{ kind: CommandKind.setFeeSchedule, tiers: [own, own, own] },
    ...{ discounts: [], actor: 'test', reason: 'test' },
  });
  expect(done.code).toBe(0);
  expect(await fees()).toEqual(['0.0009', '0.0018']);
  const asked = { symbol: 'BTCUSDT', businessType: 'margin' };
  const { body } = await rest.alice('GET', '/common/trade-rate', asked);
  expect(body.data).toEqual({ makerFeeRate: '0.0009', takerFeeRate: '0.0018' });
});

describe('the market of loans', () => {
  it('tells the rate of a coin in this hour, and since when it is', async () => {
    const rate = async (coin: string) => desk.get('/interest-rate-record', { coin });
    const hour = rest.now - (rest.now % HOUR);
    expect(await rate('btc')).toEqual({
      ...{ coin: 'BTC', dailyInterestRate: '0.0001', annualInterestRate: '0.0365' },
      updatedTime: String(hour),
    });
    await desk.bring('crossed_margin', 'USDT', '500000');
    await desk.post('/crossed/account/borrow', { coin: 'BTC', borrowAmount: '5' });
    // A quarter of the pool is lent: the hour that has begun keeps its rate, the next one is dearer.
    expect(await rate('BTC')).toMatchObject({ annualInterestRate: '0.0365' });
    rest.now += HOUR;
    prices(rest, 60_000, 3_000);
    expect(await rate('BTC')).toEqual({
      ...{ coin: 'BTC', dailyInterestRate: '0.000381252054', annualInterestRate: '0.139157' },
      updatedTime: String(hour + HOUR),
    });
    const refused = (coin: string) => desk.refused('/interest-rate-record', { coin }, 'GET');
    expect(await refused('NOPE')).toBe('40034 coin NOPE does not exist');
    expect(await desk.refused('/interest-rate-record', {}, 'GET')).toBe('40019 coin is required');
  });

  it('keeps no ratios of long and short', async () => {
    const path = '/market/long-short-ratio';
    for (const period of ['24h', '30d']) {
      const asked = { symbol: 'BTCUSDT', period, coin: 'BTC' };
      expect(await desk.get(path, asked)).toEqual([]);
    }
    const refused = (query: object) => desk.refused(path, query, 'GET');
    expect(await refused({ symbol: 'NOPE' })).toBe('40309 symbol NOPE does not exist');
    expect(await refused({ symbol: 'BTCUSDT', coin: 'NOPE' })).toContain('NOPE does not exist');
    expect(await refused({ symbol: 'BTCUSDT', period: '1h' })).toMatch(/period must be .*24h/);
    expect(await refused({})).toBe('40019 symbol is required');
  });
});
