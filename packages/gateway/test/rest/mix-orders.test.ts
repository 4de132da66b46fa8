/** Orders of contracts over REST: real core, real records. */
import { CommandKind } from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE_FUTURES, mixOf, openContracts, type Who } from './contracts.ts';
import { listOf, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';

let rest: TestRest;
let records: KeptRecords;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openContracts((before) => records.follow(before));
});

afterEach(() => records.close());

const LIMIT = {
  symbol: 'BTCUSDT',
  marginCoin: 'USDT',
  marginMode: 'crossed',
  orderType: 'limit',
  force: 'GTC',
  side: 'buy',
  price: '59000',
  size: '0.1',
};

async function place(change: object = {}, who: Who = 'alice'): Promise<string> {
  const { body } = await mixOf(rest, who).post('/place-order', { ...LIMIT, ...change });
  expect(body.msg).toBe('success');
  return textOf(body.data['orderId']);
}

async function refused(change: object, path = '/place-order', who: Who = 'alice') {
  const before = rest.views.openOrders(ALICE_FUTURES).length;
  const { status, body } = await mixOf(rest, who).post(path, { ...LIMIT, ...change });
  expect(status).toBe(400);
  expect(rest.views.openOrders(ALICE_FUTURES)).toHaveLength(before);
  return { code: body.code, reason: body.reason, msg: body.msg };
}

function detail(orderId: string, who: Who = 'alice') {
  return mixOf(rest, who)
    .get('/detail', { symbol: 'BTCUSDT', orderId })
    .then(({ body }) => body.data);
}

/** Alice is long, Bob short. */
async function trade(size = '0.1', price = '60000'): Promise<string> {
  await place({ side: 'sell', size, price }, 'bob');
  return place({ orderType: 'market', size });
}

function hedge(account: number): void {
  rest.engine.apply({ kind: CommandKind.setPositionMode, account, mode: 1 });
}

describe('an order of a contract', () => {
  it('is placed, listed, filled with profit and fee, and found again', async () => {
    const orderId = await place({ clientOid: 'c-1' });
    const pending = await mixOf(rest).get('/orders-pending', { symbol: 'BTCUSDT' });
    expect(pending.body.data['endId']).toBe(orderId);
    expect(listOf(pending.body.data['entrustedList'])).toMatchObject([
      {
        orderId,
        clientOid: 'c-1',
        symbol: 'BTCUSDT',
        size: '0.1000',
        price: '59000.0',
        priceAvg: '0',
        fee: '0',
        status: 'live',
        side: 'buy',
        posSide: 'net',
        tradeSide: 'buy_single',
        posMode: 'one_way_mode',
        reduceOnly: 'NO',
        marginCoin: 'USDT',
        marginMode: 'crossed',
        leverage: '20',
        force: 'gtc',
        orderSource: 'normal',
        endId: orderId,
      },
    ]);
    await place({ side: 'sell', price: '59000', size: '0.04' }, 'bob');
    expect(await detail(orderId)).toMatchObject({
      state: 'partially_filled',
      status: 'partially_filled',
      baseVolume: '0.0400',
      quoteVolume: '2360',
      priceAvg: '59000.0',
      fee: '-0.472',
    });
    const gone = await mixOf(rest).post('/cancel-order', { symbol: 'BTCUSDT', clientOid: 'c-1' });
    expect(gone.body.data).toEqual({ orderId, clientOid: 'c-1' });
    const history = await mixOf(rest).get('/orders-history', { clientOid: 'c-1' });
    expect(listOf(history.body.data['entrustedList'])).toMatchObject([
      { orderId, status: 'canceled', cancelReason: 'normal_cancel', baseVolume: '0.0400' },
    ]);
  });

  it('closed a part at the entry that the position showed before, and says so', async () => {
    await trade('0.0002');
    await trade('0.0001', '60000.1');
    const one = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginCoin: 'USDT' };
    const { body } = await rest.alice('GET', '/mix/position/single-position', one);
    const [{ openPriceAvg } = {}] = listOf(body.data);
    expect(openPriceAvg).toBe('60000.033');
    await place({ side: 'buy', price: '61000' }, 'bob');
    const closing = { side: 'sell', orderType: 'market', reduceOnly: 'YES', size: '0.0001' };
    const orderId = await place(closing);
    for (const query of [{}, { orderId }]) {
      const history = await mixOf(rest).get('/orders-history', { ...query, limit: '1' });
      const rows = listOf(history.body.data['entrustedList']);
      expect(rows).toMatchObject([{ orderId, posAvg: openPriceAvg }]);
    }
  });

  it('says what it realised, in its rows and in those of its fills', async () => {
    await trade();
    await place({ side: 'buy', price: '61000' }, 'bob');
    const orderId = await place({ side: 'sell', orderType: 'market', reduceOnly: 'YES' });
    expect(await detail(orderId)).toMatchObject({
      totalProfits: '100',
      fee: '-3.66',
      reduceOnly: 'YES',
      tradeSide: 'sell_single',
      orderSource: 'market',
      price: '0',
    });
    const history = await mixOf(rest).get('/orders-history', { symbol: 'BTCUSDT', limit: '1' });
    expect(listOf(history.body.data['entrustedList'])).toMatchObject([
      { orderId, posAvg: '60000.0', priceAvg: '61000.0' },
    ]);
    for (const path of ['/fills', '/fill-history']) {
      const fills = await mixOf(rest).get(path, { orderId });
      expect(listOf(fills.body.data['fillList'])).toMatchObject([
        {
          orderId,
          profit: '100',
          price: '61000.0',
          baseVolume: '0.1000',
          quoteVolume: '6100',
          tradeScope: 'taker',
          tradeSide: 'sell_single',
          posMode: 'one_way_mode',
          feeDetail: [{ feeCoin: 'USDT', totalFee: '-3.66', deduction: 'no' }],
        },
      ]);
    }
  });

  it('closes with the side that names its position in hedge mode', async () => {
    hedge(ALICE_FUTURES);
    await place({ side: 'sell', price: '60000' }, 'bob');
    const opened = await place({ side: 'buy', tradeSide: 'Open', orderType: 'market' });
    await place({ side: 'buy', price: '60000' }, 'bob');
    const closed = await place({ side: 'buy', tradeSide: 'close', orderType: 'market' });
    const common = { side: 'buy', posSide: 'long', posMode: 'hedge_mode', status: 'filled' };
    expect(await detail(opened)).toMatchObject({ ...common, tradeSide: 'open', reduceOnly: 'NO' });
    expect(await detail(closed)).toMatchObject({
      ...common,
      tradeSide: 'close',
      reduceOnly: 'YES',
    });
    expect(rest.views.contracts.positions(ALICE_FUTURES)).toEqual([]);
    const short = await place({ side: 'sell', tradeSide: 'open', price: '61000' });
    expect(rest.views.order(rest.engine.core.state.nextOrder - 1)).toMatchObject({ side: 1 });
    expect(await detail(short)).toMatchObject({
      side: 'sell',
      posSide: 'short',
      tradeSide: 'open',
    });
  });

  it('attaches take profit and stop loss', async () => {
    const orderId = await place({
      presetStopSurplusPrice: '62000',
      presetStopSurplusExecutePrice: '62010',
      presetStopLossPrice: '58000',
    });
    expect(await detail(orderId)).toMatchObject({
      presetStopSurplusPrice: '62000.0',
      presetStopSurplusType: 'fill_price',
      presetStopSurplusExecutePrice: '62010.0',
      presetStopLossPrice: '58000.0',
      presetStopLossExecutePrice: '',
    });
  });

  it('is modified by another in its place; what is left out stays', async () => {
    const first = await place({ clientOid: 'a', presetStopLossPrice: '58000' });
    const modified = await mixOf(rest).post('/modify-order', {
      symbol: 'BTCUSDT',
      clientOid: 'a',
      newClientOid: 'b',
      newPrice: '59100',
    });
    const orderId = textOf(modified.body.data['orderId']);
    expect(modified.body.data['clientOid']).toBe('b');
    expect(await detail(first)).toMatchObject({ state: 'canceled', cancelReason: 'replaced' });
    const kept = { price: '59100.0', size: '0.1000', presetStopLossPrice: '58000.0' };
    expect(await detail(orderId)).toMatchObject(kept);
    await place({ side: 'sell', price: '59100', size: '0.03' }, 'bob');
    const again = await mixOf(rest).post('/modify-order', {
      symbol: 'BTCUSDT',
      orderId,
      newPresetStopLossPrice: '0',
      newPresetStopSurplusPrice: '63000',
    });
    expect(await detail(textOf(again.body.data['orderId']))).toMatchObject({
      price: '59100.0',
      size: '0.0700',
      presetStopLossPrice: '',
      presetStopSurplusPrice: '63000.0',
    });
  });

  it('is one of a batch, each item answered by itself', async () => {
    const { body } = await mixOf(rest).post('/batch-place-order', {
      ...LIMIT,
      orderList: [
        { ...LIMIT, clientOid: 'x' },
        { ...LIMIT, size: '0' },
        { ...LIMIT, symbol: 'ETHUSDT' },
        { ...LIMIT, size: '900' },
      ],
    });
    expect(listOf(body.data['successList'])).toMatchObject([{ clientOid: 'x' }]);
    expect(listOf(body.data['failureList'])).toMatchObject([
      { index: '1', reason: 'fieldPositive' },
      { index: '2', reason: 'fieldValue' },
      { index: '3', reason: 'positionTier' },
    ]);
  });

  it('is cancelled by name, by contract and altogether', async () => {
    const [one, two] = [await place(), await place({ clientOid: 'two' })];
    const eth = await place({ symbol: 'ETHUSDT', price: '2900', size: '1' });
    const some = await mixOf(rest).post('/batch-cancel-orders', {
      symbol: 'BTCUSDT',
      orderIdList: [{ orderId: one }, { orderId: eth }, { clientOid: 'none' }],
    });
    expect(some.body.data).toMatchObject({
      successList: [{ orderId: one }],
      failureList: [
        { orderId: eth, errorCode: '40768' },
        { clientOid: 'none', errorCode: '40768' },
      ],
    });
    const others = await mixOf(rest).post('/batch-cancel-orders', { symbol: 'BTCUSDT' });
    expect(others.body.data).toEqual({
      successList: [{ orderId: two, clientOid: 'two' }],
      failureList: [],
    });
    const all = await mixOf(rest).post('/cancel-all-orders');
    expect(listOf(all.body.data['successList'])).toMatchObject([{ orderId: eth }]);
    expect(rest.views.openOrders(ALICE_FUTURES)).toEqual([]);
  });

  it.each(['/cancel-all-orders', '/batch-cancel-orders'])(
    'what is placed while %s runs stays, and what ends meanwhile was not cancelled',
    async (path) => {
      const orderId = await place();
      await place();
      const again = rest.engine.submitted.at(-1)!;
      const [ends] = rest.views.openOrders(ALICE_FUTURES);
      let later = 0;
      rest.engine.meanwhile(() => {
        const named = { account: ALICE_FUTURES, order: ends!.order, clientId: '' };
        rest.engine.apply({ kind: CommandKind.cancel, ...named });
        later = rest.engine.apply(again).id;
      });
      const { body } = await mixOf(rest).post(path, { symbol: 'BTCUSDT' });
      expect(body.data).toEqual({ successList: [{ orderId, clientOid: '' }], failureList: [] });
      expect(rest.views.openOrders(ALICE_FUTURES)).toMatchObject([{ order: later }]);
    },
  );
});

describe('positions are closed', () => {
  it('at the market: one, by direction, or all', async () => {
    await trade();
    await place({ side: 'buy', price: '59900' }, 'bob');
    const wrong = await mixOf(rest).post('/close-positions', { holdSide: 'sell' });
    expect(wrong.body).toMatchObject({ code: '22002', reason: 'positionNotFound' });
    const closed = await mixOf(rest).post('/close-positions', {
      symbol: 'BTCUSDT',
      holdSide: 'long',
    });
    expect(closed.body.data).toMatchObject({
      successList: [{ symbol: 'BTCUSDT' }],
      failureList: [],
    });
    expect(rest.views.contracts.positions(ALICE_FUTURES)).toEqual([]);
    const none = await mixOf(rest).post('/close-positions');
    expect(none.body).toMatchObject({ code: '22002' });
  });

  it('each leg by itself in hedge mode', async () => {
    hedge(ALICE_FUTURES);
    await place({ side: 'sell', price: '60000', size: '0.3' }, 'bob');
    await place({ side: 'buy', tradeSide: 'open', orderType: 'market', size: '0.3' });
    await place({ side: 'buy', price: '60000', size: '0.2' }, 'bob');
    await place({ side: 'sell', tradeSide: 'open', orderType: 'market', size: '0.2' });
    await place({ side: 'sell', price: '60100', size: '1' }, 'bob');
    const { body } = await mixOf(rest).post('/close-positions', { holdSide: 'short' });
    expect(listOf(body.data['successList'])).toHaveLength(1);
    expect(rest.views.contracts.positions(ALICE_FUTURES)).toMatchObject([{ leg: 1, lots: 3000 }]);
  });

  it('and reversed with one order', async () => {
    await trade();
    await place({ side: 'buy', price: '59900', size: '1' }, 'bob');
    const sized = { symbol: 'BTCUSDT', side: 'buy', size: '0.2' };
    const wrong = await mixOf(rest).post('/click-backhand', sized);
    expect(wrong.body.msg).toBe('size must be 0.1000, the whole position, not 0.2');
    const { body } = await mixOf(rest).post('/click-backhand', { ...sized, size: '0.1' });
    expect(body.msg).toBe('success');
    expect(rest.views.contracts.positions(ALICE_FUTURES)).toMatchObject([{ lots: -1000 }]);
    const flat = await mixOf(rest).post('/click-backhand', { symbol: 'ETHUSDT' });
    expect(flat.body).toMatchObject({ code: '22002' });
  });
});

describe('refusals name field and limit, and nothing happens', () => {
  it.each([
    [{ tradeSide: 'open' }, '40774', /^one-way mode/],
    [
      { marginMode: 'isolated' },
      '40808',
      /^marginMode isolated is not that of BTCUSDT, which is crossed/,
    ],
    [{ marginCoin: 'BTC' }, '40020', 'marginCoin must be USDT, not BTC'],
    [{ price: '59000.01' }, '40808', 'price 59000.01 is not a multiple of the tick 0.1'],
    [{ size: '0.00001' }, '40808', 'size 0.00001 is not a multiple of the lot 0.0001'],
    [
      { size: '200' },
      '40762',
      /would be worth 11800000 USDT: this leverage allows at most 10000000/,
    ],
    [{ symbol: 'NONE' }, '40309', 'symbol NONE does not exist'],
    [{ productType: 'COIN-FUTURES' }, '40309', 'symbol BTCUSDT does not exist'],
    [{ side: 'sell', reduceOnly: 'YES' }, '22002', /0 BTC left, 0.1 BTC asked for/],
    [{ price: '70000' }, '50018', /^price 70000 USDT is above the highest allowed 66000 USDT/],
    [{ presetStopLossPrice: '58000.05' }, '40808', /^presetStopLossPrice 58000.05 is not/],
    [{ presetStopSurplusExecutePrice: '1' }, '40019', 'presetStopSurplusPrice is required'],
  ] as const)('%o', async (change, code, msg) => {
    const answer = await refused(change);
    expect(answer.code).toBe(code);
    expect(answer.msg).toEqual(typeof msg === 'string' ? msg : expect.stringMatching(msg));
  });

  it('margin is told in USDT', async () => {
    rest.engine.apply({
      kind: CommandKind.setLeverage,
      account: ALICE_FUTURES,
      instrument: 2,
      leg: 0,
      leverage: 1,
    });
    expect(await refused({ size: '2' })).toMatchObject({
      code: '40712',
      msg: 'insufficient margin: 118070.8 USDT needed, 100000 USDT available',
    });
  });

  it('hedge mode wants to know what an order does', async () => {
    hedge(ALICE_FUTURES);
    expect(await refused({})).toMatchObject({ code: '40774', reason: 'positionLegMissing' });
    expect(await refused({}, '/click-backhand')).toMatchObject({ reason: 'reverseHedge' });
  });

  it('a client id is used once', async () => {
    const orderId = await place({ clientOid: 'once' });
    expect(await refused({ clientOid: 'once' })).toMatchObject({
      code: '45034',
      msg: `clientOid was used before by order ${orderId}`,
    });
  });

  it('orders of spot are not those of contracts, nor the other way round', async () => {
    const contract = await place();
    const spot = await rest.alice('POST', '/spot/trade/place-order', { ...LIMIT });
    const orderId = textOf(spot.body.data['orderId']);
    const detailed = await mixOf(rest).get('/detail', { symbol: 'BTCUSDT', orderId });
    expect(detailed.body).toMatchObject({ code: '40109' });
    const cancelled = await mixOf(rest).post('/cancel-order', { symbol: 'BTCUSDT', orderId });
    expect(cancelled.body).toMatchObject({ code: '40768' });
    const other = await rest.alice('POST', '/spot/trade/cancel-order', { orderId: contract });
    expect(other.body).toMatchObject({ code: '43001' });
    const open = await rest.alice('GET', '/spot/trade/unfilled-orders');
    expect(listOf(open.body.data)).toMatchObject([{ orderId }]);
    const elsewhere = await mixOf(rest).post('/cancel-order', {
      symbol: 'ETHUSDT',
      orderId: contract,
    });
    expect(elsewhere.body).toMatchObject({ code: '40768' });
    await mixOf(rest).post('/cancel-order', { symbol: 'BTCUSDT', orderId: contract });
    const ended = await mixOf(rest).post('/cancel-order', { symbol: 'BTCUSDT', orderId: contract });
    expect(ended.body).toMatchObject({ code: '40768', msg: 'the order is cancelled already' });
  });

  it('other product types have no orders', async () => {
    await place();
    for (const productType of ['COIN-FUTURES', 'usdc-futures', 'SUSDT-FUTURES']) {
      const pending = await mixOf(rest).get('/orders-pending', { productType });
      expect(pending.body.data).toEqual({ entrustedList: [], endId: '' });
      const cancelled = await mixOf(rest).post('/cancel-all-orders', { productType });
      expect(cancelled.body.data).toEqual({ successList: [], failureList: [] });
    }
    expect(rest.views.openOrders(ALICE_FUTURES)).toHaveLength(1);
  });
});

describe('pages', () => {
  it('go on below their endId, within their window', async () => {
    for (let i = 0; i < 5; i++) await trade('0.01');
    const history = mixOf(rest);
    const first = await history.get('/orders-history', { limit: '3' });
    const rows = listOf(first.body.data['entrustedList']);
    expect(rows).toHaveLength(3);
    const idLessThan = textOf(first.body.data['endId']);
    expect(rows.map((row) => row['endId'])).toEqual([idLessThan, idLessThan, idLessThan]);
    const next = await history.get('/orders-history', { limit: '3', idLessThan });
    expect(listOf(next.body.data['entrustedList'])).toHaveLength(2);
    const fills = await history.get('/fills', { limit: '2' });
    const endId = textOf(fills.body.data['endId']);
    const more = await history.get('/fills', { idLessThan: endId });
    expect(listOf(more.body.data['fillList'])).toHaveLength(3);
    const late = await history.get('/fills', { startTime: String(rest.now + 1) });
    expect(late.body.data).toEqual({ fillList: [], endId: '' });
  });
});
