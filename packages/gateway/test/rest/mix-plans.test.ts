/** Plan orders of contracts over REST: triggers, trailing stops, take profits and stop losses. */
import { CommandKind } from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE_FUTURES, index, mixOf, openContracts } from './contracts.ts';
import { listOf, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';

let rest: TestRest;
let records: KeptRecords;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openContracts((before) => records.follow(before));
});

afterEach(() => records.close());

const COMMON = { symbol: 'BTCUSDT', marginCoin: 'USDT' };
const PLAN = {
  ...COMMON,
  planType: 'normal_plan',
  marginMode: 'crossed',
  triggerType: 'mark_price',
  triggerPrice: 61000,
  orderType: 'limit',
  price: '61100',
  executePrice: '61100',
  side: 'buy',
  size: '0.1',
};
const LOSS = {
  ...COMMON,
  planType: 'pos_loss',
  holdSide: 'buy',
  triggerPrice: '59000',
  triggerType: 'mark_price',
};

async function placed(path: string, body: object): Promise<string> {
  const answer = await mixOf(rest).post(path, { ...body });
  expect(answer.body.msg).toBe('success');
  return textOf(answer.body.data['orderId']);
}

async function trade(size = '0.1', price = '60000'): Promise<void> {
  const order = { ...COMMON, orderType: 'limit', price, size };
  await mixOf(rest, 'bob').post('/place-order', { ...order, side: 'sell' });
  await mixOf(rest).post('/place-order', { ...order, side: 'buy', orderType: 'market' });
}

async function pending(planType: string, change: Record<string, string> = {}) {
  const { body } = await mixOf(rest).get('/orders-plan-pending', { planType, ...change });
  return listOf(body.data['entrustedList']);
}

async function ended(planType: string, change: Record<string, string> = {}) {
  const { body } = await mixOf(rest).get('/orders-plan-history', { planType, ...change });
  return listOf(body.data['entrustedList']);
}

describe('a trigger order', () => {
  it('waits in its list, becomes an order at its price, and says which', async () => {
    const orderId = await placed('/place-plan-order', { ...PLAN, clientOid: 'p-1' });
    expect(await pending('normal_plan')).toMatchObject([
      {
        orderId,
        clientOid: 'p-1',
        planType: 'normal_plan',
        symbol: 'BTCUSDT',
        size: '0.1000',
        price: '61100.0',
        executePrice: '61100.0',
        triggerPrice: '61000.0',
        triggerType: 'mark_price',
        planStatus: 'live',
        side: 'buy',
        posSide: 'net',
        tradeSide: 'buy_single',
        posMode: 'one_way_mode',
        marginMode: 'crossed',
        endId: orderId,
      },
    ]);
    expect(await pending('track_plan')).toEqual([]);
    expect(await pending('profit_loss')).toEqual([]);
    index(rest, 61_000, 3_000);
    expect(await pending('normal_plan')).toEqual([]);
    const [row] = await ended('normal_plan', { planStatus: 'executed' });
    expect(row).toMatchObject({ orderId, planStatus: 'executed', baseVolume: '0.0000' });
    const executed = textOf(row?.['executeOrderId']);
    const sub = { planType: 'normal_plan', planOrderId: orderId };
    const became = await mixOf(rest).get('/plan-sub-order', sub);
    expect(became.body.data).toEqual([
      { orderId: executed, price: '61100.0', type: 'limit', status: 'live' },
    ]);
    expect(await ended('normal_plan', { planStatus: 'cancelled' })).toEqual([]);
  });

  it('closes a leg in hedge mode, and watches the index where it is told to', async () => {
    const hedge = { kind: CommandKind.setPositionMode, account: ALICE_FUTURES, mode: 1 } as const;
    rest.engine.apply(hedge);
    await placed('/place-plan-order', {
      ...PLAN,
      side: 'buy',
      tradeSide: 'close',
      triggerType: 'index_price',
    });
    expect(rest.views.plans(ALICE_FUTURES)).toMatchObject([{ side: 1, triggerBy: 2, options: 3 }]);
    expect(await pending('normal_plan')).toMatchObject([
      { side: 'buy', posSide: 'long', tradeSide: 'close', reduceOnly: 'YES' },
    ]);
  });

  it('is changed in every part, what is left out stays', async () => {
    const orderId = await placed('/place-plan-order', PLAN);
    const change = (body: object) => placed('/modify-plan-order', { ...COMMON, orderId, ...body });
    expect(await change({ newTriggerPrice: '62000', newSize: '0.2' })).toBe(orderId);
    const changed = { triggerPrice: '62000.0', size: '0.2000' };
    expect(await pending('normal_plan')).toMatchObject([
      { ...changed, executePrice: '61100.0', triggerType: 'mark_price' },
    ]);
    await change({ newPrice: '0', newTriggerType: 'fill_price' });
    expect(await pending('normal_plan')).toMatchObject([
      { ...changed, executePrice: '', orderType: 'market', triggerType: 'fill_price' },
    ]);
    const wrong = await mixOf(rest).post('/modify-plan-order', { orderId, newCallbackRatio: '2' });
    expect(wrong.body.msg).toMatch(/^newCallbackRatio must be absent/);
    const coarse = { orderId, newTriggerPrice: '62000.05' };
    expect((await mixOf(rest).post('/modify-plan-order', coarse)).body.msg).toBe(
      'newTriggerPrice 62000.05 is not a multiple of the tick 0.1',
    );
    const elsewhere = await mixOf(rest).post('/modify-plan-order', {
      orderId,
      symbol: 'ETHUSDT',
      newSize: '1',
    });
    expect(elsewhere.body.code).toBe('43025');
  });
});

describe('what is attached to the order of a plan', () => {
  const ATTACHED = {
    stopLossTriggerPrice: '60500',
    stopLossExecutePrice: '60400',
    stopLossTriggerType: 'mark_price',
    stopSurplusTriggerPrice: '63000',
    stopSurplusTriggerType: 'fill_price',
  };

  it('is told, changed, and comes with the order and its fills', async () => {
    const market = { ...PLAN, orderType: 'market', price: undefined, executePrice: undefined };
    const orderId = await placed('/place-plan-order', { ...market, ...ATTACHED });
    expect(await pending('normal_plan')).toMatchObject([ATTACHED_ROW]);
    const change = { newStopSurplusTriggerPrice: '0', newStopLossTriggerPrice: '60600' };
    await placed('/modify-plan-order', { orderId, ...change });
    const changed = {
      stopSurplusTriggerPrice: '',
      stopLossTriggerPrice: '60600.0',
      stopLossTriggerType: 'mark_price',
    };
    expect(await pending('normal_plan')).toMatchObject([changed]);
    const ask = { ...COMMON, side: 'sell', orderType: 'limit', price: '60900', size: '0.1' };
    await mixOf(rest, 'bob').post('/place-order', ask);
    index(rest, 61_000, 3_000);
    const [row] = await ended('normal_plan');
    expect(row).toMatchObject({ ...changed, planStatus: 'executed', baseVolume: '0.1000' });
    const query = { symbol: 'BTCUSDT', orderId: textOf(row?.['executeOrderId']) };
    expect((await mixOf(rest).get('/detail', query)).body.data).toMatchObject({
      presetStopLossPrice: '60600.0',
      presetStopLossType: 'mark_price',
      presetStopLossExecutePrice: '60400.0',
      presetStopSurplusPrice: '',
    });
    expect(await pending('profit_loss')).toMatchObject([
      { planType: 'loss_plan', triggerPrice: '60600.0', triggerType: 'mark_price', size: '0.1000' },
    ]);
  });

  it('lies beyond the entry, and only on what opens', async () => {
    const wrong = { ...PLAN, ...ATTACHED, stopLossTriggerPrice: '61200' };
    expect((await mixOf(rest).post('/place-plan-order', wrong)).body.msg).toBe(
      'stopLossTriggerPrice 61200 USDT is reached already: the price is 61100 USDT',
    );
    const reducing = { ...PLAN, ...ATTACHED, reduceOnly: 'YES' };
    expect((await mixOf(rest).post('/place-plan-order', reducing)).body.code).toBe('40020');
    expect(rest.views.plans(ALICE_FUTURES)).toEqual([]);
  });
});

const ATTACHED_ROW = {
  stopSurplusTriggerPrice: '63000.0',
  stopSurplusTriggerType: 'fill_price',
  stopSurplusExecutePrice: '',
  stopLossTriggerPrice: '60500.0',
  stopLossTriggerType: 'mark_price',
  stopLossExecutePrice: '60400.0',
};

describe('a trailing stop', () => {
  it('follows the price, with a callback that can be changed', async () => {
    await trade();
    const orderId = await placed('/place-plan-order', {
      ...PLAN,
      planType: 'track_plan',
      orderType: 'market',
      side: 'sell',
      reduceOnly: 'YES',
      triggerPrice: '60500',
      callbackRatio: '2',
    });
    const row = { orderId, planType: 'track_plan', triggerPrice: '60500.0', reduceOnly: 'YES' };
    expect(await pending('track_plan')).toMatchObject([{ ...row, callbackRatio: '2' }]);
    await placed('/modify-plan-order', {
      orderId,
      newCallbackRatio: '1',
      newTriggerPrice: '60400',
    });
    const changed = { callbackRatio: '1', triggerPrice: '60400.0' };
    expect(await pending('track_plan')).toMatchObject([changed]);
    const bid = { ...COMMON, side: 'buy', orderType: 'limit', price: '60000', size: '0.1' };
    await mixOf(rest, 'bob').post('/place-order', bid);
    index(rest, 61_000, 3_000);
    index(rest, 60_391, 3_000);
    expect(await pending('track_plan')).toHaveLength(1);
    index(rest, 60_390, 3_000);
    expect(await ended('track_plan')).toMatchObject([
      { orderId, planStatus: 'executed', priceAvg: '60000.0', baseVolume: '0.1000', ...changed },
    ]);
    expect(rest.views.contracts.positions(ALICE_FUTURES)).toEqual([]);
  });

  it('needs to know how far', async () => {
    const plan = { ...PLAN, planType: 'track_plan' };
    const missing = await mixOf(rest).post('/place-plan-order', plan);
    expect(missing.body).toMatchObject({ code: '40019', msg: 'callbackRatio is required' });
    await trade();
    const wide = { ...plan, callbackRatio: '51' };
    expect((await mixOf(rest).post('/place-plan-order', wide)).body).toMatchObject({
      code: '43011',
      reason: 'callbackRange',
    });
  });

  it('of a position is a kind of its own, and ends with it', async () => {
    await trade();
    const moving = { ...LOSS, planType: 'moving_plan', size: '0.1' };
    const without = await mixOf(rest).post('/place-tpsl-order', moving);
    expect(without.body.msg).toBe('rangeRate is required');
    const orderId = await placed('/place-tpsl-order', { ...moving, rangeRate: '3' });
    const row = { orderId, planType: 'moving_plan', callbackRatio: '3' };
    expect(await pending('moving_plan')).toMatchObject([row]);
    expect(await pending('profit_loss')).toMatchObject([row]);
    expect(await pending('track_plan')).toEqual([]);
    const bid = { ...COMMON, side: 'buy', orderType: 'limit', price: '60000', size: '0.1' };
    await mixOf(rest, 'bob').post('/place-order', bid);
    await mixOf(rest).post('/close-positions');
    expect(await pending('moving_plan')).toEqual([]);
  });
});

describe('take profit and stop loss of a position', () => {
  it('need one, are for a part or all of it, and end with it', async () => {
    const none = await mixOf(rest).post('/place-tpsl-order', LOSS);
    expect(none.body).toMatchObject({ code: '22002', reason: 'positionNotFound' });
    await trade();
    const all = await placed('/place-tpsl-order', LOSS);
    const part = await placed('/place-tpsl-order', {
      ...LOSS,
      planType: 'profit_plan',
      triggerPrice: '62000',
      executePrice: '61990',
      size: '0.04',
    });
    expect(await pending('profit_loss')).toMatchObject([
      { orderId: part, planType: 'profit_plan', size: '0.0400', executePrice: '61990.0' },
      { orderId: all, planType: 'pos_loss', size: '', executePrice: '', side: 'sell' },
    ]);
    expect(await pending('profit_plan')).toMatchObject([{ orderId: part }]);
    expect(await pending('pos_profit')).toEqual([]);
    expect(await pending('loss_plan')).toEqual([]);
    const large = await mixOf(rest).post('/place-tpsl-order', { ...LOSS, size: '0.2' });
    expect(large.body.msg).toBe('size 0.2 BTC is above the position 0.1 BTC');
    const reached = await mixOf(rest).post('/place-tpsl-order', { ...LOSS, triggerPrice: '60500' });
    expect(reached.body.msg).toBe(
      'triggerPrice 60500 USDT is reached already: the price is 60000 USDT',
    );
    const sized = await mixOf(rest).post('/place-tpsl-order', { ...LOSS, planType: 'loss_plan' });
    expect(sized.body.msg).toBe('size is required');
    await mixOf(rest, 'bob').post('/place-order', {
      ...COMMON,
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.1',
    });
    await mixOf(rest).post('/close-positions');
    expect(await pending('profit_loss')).toEqual([]);
    expect(await ended('profit_loss')).toMatchObject([
      { orderId: part, planStatus: 'cancelled' },
      { orderId: all, planStatus: 'cancelled' },
    ]);
    expect(await ended('profit_plan')).toMatchObject([{ orderId: part }]);
    expect(await ended('pos_profit')).toEqual([]);
    expect(await ended('pos_loss')).toMatchObject([{ orderId: all }]);
  });

  it('say in their orders what they were', async () => {
    await trade();
    await placed('/place-tpsl-order', LOSS);
    const bid = { ...COMMON, side: 'buy', orderType: 'limit', price: '58900', size: '0.1' };
    await mixOf(rest, 'bob').post('/place-order', bid);
    index(rest, 58_990, 3_000);
    const [row] = await ended('profit_loss');
    expect(row).toMatchObject({ planStatus: 'executed', priceAvg: '58900.0' });
    const orderId = textOf(row?.['executeOrderId']);
    const history = await mixOf(rest).get('/orders-history', { orderId });
    expect(listOf(history.body.data['entrustedList'])).toMatchObject([
      { orderId, orderSource: 'pos_loss_market', totalProfits: '-110', reduceOnly: 'YES' },
    ]);
    const madeBy = async (orderSource: string) => {
      const { body } = await mixOf(rest).get('/orders-history', { orderSource });
      return listOf(body.data['entrustedList']).map((made) => made['orderId']);
    };
    expect(await madeBy('pos_loss_market')).toEqual([orderId]);
    for (const other of ['loss_market', 'pos_loss_limit', 'pos_profit_market', 'liquidation']) {
      expect(await madeBy(other), other).toEqual([]);
    }
  });

  it('are placed both or none', async () => {
    await trade();
    const both = {
      ...COMMON,
      holdSide: 'long',
      stopSurplusTriggerPrice: '63000',
      stopSurplusClientOid: 'tp',
      stopLossTriggerPrice: '58000',
      stopLossTriggerType: 'mark_price',
      stopLossSize: '0.05',
    };
    const wrong = await mixOf(rest).post('/place-pos-tpsl', {
      ...both,
      stopSurplusClientOid: 'gone',
      stopLossTriggerPrice: '60500',
    });
    expect(wrong.body.msg).toMatch(/^stopLossTriggerPrice 60500 USDT is reached already/);
    const same = { ...both, stopLossTriggerPrice: '63000' };
    const reached = await mixOf(rest).post('/place-pos-tpsl', same);
    expect(reached.body.msg).toMatch(/^stopLossTriggerPrice 63000 USDT is reached already/);
    const twice = await mixOf(rest).post('/place-pos-tpsl', { ...both, stopLossClientOid: 'tp' });
    expect(twice.body.reason).toBe('contractClientIdDuplicate');
    const large = await mixOf(rest).post('/place-pos-tpsl', { ...both, stopSurplusSize: '0.2' });
    expect(large.body.msg).toBe('size 0.2 BTC is above the position 0.1 BTC');
    expect(await pending('profit_loss')).toEqual([]);
    expect(await ended('profit_loss')).toEqual([]);
    const { body } = await mixOf(rest).post('/place-pos-tpsl', both);
    const rows = listOf(body.data);
    expect(rows).toMatchObject([{ stopSurplusClientOid: 'tp' }, { stopLossClientOid: '' }]);
    expect(await pending('profit_loss')).toMatchObject([
      { orderId: rows[1]?.['orderId'], planType: 'loss_plan', triggerType: 'mark_price' },
      { orderId: rows[0]?.['orderId'], planType: 'pos_profit', triggerType: 'fill_price' },
    ]);
    const nothing = await mixOf(rest).post('/place-pos-tpsl', { ...COMMON, holdSide: 'long' });
    expect(nothing.body.code).toBe('40913');
  });

  it('are amended', async () => {
    await trade();
    const orderId = await placed('/place-tpsl-order', LOSS);
    const change = {
      ...COMMON,
      orderId,
      triggerPrice: '58500',
      size: '0.05',
      executePrice: '58400',
    };
    expect(await placed('/modify-tpsl-order', change)).toBe(orderId);
    expect(await pending('loss_plan')).toMatchObject([
      { planType: 'loss_plan', triggerPrice: '58500.0', size: '0.0500', executePrice: '58400.0' },
    ]);
  });
});

describe('plan orders are cancelled', () => {
  it('by name, by kind, by contract and altogether', async () => {
    await trade();
    const plan = await placed('/place-plan-order', PLAN);
    const eth = await placed('/place-plan-order', {
      ...PLAN,
      symbol: 'ETHUSDT',
      triggerPrice: '3100',
      executePrice: '3100',
      size: '1',
    });
    const loss = await placed('/place-tpsl-order', LOSS);
    const named = await mixOf(rest).post('/cancel-plan-order', {
      symbol: 'BTCUSDT',
      planType: 'track_plan',
      orderIdList: [{ orderId: eth }, { orderId: plan }],
    });
    expect(named.body.data).toMatchObject({
      successList: [{ orderId: plan }],
      failureList: [{ orderId: eth, errorCode: '43025' }],
    });
    const again = await mixOf(rest).post('/cancel-plan-order', {
      orderIdList: [{ orderId: plan }],
    });
    expect(again.body.data).toMatchObject({
      failureList: [{ orderId: plan, errorMsg: 'the plan order is cancelled already' }],
    });
    const kind = await mixOf(rest).post('/cancel-plan-order', { planType: 'pos_loss' });
    expect(listOf(kind.body.data['successList'])).toMatchObject([{ orderId: loss }]);
    const all = await mixOf(rest).post('/cancel-plan-order', { symbol: 'ETHUSDT' });
    expect(all.body.data).toMatchObject({ successList: [{ orderId: eth }], failureList: [] });
    expect(rest.views.plans(ALICE_FUTURES)).toEqual([]);
    const none = await mixOf(rest).post('/cancel-plan-order', { planType: 'pos_loss' });
    expect(none.body).toMatchObject({ msg: 'success', data: { successList: [], failureList: [] } });
  });

  it.each([[{}], [{ planType: 'normal_plan' }]])(
    'what is placed while %j is cancelled stays, and what ends meanwhile was not',
    async (which) => {
      const orderId = await placed('/place-plan-order', PLAN);
      await placed('/place-plan-order', PLAN);
      const again = rest.engine.submitted.at(-1)!;
      const [ends] = rest.views.plans(ALICE_FUTURES);
      let later = 0;
      rest.engine.meanwhile(() => {
        const named = { account: ALICE_FUTURES, order: ends!.plan, clientId: '' };
        rest.engine.apply({ kind: CommandKind.cancelPlan, ...named });
        later = rest.engine.apply(again).id;
      });
      const { body } = await mixOf(rest).post('/cancel-plan-order', which);
      expect(body.data).toEqual({ successList: [{ orderId, clientOid: '' }], failureList: [] });
      expect(rest.views.plans(ALICE_FUTURES)).toMatchObject([{ plan: later }]);
    },
  );

  it('spot does not know those of contracts', async () => {
    const orderId = await placed('/place-plan-order', PLAN);
    const spot = await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId });
    expect(spot.body).toMatchObject({ code: '43025' });
    const list = await rest.alice('GET', '/spot/trade/current-plan-order');
    expect(list.body.data['orderList']).toEqual([]);
    expect(await pending('normal_plan', { productType: 'COIN-FUTURES' })).toEqual([]);
  });
});
