/** Orders of margin accounts over REST: real core, real records. */
import { parseWireId, parseWireLoanId } from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marginLog } from '../../src/translate/margin-log.ts';
import { ALICE, listOf, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MarginFixture, openMargin } from './margin-fixture.ts';

const PAIR = { symbol: 'BTCUSDT' };
const KINDS = [
  ['crossed', 'crossed_margin', {}],
  ['isolated', 'isolated_margin', PAIR],
] as const;
let rest: TestRest;
let records: KeptRecords;
let desk: MarginFixture;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openMargin((before) => records.follow(before));
  desk = new MarginFixture(rest);
});

afterEach(() => records.close());

/** What Bob's spot account offers. */
async function bob(side: string, price: string, size: string): Promise<void> {
  const order = { ...PAIR, side, orderType: 'limit', force: 'gtc', price, size };
  const { body } = await rest.bob('POST', '/spot/trade/place-order', order);
  expect(body.msg).toBe('success');
}

describe.each(KINDS)('orders of a %s account', (kind, account, pair) => {
  const limit = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc' };
  const path = (name: string) => `/${kind}/${name}`;
  const assetOf = async (coin: string) =>
    listOf(await desk.get(path('account/assets'), { ...pair, coin }))[0]!;

  it('borrow what they lack, and pay back what they owe', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    await bob('sell', '60000', '0.3');
    const order = { ...limit, price: '60000', baseSize: '0.3', loanType: 'autoLoan' };
    const { orderId } = await desk.post(path('place-order'), order);
    expect(await assetOf('USDT')).toMatchObject({ totalAmount: '0', borrow: '8000' });
    const fills = await desk.get(path('fills'), { ...PAIR, orderId: textOf(orderId) });
    expect(listOf(fills['fills'])).toMatchObject([
      {
        ...{ symbol: 'BTCUSDT', orderId, side: 'buy', priceAvg: '60000.00', size: '0.300000' },
        ...{ tradeScope: 'taker', feeDetail: { feeCoin: 'BTC' }, feecoinCode: 'BTC' },
      },
    ]);
    const loans = await desk.get(path('borrow-history'), PAIR);
    expect(listOf(loans['resultList'])).toMatchObject([
      { borrowAmount: '8000', borrowType: 'auto_loan', loanId: orderId },
    ]);
    await bob('buy', '60000', '0.2');
    const market = { ...limit, side: 'sell', orderType: 'market', loanType: 'autoRepay' };
    await desk.post(path('place-order'), { ...market, baseSize: '0.2' });
    expect(await assetOf('USDT')).toMatchObject({ borrow: '0', interest: '0' });
    const repaid = await desk.get(path('repay-history'), PAIR);
    expect(listOf(repaid['resultList'])).toMatchObject([{ repayType: 'auto_repay' }]);
    const ended = listOf((await desk.get(path('history-orders'), PAIR))['orderList']);
    const facts = ['loanType', 'status', 'size', 'baseSize', 'quoteSize'];
    expect(ended.map((row) => facts.map((name) => row[name]))).toEqual([
      ['autoRepay', 'filled', '0.200000', '0.200000', '12000'],
      ['autoLoan', 'filled', '0.300000', '0.300000', '18000'],
    ]);
  });

  it('have loans that none by hand is taken for, though both count from one', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    const byHand = { ...pair, coin: 'BTC', borrowAmount: '0.01' };
    const { loanId } = await desk.post(path('account/borrow'), byHand);
    const { reference } = parseWireLoanId(textOf(loanId))!;
    // Bob's orders count up to the number of that loan.
    const { state } = rest.engine.core;
    await bob('sell', '60000', '0.3');
    while (state.nextOrder < reference) await bob('buy', '59000', '0.001');
    const order = { ...limit, price: '60000', baseSize: '0.3', loanType: 'autoLoan' };
    const { orderId } = await desk.post(path('place-order'), order);
    expect(parseWireId(textOf(orderId))).toBe(reference);
    const loans = async (query: Record<string, string> = {}) => {
      const { resultList } = await desk.get(path('borrow-history'), { ...PAIR, ...query });
      return listOf(resultList).map((row) => [row['loanId'], row['borrowType']]);
    };
    const [byOrder, own] = [
      [orderId, 'auto_loan'],
      [loanId, 'manual_loan'],
    ];
    expect(await loans()).toEqual([byOrder, own]);
    expect(await loans({ loanId: textOf(loanId) })).toEqual([own]);
    expect(await loans({ loanId: textOf(orderId) })).toEqual([byOrder]);
    const repaid = await desk.get(path('repay-history'), { ...PAIR, repayId: textOf(loanId) });
    expect(repaid['resultList']).toEqual([]);
    const sidesOf = () => Promise.reject(new Error('loans are between nobody'));
    const venueContext = { views: rest.views, history: records.history, sidesOf };
    const { rows } = await marginLog(venueContext, ALICE, 'loans', { limit: 5, order: reference });
    expect(rows.map((row) => [row.by, row.reference])).toEqual([['order', orderId]]);
  });

  it('rest, are listed with their pair, and are cancelled one by one and in batches', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    const order = { ...limit, price: '55000', baseSize: '0.02', loanType: 'normal' };
    const first = await desk.post(path('place-order'), { ...order, clientOid: 'one' });
    const { symbol: _pair, ...item } = order;
    const orderList = [{ ...item, clientOid: 'two' }, { ...item, baseSize: '0' }, { ...item }];
    const placed = await desk.post(path('batch-place-order'), { ...PAIR, orderList });
    expect(listOf(placed['successList'])).toHaveLength(2);
    expect(listOf(placed['failureList'])).toMatchObject([{ index: '1' }]);
    const open = async (query = {}) =>
      listOf((await desk.get(path('open-orders'), { ...PAIR, ...query }))['orderList']);
    const rows = await open();
    expect(rows.map((row) => row['clientOid'])).toEqual(['', 'two', 'one']);
    expect(rows[2]).toMatchObject({
      ...{ orderId: first['orderId'], symbol: 'BTCUSDT', loanType: 'normal', status: 'live' },
      ...{ price: '55000.00', baseSize: '0.020000', quoteSize: '1100', size: '0.000000' },
    });
    expect(await open({ clientOid: 'two' })).toHaveLength(1);
    // Spot has none of them, and the other kind neither.
    const spot = await rest.alice('GET', '/spot/trade/unfilled-orders', PAIR);
    expect(spot.body.data).toEqual([]);
    const other = kind === 'crossed' ? 'isolated' : 'crossed';
    const others = await desk.get(`/${other}/open-orders`, PAIR);
    expect(others['orderList']).toEqual([]);
    const named = { ...PAIR, clientOid: 'one' };
    expect(await desk.refused(`/${other}/cancel-order`, named)).toContain('does not exist');
    expect(await desk.post(path('cancel-order'), named)).toEqual(first);
    const orderIdList = [{ clientOid: 'two' }, { orderId: '1200000000000999999' }];
    const cancelled = await desk.post(path('batch-cancel-order'), { ...PAIR, orderIdList });
    expect(listOf(cancelled['successList'])).toMatchObject([{ clientOid: 'two' }]);
    expect(listOf(cancelled['failureList'])).toMatchObject([{ index: '1' }]);
    expect(await open()).toHaveLength(1);
    const ended = listOf((await desk.get(path('history-orders'), PAIR))['orderList']);
    expect(ended.map((row) => row['status'])).toEqual(['canceled', 'canceled']);
    const one = await desk.get(path('history-orders'), { ...PAIR, clientOid: 'one' });
    expect(listOf(one['orderList'])).toMatchObject([{ clientOid: 'one' }]);
  });

  it('are refused by name', async () => {
    const place = (request: object) => desk.refused(path('place-order'), request);
    const order = { ...limit, price: '55000', loanType: 'normal' };
    expect(await place(order)).toContain('baseSize');
    const market = { ...PAIR, side: 'buy', orderType: 'market', loanType: 'normal' };
    expect(await place({ ...market, baseSize: '1' })).toContain('quoteSize');
    expect(await place({ ...order, baseSize: '0.02', loanType: 'gift' })).toContain('loanType');
    expect(await place({ ...order, baseSize: '0.02' })).toContain('USDT');
    expect(await place({ ...order, baseSize: '0.02', symbol: 'NOPE' })).toContain('NOPE');
  });
});
