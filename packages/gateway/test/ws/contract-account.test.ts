/** Private channels of contracts, driven by the real core. */
import {
  CommandKind,
  MarginMode,
  OrderOption,
  PlanType,
  PositionLeg,
  PositionMode,
  SelfTrade,
  Side,
  TriggerBy,
} from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf, type ServerMessage, type TestClient } from '../../src/ws/testing/client.ts';
import { loginMessage, startServerOf, type TestServer } from '../../src/ws/testing/server.ts';
import { ALICE, BOB } from '../rest/harness.ts';
import { ALICE_FUTURES, BOB_FUTURES, BTC, ContractMarketFixture } from './contract-market.ts';

type Row = Readonly<Record<string, unknown>>;

const FUTURES = 'USDT-FUTURES';

let market: ContractMarketFixture;
let server: TestServer<ContractMarketFixture>;
let clients: TestClient[] = [];

beforeEach(async () => {
  market = new ContractMarketFixture();
  server = await startServerOf(market);
});

afterEach(async () => {
  for (const client of clients) client.end();
  clients = [];
  await server.close();
});

async function login(user = ALICE): Promise<TestClient> {
  const client = await server.connect('/v2/ws/private');
  clients.push(client);
  client.send(loginMessage(user));
  await client.answer('login');
  return client;
}

/** A client that listens to channels of all contracts, or to what `arg` says. */
async function listener(channels: readonly string[], arg: Row = {}, user = ALICE) {
  const client = await login(user);
  client.subscribe(
    ...channels.map((channel) => ({ instType: FUTURES, channel, instId: 'default', ...arg })),
  );
  for (const _ of channels) await client.answer('subscribe');
  return client;
}

async function rows(client: TestClient, channel: string): Promise<readonly Row[]> {
  return rowsOf<Row>(await client.push(channel));
}

/** Rows of all pushes of a channel that are here once an answer to a later message is. */
async function settled(client: TestClient, channel: string): Promise<Row[]> {
  const pongs = () => client.texts.filter((text) => text === 'pong').length;
  const before = pongs();
  client.send('ping');
  await client.until(() => pongs() > before);
  const pushes = client.told.filter((told) => told.data !== undefined && isOf(told, channel));
  return pushes.flatMap((push) => rowsOf<Row>(push));
}

function isOf(told: ServerMessage, channel: string): boolean {
  return told.arg?.['channel'] === channel;
}

describe('positions', () => {
  it('tells all open positions at first, then every change', async () => {
    const client = await listener(['positions']);
    expect(await rows(client, 'positions')).toEqual([]);
    market.trade(10);
    expect(await rows(client, 'positions')).toEqual([
      {
        posId: expect.stringMatching(/^\d{19}$/),
        instId: 'BTCUSDT',
        marginCoin: 'USDT',
        marginSize: '30',
        marginMode: 'crossed',
        holdSide: 'long',
        posMode: 'one_way_mode',
        total: '0.010',
        available: '0.010',
        openPriceAvg: '60000.0',
        leverage: 20,
        achievedProfits: '0',
        unrealizedPL: '0',
        unrealizedPLR: '0',
        liquidationPrice: '0',
        keepMarginRate: '0.004',
        breakEvenPrice: expect.stringMatching(/^6007/),
        totalFee: '0',
        deductedFee: '0.36',
        markPrice: '60000.0',
        autoMargin: 'off',
        cTime: expect.any(String),
        uTime: expect.any(String),
        frozen: '0.000',
        marginRate: expect.stringMatching(/^0\.0000/),
        assetMode: 'single',
      },
    ]);
    market.trade(-4, 601_000);
    expect(await rows(client, 'positions')).toMatchObject([
      { total: '0.006', achievedProfits: '0.4' },
    ]);
    market.trade(-6, 601_000);
    expect(await rows(client, 'positions')).toEqual([]);
    expect(client.told).toEqual([]);
  });

  it('tells what orders that close it have frozen', async () => {
    const client = await listener(['positions']);
    market.trade(10);
    await client.until(() => client.told.length === 2);
    client.told.length = 0;
    const order = market.place({
      side: Side.sell,
      price: 620_000,
      quantity: 3,
      options: OrderOption.reduceOnly,
    });
    expect(await rows(client, 'positions')).toMatchObject([
      { total: '0.010', available: '0.007', frozen: '0.003' },
    ]);
    market.apply({ kind: CommandKind.cancel, account: ALICE_FUTURES, order, clientId: '' });
    expect(await rows(client, 'positions')).toMatchObject([{ available: '0.010' }]);
  });

  it('tells with the next tick what prices did, only where they did something', async () => {
    market.trade(10);
    const client = await listener(['positions']);
    const idle = await listener(['positions'], {}, BOB);
    await rows(client, 'positions');
    await rows(idle, 'positions');
    market.apply({
      kind: CommandKind.setMarginMode,
      account: BOB_FUTURES,
      instrument: BTC + 1,
      mode: MarginMode.isolated,
    });
    market.index(60_000, 3_100);
    market.index(60_000, 3_200);
    server.gateway.feedRouter.tick();
    expect(await settled(client, 'positions')).toEqual([]);
    market.index(60_500);
    market.index(61_000);
    expect(await settled(client, 'positions')).toEqual([]);
    server.gateway.feedRouter.tick();
    const { mark } = market.views.contracts.contract(BTC);
    const [long] = await rows(client, 'positions');
    expect(Number(long?.['markPrice'])).toBe(mark / 10);
    expect(Number(long?.['unrealizedPL'])).toBeCloseTo((mark / 10 - 60_000) / 100, 4);
    expect(await rows(idle, 'positions')).toMatchObject([{ holdSide: 'short' }]);
    server.gateway.feedRouter.tick();
    expect(await settled(client, 'positions')).toEqual([]);
  });

  it('has both legs of hedge mode, and margin of its own where isolated', async () => {
    for (const account of [ALICE_FUTURES]) {
      market.apply({ kind: CommandKind.setPositionMode, account, mode: PositionMode.hedge });
      const mode = MarginMode.isolated;
      market.apply({ kind: CommandKind.setMarginMode, account, instrument: BTC, mode });
      const leg = PositionLeg.net;
      market.apply({ kind: CommandKind.setLeverage, account, instrument: BTC, leg, leverage: 10 });
    }
    market.trade(10, 600_000, { options: OrderOption.longLeg });
    market.trade(-5, 600_000, { options: OrderOption.shortLeg });
    const client = await listener(['positions'], { instId: 'BTCUSDT' });
    expect(await rows(client, 'positions')).toMatchObject([
      {
        holdSide: 'long',
        posMode: 'hedge_mode',
        marginMode: 'isolated',
        marginSize: '60',
        leverage: 10,
        liquidationPrice: expect.stringMatching(/^54\d{3}\.\d$/),
      },
      {
        holdSide: 'short',
        total: '0.005',
        liquidationPrice: expect.stringMatching(/^65\d{3}\.\d$/),
      },
    ]);
  });

  it('a new listener takes nothing from those before', async () => {
    market.trade(10);
    const first = await listener(['positions']);
    await rows(first, 'positions');
    market.index(60_500);
    const second = await listener(['positions']);
    const told = await rows(second, 'positions');
    expect(await rows(first, 'positions')).toEqual(told);
    server.gateway.feedRouter.tick();
    expect(await settled(first, 'positions')).toEqual([]);
  });
});

describe('account and equity', () => {
  it('follow money, orders and prices', async () => {
    const client = await listener(['account', 'equity'], { coin: 'default' });
    expect(await rows(client, 'account')).toEqual([
      {
        marginCoin: 'USDT',
        frozen: '0',
        available: '100000',
        maxOpenPosAvailable: '100000',
        maxTransferOut: '100000',
        equity: '100000',
        usdtEquity: '100000',
        crossedRiskRate: '0',
        unrealizedPL: '0',
        unionTotalMargin: '0',
        unionAvailable: '0',
        unionMm: '0',
        assetsMode: 'single',
      },
    ]);
    expect(await rows(client, 'equity')).toEqual([
      {
        btcEquity: '1.66666666',
        usdtEquity: '100000',
        unrealizedPL: '0',
        unionTotalMargin: '0',
        unionAvailable: '0',
        unionMm: '0',
      },
    ]);
    market.place({ price: 500_000, quantity: 20 });
    expect(await rows(client, 'account')).toMatchObject([
      { frozen: '50', available: '100000', maxOpenPosAvailable: '99950', maxTransferOut: '99950' },
    ]);
    market.fund(ALICE_FUTURES, 5);
    expect(await rows(client, 'account')).toMatchObject([{ available: '100005' }]);
    expect(await rows(client, 'equity')).toMatchObject([{ usdtEquity: '100005' }]);
    market.trade(10);
    await settled(client, 'account');
    client.told.length = 0;
    market.index(61_000);
    market.index(61_000);
    server.gateway.feedRouter.tick();
    const profit = (market.views.contracts.contract(BTC).mark / 10 - 60_000) / 100;
    const [account] = await rows(client, 'account');
    expect(Number(account?.['unrealizedPL'])).toBeCloseTo(profit, 4);
  });

  it('of coin and USDC margined contracts are empty, and their other channels silent', async () => {
    const client = await login();
    for (const instType of ['COIN-FUTURES', 'USDC-FUTURES']) {
      for (const channel of ['account', 'positions', 'equity', 'orders', 'fill']) {
        client.subscribe({ instType, channel, instId: 'default' });
        await client.answer('subscribe');
      }
      expect(await rows(client, 'account')).toEqual([]);
      expect(await rows(client, 'positions')).toEqual([]);
      expect(await rows(client, 'equity')).toMatchObject([{ btcEquity: '0', usdtEquity: '0' }]);
    }
    market.trade(10);
    expect(await settled(client, 'orders')).toEqual([]);
    expect(client.told).toEqual([]);
  });
});

describe('orders and fills', () => {
  it('one row a state change, as REST has it, with fill and profit', async () => {
    const client = await listener(['orders', 'fill']);
    market.trade(10, 600_000, { clientId: 'mine' });
    const [live, filled] = await rows(client, 'orders');
    expect(live).toMatchObject({ status: 'live', clientOid: 'mine', accBaseVolume: '0.000' });
    expect(live).not.toHaveProperty('tradeId');
    expect(filled).toEqual({
      instId: 'BTCUSDT',
      orderId: expect.any(String),
      clientOid: 'mine',
      size: '0.010',
      notionalUsd: '600',
      orderType: 'limit',
      force: 'gtc',
      side: 'buy',
      tradeSide: 'buy_single',
      posSide: 'net',
      posMode: 'one_way_mode',
      reduceOnly: 'no',
      marginMode: 'crossed',
      marginCoin: 'USDT',
      leverage: '20',
      price: '60000.0',
      fillPrice: '60000.0',
      tradeId: expect.any(String),
      baseVolume: '0.010',
      fillTime: expect.any(String),
      fillFee: '-0.36',
      fillFeeCoin: 'USDT',
      fillNotionalUsd: '600',
      pnl: '0',
      tradeScope: 'T',
      accBaseVolume: '0.010',
      priceAvg: '60000.0',
      totalProfits: '0',
      status: 'filled',
      cancelReason: '',
      presetStopSurplusPrice: '',
      presetStopSurplusType: '',
      presetStopSurplusExecutePrice: '',
      presetStopLossPrice: '',
      presetStopLossType: '',
      presetStopLossExecutePrice: '',
      stpMode: 'none',
      feeDetail: [{ feeCoin: 'USDT', fee: '-0.36' }],
      enterPointSource: 'API',
      cTime: expect.any(String),
      uTime: expect.any(String),
    });
    expect(await rows(client, 'fill')).toEqual([
      {
        orderId: filled?.['orderId'],
        clientOid: 'mine',
        tradeId: filled?.['tradeId'],
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        posMode: 'one_way_mode',
        price: '60000.0',
        baseVolume: '0.010',
        quoteVolume: '600',
        profit: '0',
        tradeSide: 'buy_single',
        tradeScope: 'taker',
        feeDetail: [
          { feeCoin: 'USDT', deduction: 'no', totalDeductionFee: '0', totalFee: '-0.36' },
        ],
        cTime: expect.any(String),
        uTime: expect.any(String),
      },
    ]);
    market.trade(-10, 601_000);
    expect(await rows(client, 'fill')).toMatchObject([{ profit: '1', tradeSide: 'sell_single' }]);
    expect((await rows(client, 'orders'))[1]).toMatchObject({ pnl: '1', totalProfits: '1' });
  });

  it('a reduce-only order is cut, and cancelled, with its position', async () => {
    market.trade(10);
    const reduceOnly = { side: Side.sell, price: 620_000, options: OrderOption.reduceOnly };
    market.place({ ...reduceOnly, quantity: 10, clientId: 'close' });
    const client = await listener(['orders']);
    market.trade(-4, 600_000, { clientId: 'part' });
    const cut = await client.next((told) => row(told, 'close') !== undefined);
    expect(row(cut, 'close')).toMatchObject({ status: 'live', size: '0.006', reduceOnly: 'yes' });
    market.trade(-6, 600_000, { clientId: 'rest' });
    const gone = await client.next((told) => row(told, 'close') !== undefined);
    expect(row(gone, 'close')).toMatchObject({
      status: 'canceled',
      cancelReason: 'position_reduced',
    });
  });

  const STOP = {
    kind: CommandKind.placePlan,
    account: ALICE_FUTURES,
    instrument: BTC,
    side: Side.sell,
    planType: PlanType.stopLoss,
    triggerBy: TriggerBy.mark,
    selfTrade: SelfTrade.none,
    triggerPrice: 580_000,
    price: 0,
    quantity: 10,
    quoteAmount: 0,
    callbackPpm: 0,
    clientId: 'stop',
    options: OrderOption.reduceOnly,
  } as const;

  it('plans tell of their trigger and their end', async () => {
    market.trade(10);
    const client = await listener(['orders-algo']);
    market.apply(STOP);
    expect(await rows(client, 'orders-algo')).toMatchObject([
      {
        instId: 'BTCUSDT',
        clientOid: 'stop',
        planType: 'sl',
        triggerPrice: '58000.0',
        triggerType: 'mark_price',
        orderType: 'market',
        executePrice: '',
        side: 'sell',
        posMode: 'one_way_mode',
        posSide: 'net',
        reduceOnly: 'yes',
        marginCoin: 'USDT',
        leverage: '20',
        status: 'live',
      },
    ]);
    market.place({ account: BOB_FUTURES, price: 570_000, quantity: 50 });
    market.index(57_000);
    market.index(57_000);
    expect(await rows(client, 'orders-algo')).toMatchObject([{ status: 'executed' }]);
  });

  it('a trailing stop of a position has a word of its own', async () => {
    market.trade(10);
    const client = await listener(['orders-algo']);
    const { positionTrailing } = PlanType;
    market.apply({ ...STOP, planType: positionTrailing, triggerPrice: 0, callbackPpm: 20_000 });
    const told = { planType: 'mtpsl', callbackRatio: '2', status: 'live' };
    expect(await rows(client, 'orders-algo')).toMatchObject([told]);
  });

  it('those of one contract are told alone, and not those of spot', async () => {
    const client = await login();
    client.subscribe({ instType: FUTURES, channel: 'orders', instId: 'ETHUSDT' });
    client.subscribe({ instType: 'SPOT', channel: 'orders', instId: 'default' });
    await client.answer('subscribe');
    await client.answer('subscribe');
    market.place({ price: 590_000 });
    const order = { instrument: BTC + 1, price: 29_000, quantity: 10 };
    const id = market.place(order);
    const told = await settled(client, 'orders');
    expect(told).toMatchObject([{ instId: 'ETHUSDT', status: 'live' }]);
    market.apply({
      kind: CommandKind.cancel,
      account: ALICE_FUTURES,
      order: id,
      clientId: '',
    });
    expect((await settled(client, 'orders')).at(-1)).toMatchObject({
      status: 'canceled',
      cancelReason: 'normal_cancel',
    });
  });
});

function row(told: ServerMessage, clientOid: string): Row | undefined {
  return rowsOf<Row>(told).find((each) => each['clientOid'] === clientOid);
}

describe('who is not logged in', () => {
  it.each([
    'account',
    'equity',
    'positions',
    'positions-history',
    'adl-noti',
    'fill',
    'orders',
    'orders-algo',
  ])('is not told of %s', async (channel) => {
    const client = await server.connect('/v2/ws/private');
    clients.push(client);
    client.subscribe({ instType: FUTURES, channel, instId: 'default' });
    expect(await client.answer('error')).toMatchObject({
      code: 30004,
      msg: `channel ${channel} needs a login`,
    });
  });
});
