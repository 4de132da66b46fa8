import { CommandKind } from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE_SPOT, listOf, TestRest, textOf } from './harness.ts';

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
});

const LIMIT = { symbol: 'BTCUSDT', orderType: 'limit', force: 'GTC', side: 'buy', size: '0.01' };

describe('orders', () => {
  it('are placed, seen, filled and cancelled', async () => {
    const placed = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      price: '59000',
      clientOid: 'c-1',
    });
    expect(placed.body).toMatchObject({ code: '00000', msg: 'success' });
    const { orderId, clientOid } = placed.body.data;
    expect(orderId).toMatch(/^[0-9]{19}$/);
    expect(clientOid).toBe('c-1');

    const open = await rest.alice('GET', '/spot/trade/unfilled-orders', { symbol: 'BTCUSDT' });
    expect(open.body.data).toMatchObject([
      { orderId, priceAvg: '59000.00', basePrice: '0', size: '0.010000', status: 'live' },
    ]);
    expect(listOf(open.body.data)[0]).not.toHaveProperty('price');
    const named = (id: string) =>
      rest.alice('GET', '/spot/trade/unfilled-orders', { clientOid: id });
    expect((await named('c-1')).body.data).toMatchObject([{ orderId }]);
    expect((await named('c-2')).body.data).toEqual([]);

    const book = await rest.call(null, 'GET', '/api/v2/spot/market/orderbook', {
      query: { symbol: 'btcusdt' },
    });
    expect(book.body.data).toMatchObject({ bids: [['59000.00', '0.010000']], asks: [] });

    const sold = await rest.bob('POST', '/spot/trade/place-order', {
      ...LIMIT,
      side: 'sell',
      orderType: 'market',
      size: '0.004',
    });
    expect(sold.body.code).toBe('00000');

    const info = await rest.alice('GET', '/spot/trade/orderInfo', { clientOid: 'c-1' });
    expect(info.body.data).toMatchObject([
      {
        orderId,
        price: '59000.00',
        priceAvg: '59000.00',
        status: 'partially_filled',
        baseVolume: '0.004000',
        quoteVolume: '236',
        enterPointSource: 'API',
      },
    ]);
    const fees = JSON.parse(textOf(listOf(info.body.data)[0]?.['feeDetail']));
    expect(fees.BTC).toMatchObject({ feeCoinCode: 'BTC', totalFee: -0.000004 });

    const gone = await rest.alice('POST', '/spot/trade/cancel-order', {
      symbol: 'BTCUSDT',
      orderId,
    });
    expect(gone.body.data).toEqual({ orderId, clientOid: 'c-1' });
    const again = await rest.alice('POST', '/spot/trade/cancel-order', {
      symbol: 'BTCUSDT',
      orderId,
    });
    expect(again).toMatchObject({ status: 400, body: { code: '43001', data: null } });
  });

  it('market buys spend a quote amount', async () => {
    await rest.bob('POST', '/spot/trade/place-order', { ...LIMIT, side: 'sell', price: '61000' });
    const bought = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      orderType: 'market',
      size: '122',
    });
    const { orderId } = bought.body.data;
    const info = await rest.alice('GET', '/spot/trade/orderInfo', { orderId });
    expect(info.body.data).toMatchObject([
      { price: '0', size: '122', baseVolume: '0.002000', quoteVolume: '122', status: 'filled' },
    ]);
  });

  it('say which limit they break, in the units of people', async () => {
    const place = async (change: object) =>
      (await rest.alice('POST', '/spot/trade/place-order', { ...LIMIT, price: '59000', ...change }))
        .body;
    expect(await place({ price: '59000.001' })).toMatchObject({
      code: '40808',
      msg: 'price 59000.001 is not a multiple of the tick 0.01',
    });
    expect(await place({ size: '0.0000001' })).toMatchObject({ code: '40808' });
    expect(await place({ size: '0.000001' })).toMatchObject({
      code: '50019',
      msg: 'size 0.000001 BTC is below the minimum 0.00001 BTC',
    });
    expect(await place({ size: '0.00002' })).toMatchObject({
      code: '45110',
      msg: 'order value 1.18 USDT is below the minimum 5 USDT',
    });
    expect(await place({ size: '0' })).toMatchObject({
      code: '40808',
      msg: 'size must be above 0, not 0',
    });
    expect(await place({ size: '9'.repeat(20) })).toMatchObject({
      code: '40808',
      msg: `size ${'9'.repeat(20)} is above 9007199254.740991, the largest that is taken`,
    });
    expect(await place({ size: '90' })).toMatchObject({
      code: '43012',
      msg: expect.stringMatching(/^insufficient balance: 5310000 USDT needed, 10+ USDT available$/),
    });
    expect(await place({ price: '70000' })).toMatchObject({
      code: '50018',
      msg: 'price 70000 USDT is above the highest allowed 66000 USDT',
    });
    expect(await place({ symbol: 'NOPE' })).toMatchObject({ code: '40309' });
    expect(await place({ price: undefined })).toMatchObject({
      code: '40019',
      msg: 'price is required',
    });
    expect(await place({ side: 'hold' })).toMatchObject({
      code: '40020',
      msg: 'side must be buy/sell, not hold',
    });
  });

  it('a client order id is used once, and the answer names the first order', async () => {
    const order = { ...LIMIT, price: '59000', clientOid: 'once' };
    const first = await rest.alice('POST', '/spot/trade/place-order', order);
    const second = await rest.alice('POST', '/spot/trade/place-order', order);
    expect(second.body).toMatchObject({
      code: '43118',
      msg: `clientOid was used before by order ${first.body.data['orderId']}`,
    });
  });

  it('are amended in place and replaced', async () => {
    const first = await rest.alice('POST', '/spot/trade/place-order', { ...LIMIT, price: '59000' });
    const { orderId } = first.body.data;
    const amended = await rest.alice('POST', '/spot/trade/modify-order', {
      orderId,
      newSize: '0.005',
    });
    expect(amended.body.data['orderId']).toBe(orderId);
    const replaced = await rest.alice('POST', '/spot/trade/cancel-replace-order', {
      symbol: 'BTCUSDT',
      orderId,
      price: '58000',
      size: '0.02',
      newClientOid: 'next',
    });
    expect(replaced.body.data).toMatchObject({ clientOid: 'next', success: 'success', msg: null });
    const open = await rest.alice('GET', '/spot/trade/unfilled-orders');
    expect(open.body.data).toMatchObject([{ clientOid: 'next', priceAvg: '58000.00' }]);
    const nothing = await rest.alice('POST', '/spot/trade/modify-order', {
      orderId: replaced.body.data['orderId'],
      newPrice: '58000',
    });
    expect(nothing.body.code).toBe('40923');
  });

  it('batchMode decides which symbols a batch may name', async () => {
    const orders = '/spot/trade/batch-orders';
    const order = { ...LIMIT, price: '50000', clientOid: 'm1' };
    const other = { ...order, symbol: 'ETHUSDT', price: '2900', clientOid: 'm2' };
    const none = { ...order, symbol: undefined };
    const orderList = [none, other];
    const bare = await rest.alice('POST', orders, { batchMode: 'single', orderList });
    expect(bare.body).toMatchObject({ code: '40019', msg: 'symbol is required' });
    const single = { batchMode: 'single', symbol: 'BTCUSDT', orderList };
    expect((await rest.alice('POST', orders, single)).body.data).toMatchObject({
      successList: [{ clientOid: 'm1' }],
      failureList: [
        { errorMsg: 'orderList[1].symbol must be BTCUSDT as batchMode is single, not ETHUSDT' },
      ],
    });
    const multiple = { batchMode: 'multiple', symbol: 'BTCUSDT', orderList };
    expect((await rest.alice('POST', orders, multiple)).body.data).toMatchObject({
      successList: [{ clientOid: 'm2' }],
      failureList: [{ errorMsg: 'orderList[0].symbol is required' }],
    });
    const cancel = {
      ...multiple,
      orderList: [{ clientOid: 'm1' }, { clientOid: 'm2', symbol: 'ETHUSDT' }],
    };
    const cancelled = await rest.alice('POST', '/spot/trade/batch-cancel-order', cancel);
    expect(cancelled.body.data).toMatchObject({
      successList: [{ clientOid: 'm2' }],
      failureList: [{ clientOid: 'm1', errorMsg: 'orderList[0].symbol is required' }],
    });
    await rest.alice('POST', '/spot/trade/cancel-order', { symbol: 'BTCUSDT', clientOid: 'm1' });
  });

  it('come in batches with one result an item', async () => {
    const batch = await rest.alice('POST', '/spot/trade/batch-orders', {
      symbol: 'BTCUSDT',
      orderList: [
        { ...LIMIT, symbol: undefined, price: '59000', clientOid: 'b1' },
        { ...LIMIT, price: '59000.001', clientOid: 'b2' },
        { ...LIMIT, price: '59000', size: '0.000001', clientOid: 'b3' },
        { ...LIMIT, price: '58000', clientOid: 'b4' },
      ],
    });
    const { successList, failureList } = batch.body.data;
    expect(listOf(successList).map((row) => row['clientOid'])).toEqual(['b1', 'b4']);
    expect(failureList).toMatchObject([
      { clientOid: 'b2', errorCode: '40808', index: '1' },
      { clientOid: 'b3', errorCode: '50019', index: '2' },
    ]);
    const broken = await rest.alice('POST', '/spot/trade/batch-orders', {
      orderList: [
        { ...LIMIT, price: '57000', clientOid: 'b5' },
        { ...LIMIT, side: 'hold', clientOid: 'b6' },
        'no object',
        { ...LIMIT, price: [], clientOid: 'b 7' },
      ],
    });
    expect(broken.body.data).toMatchObject({
      successList: [{ clientOid: 'b5' }],
      failureList: [
        {
          clientOid: 'b6',
          errorCode: '40020',
          errorMsg: 'orderList[1].side must be buy/sell, not hold',
          reason: 'fieldValue',
        },
        { orderId: '', clientOid: '', errorMsg: 'orderList[2] must be an object', index: '2' },
        { clientOid: 'b 7', errorMsg: 'orderList[3].price must be a string' },
      ],
    });
    for (const [orderList, code] of [
      ['x', '40020'],
      [[], '40019'],
      [Array(51).fill(LIMIT), '40306'],
    ]) {
      const outer = await rest.alice('POST', '/spot/trade/batch-orders', { orderList });
      expect(outer.body.code).toBe(code);
    }
    const modified = await rest.alice('POST', '/spot/trade/batch-modify-order', {
      orderList: [
        { clientOid: 'b1', newSize: '0.005' },
        { clientOid: 'none', newSize: '1' },
      ],
    });
    expect(modified.body.data).toMatchObject({
      successList: [{ clientOid: 'b1' }],
      failureList: [{ clientOid: 'none', errorCode: '43001' }],
    });
    const cancelled = await rest.alice('POST', '/spot/trade/batch-cancel-order', {
      symbol: 'BTCUSDT',
      orderList: [...listOf(successList).map(({ orderId }) => ({ orderId })), { orderId: '1' }],
    });
    expect(cancelled.body.data['successList']).toHaveLength(2);
    expect(cancelled.body.data['failureList']).toMatchObject([
      { orderId: '1', errorCode: '43001' },
    ]);
    const many = Array.from({ length: 51 }, () => ({ ...LIMIT, price: '59000' }));
    const over = await rest.alice('POST', '/spot/trade/batch-orders', { orderList: many });
    expect(over.body).toMatchObject({ code: '40306', msg: expect.stringContaining('at most 50') });
  });

  it.each([
    ['presetTakeProfitPrice', '58000'],
    ['presetStopLossPrice', '59500'],
  ])('%s on the wrong side is refused by its name', async (field, trigger) => {
    const order = { ...LIMIT, price: '59000', [field]: trigger };
    const { body } = await rest.alice('POST', '/spot/trade/place-order', order);
    expect(body.code).toBe('40917');
    expect(body.msg).toBe(`${field} ${trigger} USDT is reached already: the price is 59000 USDT`);
  });

  it('carry attached TP/SL, ignore force on market orders, and prevent self-trades on request', async () => {
    const attached = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      price: '59000',
      presetTakeProfitPrice: '65000',
      presetStopLossPrice: '55000',
      executeStopLossPrice: '54900',
      stpMode: 'cancel_taker',
    });
    expect(attached.body.code).toBe('00000');
    const open = await rest.alice('GET', '/spot/trade/unfilled-orders');
    expect(open.body.data).toMatchObject([
      {
        presetTakeProfitPrice: '65000.00',
        executeTakeProfitPrice: '',
        presetStopLossPrice: '55000.00',
        executeStopLossPrice: '54900.00',
      },
    ]);
    const lone = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      price: '58000',
      executeStopLossPrice: '1',
    });
    expect(lone.body).toMatchObject({ code: '40019', msg: 'presetStopLossPrice is required' });
    const own = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      side: 'sell',
      price: '59000',
      stpMode: 'cancel_taker',
    });
    const { orderId } = own.body.data;
    const info = await rest.alice('GET', '/spot/trade/orderInfo', { orderId });
    expect(info.body.data).toMatchObject([{ status: 'canceled', cancelReason: 'stp_cancel' }]);
    const market = await rest.bob('POST', '/spot/trade/place-order', {
      ...LIMIT,
      orderType: 'market',
      force: 'post_only',
      side: 'sell',
    });
    expect(market.body.code).toBe('00000');
    const plans = await rest.alice('GET', '/spot/trade/unfilled-orders', { tpslType: 'tpsl' });
    expect(plans.body.data).toHaveLength(2);
  });

  it('cancel-symbol-order cancels all of one instrument', async () => {
    await rest.alice('POST', '/spot/trade/place-order', { ...LIMIT, price: '59000' });
    await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      symbol: 'ETHUSDT',
      price: '2900',
    });
    const gone = await rest.alice('POST', '/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
    expect(gone.body.data).toEqual({ symbol: 'BTCUSDT' });
    const open = await rest.alice('GET', '/spot/trade/unfilled-orders');
    expect(open.body.data).toMatchObject([{ symbol: 'ETHUSDT' }]);
  });
});

describe('plan orders', () => {
  it('take a trigger price as JSON number, exactly', async () => {
    const body =
      '{"symbol":"BTCUSDT","orderType":"market","force":"GTC","side":"sell","size":"0.01",' +
      '"planType":"amount","triggerType":"fill_price","triggerPrice":5.5e4}';
    const placed = await rest.call('alice-key-1', 'POST', '/api/v2/spot/trade/place-plan-order', {
      body,
    });
    const { orderId } = placed.body.data;
    const pending = await rest.alice('GET', '/spot/trade/current-plan-order', {
      symbol: 'BTCUSDT',
    });
    expect(pending.body.data).toMatchObject({
      nextFlag: false,
      orderList: [{ orderId, triggerPrice: '55000.00', status: 'not_trigger', planType: 'amount' }],
    });
    const changed = await rest.alice('POST', '/spot/trade/modify-plan-order', {
      orderId,
      size: '0.02',
      orderType: 'limit',
      triggerPrice: 56_000,
      executePrice: '55900',
    });
    expect(changed.body.data['orderId']).toBe(orderId);
    const gone = await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId });
    expect(gone.body.data).toEqual({ result: 'success' });
    const again = await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId });
    expect(again.body.code).toBe('43025');
  });

  it('trailing stops, TP/SL, OCO and the dead man switch reach the core', async () => {
    const trailing = await rest.alice('POST', '/spot/trade/place-plan-order', {
      symbol: 'BTCUSDT',
      side: 'sell',
      size: '0.01',
      planType: 'track_plan',
      callbackRatio: '2',
    });
    expect(trailing.body.code).toBe('00000');
    const follows = await rest.alice('GET', '/spot/trade/current-plan-order', { limit: '1' });
    expect(follows.body.data['orderList']).toMatchObject([
      { planType: 'track_plan', callbackRatio: '2', sizeUnit: 'base' },
    ]);
    const wide = await rest.alice('POST', '/spot/trade/place-plan-order', {
      symbol: 'BTCUSDT',
      side: 'sell',
      size: '0.01',
      planType: 'track_plan',
      callbackRatio: '90',
    });
    expect(wide.body).toMatchObject({
      code: '43011',
      msg: 'callbackRatio 90 % is outside 0.01 % to 50 %',
    });
    const tpsl = await rest.alice('POST', '/spot/trade/place-order', {
      ...LIMIT,
      side: 'sell',
      price: '64900',
      tpslType: 'tpsl',
      triggerPrice: '65000',
    });
    const waiting = await rest.alice('GET', '/spot/trade/unfilled-orders', { tpslType: 'tpsl' });
    expect(waiting.body.data).toMatchObject([
      { orderId: tpsl.body.data['orderId'], triggerPrice: '65000.00', tpslType: 'tpsl' },
    ]);
    const plans = await rest.alice('GET', '/spot/trade/current-plan-order', { limit: '1' });
    expect(plans.body.data['orderList']).toMatchObject([
      { orderId: tpsl.body.data['orderId'], planType: 'profit_plan' },
    ]);
    const oco = await rest.alice('POST', '/spot/trade/place-oco-order', {
      symbol: 'BTCUSDT',
      side: 'sell',
      size: '0.01',
      price: '62000',
      triggerPrice: '58000',
    });
    expect(oco.body.data['stopOrderId']).toMatch(/^[0-9]{19}$/);
    const dead = await rest.alice('POST', '/spot/trade/countdown-cancel-all', { countdown: '30' });
    expect(dead.body.data).toEqual({ countdown: '30', deadline: String(rest.now + 30_000) });
    const again = rest.engine.submitted.find(({ kind }) => kind === CommandKind.placePlan)!;
    rest.engine.meanwhile(() => rest.engine.apply(again));
    const all = await rest.alice('POST', '/spot/trade/batch-cancel-plan-order', {
      symbolList: ['BTCUSDT', 'BTCUSDT'],
    });
    expect(all.body.data['successList']).toHaveLength(3);
    expect(rest.views.plans(ALICE_SPOT)).toHaveLength(1);
  });
});

describe('wallet', () => {
  it('transfers between own accounts, and repeats give the first result', async () => {
    const body = '{"fromType":"spot","toType":"p2p","amount":10.5,"coin":"USDT","clientOid":"t1"}';
    const move = () => rest.call('alice-key-1', 'POST', '/api/v2/spot/wallet/transfer', { body });
    const first = await move();
    const second = await move();
    expect(second.body.data).toEqual(first.body.data);
    const funding = await rest.alice('GET', '/account/funding-assets');
    expect(funding.body.data).toMatchObject([
      { coin: 'USDT', available: '10.5', usdtValue: '10.5' },
    ]);
    const closed = await rest.alice('POST', '/spot/wallet/transfer', {
      fromType: 'spot',
      toType: 'usdt_futures',
      amount: 10,
      coin: 'USDT',
    });
    expect(closed.body.code).toBe('40919');
  });

  it('withdraws to addresses of the internal chain only', async () => {
    rest.takeNewestRules();
    const address = await rest.bob('GET', '/spot/wallet/deposit-address', { coin: 'USDT' });
    const to = textOf(address.body.data['address']);
    const send = (change: object) =>
      rest.alice('POST', '/spot/wallet/withdrawal', {
        coin: 'USDT',
        transferType: 'on_chain',
        address: to,
        chain: 'HALCYON',
        size: '50',
        ...change,
      });
    expect((await send({})).body.code).toBe('00000');
    const assets = await rest.bob('GET', '/spot/account/assets', { coin: 'USDT' });
    expect(listOf(assets.body.data)[0]?.['available']).toBe('1000050');
    const mine = await rest.alice('GET', '/spot/account/assets', { coin: 'USDT' });
    expect(listOf(mine.body.data)[0]?.['available']).toBe('999949');
    const typo = to.slice(0, -1) + (to.endsWith('q') ? 'p' : 'q');
    expect((await send({ address: typo })).body.msg).toContain('checksum');
    expect((await send({ address: 'TXyz1234567890abcdef' })).body.msg).toContain('HALCYON');
    expect((await send({ chain: 'TRC20' })).body.code).toBe('40034');
    expect((await send({ size: '1' })).body.code).toBe('43114');
    expect((await send({ coin: 'BTC', size: '1' })).body.msg).toContain('takes USDT');
  });
});

describe('what clients load first', () => {
  it('finds empty lists, errors for areas that are closed, and a 404 for the unified account', async () => {
    const get = (path: string) => rest.call(null, 'GET', path);
    expect((await get('/api/v2/margin/currencies')).body.data).toEqual([]);
    expect((await get('/api/v2/mix/market/contracts?productType=USDT-FUTURES')).body.data).toEqual(
      [],
    );
    expect(await get('/api/v3/account/settings')).toMatchObject({
      status: 404,
      body: { code: '40404', data: null },
    });
    expect((await get('/api/v2/copy/spot-trader/order-current-track')).body.code).toBe('40919');
    expect(await rest.raw('PUT', '/api/v2/public/time', '')).toMatchObject({
      status: 405,
      body: { code: '405' },
    });
    expect((await get('/api/v2/spot/public/symbols')).body.data).toMatchObject([
      { symbol: 'BTCUSDT', pricePrecision: '2', quantityPrecision: '6', status: 'online' },
      { symbol: 'ETHUSDT' },
    ]);
    const coins = await get('/api/v2/spot/public/coins?coin=usdt');
    expect(coins.body.data).toMatchObject([{ coin: 'USDT', chains: [{ chain: 'HALCYON' }] }]);
  });
});
