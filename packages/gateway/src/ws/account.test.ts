import {
  AccountKind,
  accountOf,
  childClientId,
  DoneReason,
  EventKind,
  ParentKind,
  type ParentOrderSetEvent,
  ParentState,
  PlanEnd,
  type PlanOpenedEvent,
  PlanType,
  Reject,
  Side,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type TestClient } from './testing/client.ts';
import { BTCUSDT, done, type EventInput, meeting, opened, SELLER } from './testing/market.ts';
import { ALICE, BOB, loginMessage, startTestServer, type TestServer } from './testing/server.ts';

type Row = Readonly<Record<string, unknown>>;

const ALICE_SPOT = accountOf(ALICE, AccountKind.spot);

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await loggedIn(ALICE, 'orders', 'fill', 'orders-algo');
});

afterAll(async () => {
  client.end();
  await server.close();
});

async function loggedIn(user: number, ...channels: string[]): Promise<TestClient> {
  const made = await server.connect('/v2/ws/private');
  made.send(loginMessage(user));
  await made.answer('login');
  if (channels.length === 0) return made;
  made.subscribe(...channels.map((channel) => ({ instType: 'SPOT', channel, instId: 'default' })));
  for (const _ of channels) await made.answer('subscribe');
  return made;
}

async function orderRows(events: readonly EventInput[]): Promise<readonly Row[]> {
  server.engine.commit(events);
  return rowsOf<Row>(await client.push('orders'));
}

describe('orders', () => {
  it('one row a state change: live, partially filled, filled', async () => {
    const live = await orderRows([opened(10, ALICE_SPOT, Side.sell, 6_000_000, 30)]);
    expect(live).toEqual([
      {
        instId: 'BTCUSDT',
        orderId: '1200000000000000010',
        clientOid: '',
        size: '0.0030',
        newSize: '0.0030',
        notional: '180',
        orderType: 'limit',
        force: 'gtc',
        side: 'sell',
        price: '60000.00',
        accBaseVolume: '0.0000',
        priceAvg: '0',
        status: 'live',
        cTime: expect.any(String),
        uTime: expect.any(String),
        stpMode: 'none',
        feeDetail: [],
        enterPointSource: 'API',
      },
    ]);
    const fill = (trade: number, quantity: number, makerRemaining: number) =>
      meeting({
        trade,
        price: 6_000_000,
        quantity,
        makerOrder: 10,
        makerAccount: ALICE_SPOT,
        takerOrder: 11,
        makerRemaining,
        makerFee: 1_000,
      });
    const filled = await orderRows([
      opened(11, SELLER, Side.buy, 6_000_000, 30),
      fill(1, 10, 20),
      fill(2, 20, 0),
      done(10, ALICE_SPOT, DoneReason.filled),
      done(11, SELLER, DoneReason.filled),
    ]);
    expect(filled).toMatchObject([
      {
        status: 'partially_filled',
        baseVolume: '0.0010',
        accBaseVolume: '0.0010',
        fillPrice: '60000.00',
        fillFee: '-0.00001',
        fillFeeCoin: 'USDT',
        tradeScope: 'M',
        feeDetail: [{ feeCoin: 'USDT', fee: '-0.00001' }],
      },
      {
        status: 'filled',
        baseVolume: '0.0020',
        accBaseVolume: '0.0030',
        priceAvg: '60000.00',
        feeDetail: [{ feeCoin: 'USDT', fee: '-0.00002' }],
      },
    ]);
    const fills = rowsOf<Row>(await client.push('fill'));
    expect(fills).toMatchObject([
      { orderId: '1200000000000000010', size: '0.0010', amount: '60', tradeScope: 'maker' },
      { size: '0.0020', amount: '120', feeDetail: [{ feeCoin: 'USDT', totalFee: '-0.00001' }] },
    ]);
  });

  it('an amendment and a cancel', async () => {
    await orderRows([opened(20, ALICE_SPOT, Side.buy, 5_000_000, 30)]);
    const amended = await orderRows([
      {
        kind: EventKind.orderAmended,
        order: 20,
        account: ALICE_SPOT,
        instrument: BTCUSDT.id,
        price: 5_100_000,
        quantity: 40,
        remaining: 40,
        keptPlace: false,
      },
    ]);
    const sizes = { size: '0.0030', newSize: '0.0040' };
    expect(amended).toMatchObject([{ status: 'live', price: '51000.00', ...sizes }]);
    const cancelled = await orderRows([done(20, ALICE_SPOT, DoneReason.cancelled, 40)]);
    expect(cancelled).toMatchObject([{ status: 'canceled', accBaseVolume: '0.0000', ...sizes }]);
    expect(cancelled[0]).not.toHaveProperty('baseVolume');
  });

  it('an order that is placed and ends in one commit', async () => {
    const rows = await orderRows([
      opened(30, ALICE_SPOT, Side.buy, 0, 5),
      done(30, ALICE_SPOT, DoneReason.noLiquidity, 5),
    ]);
    expect(rows).toMatchObject([{ status: 'live' }, { status: 'canceled' }]);
    expect(rows[0]).not.toHaveProperty('price');
  });

  it('a subscription to another instrument stays silent', async () => {
    const other = await loggedIn(ALICE);
    other.subscribe({ instType: 'SPOT', channel: 'orders', instId: 'ETHUSDT' });
    await other.answer('subscribe');
    await orderRows([opened(40, ALICE_SPOT, Side.buy, 100, 5)]);
    other.send('ping');
    await other.until(() => other.texts.includes('pong'));
    expect(other.told).toEqual([]);
    other.end();
  });

  it('S8 nobody sees the orders of another user, whatever instId they name', async () => {
    const bob = await loggedIn(BOB, 'orders', 'fill', 'orders-algo');
    bob.subscribe(
      { instType: 'SPOT', channel: 'orders', instId: 'BTCUSDT', uid: String(ALICE) },
      { instType: 'SPOT', channel: 'account', coin: 'default', user: ALICE, account: ALICE_SPOT },
    );
    await bob.push('account');
    bob.told.length = 0;
    await orderRows([opened(50, ALICE_SPOT, Side.buy, 100, 5)]);
    bob.send('ping');
    await bob.until(() => bob.texts.includes('pong'));
    expect(bob.told.filter((told) => told.data !== undefined)).toEqual([]);
    bob.end();
  });
});

describe('orders-algo', () => {
  it('a plan order from its start to its end', async () => {
    server.engine.commit([plan(60)]);
    expect(rowsOf<Row>(await client.push('orders-algo'))).toMatchObject([
      {
        orderId: '1200000000000000060',
        clientOid: 'mine',
        status: 'live',
        triggerPrice: '59000.00',
        executePrice: '58000.00',
        triggerType: 'mark_price',
        planType: 'amount',
        size: '0.0012',
        orderType: 'limit',
      },
    ]);
    server.engine.commit([ended(60, PlanEnd.cancelled)]);
    const cancelled = rowsOf<Row>(await client.push('orders-algo'));
    expect(cancelled).toMatchObject([{ status: 'cancelled' }]);
    expect(cancelled[0]).not.toHaveProperty('reason');
  });

  it('a plan that failed says why', async () => {
    server.engine.commit([plan(61)]);
    await client.push('orders-algo');
    server.engine.commit([ended(61, PlanEnd.failed, Reject.insufficientBalance)]);
    expect(rowsOf<Row>(await client.push('orders-algo'))).toMatchObject([
      { status: 'fail_execute', reason: 'insufficientBalance', errorCode: '43012' },
    ]);
  });

  it.each([
    [PlanType.takeProfit, 'profit_plan'],
    [PlanType.stopLoss, 'loss_plan'],
    [PlanType.ocoStop, 'oco_stop'],
    [PlanType.trailing, 'track_plan'],
  ])('plan type %i is called %s', async (planType, word) => {
    server.engine.commit([plan(70 + planType, { planType })]);
    const rows = rowsOf<Row>(await client.push('orders-algo'));
    expect(rows).toMatchObject([{ planType: word, sizeUnit: 'base' }]);
  });
});

describe('orders-parent', () => {
  it('what is open at first, each change, what its orders trade, and its end; to nobody else', async () => {
    server.engine.commit([parent(900)]);
    const mine = await loggedIn(ALICE, 'orders-parent');
    const bob = await loggedIn(BOB, 'orders-parent');
    const first = await mine.push('orders-parent');
    expect(rowsOf<Row>(first)).toMatchObject([
      {
        orderId: wireId(900),
        parentType: 'iceberg',
        status: 'live',
        baseVolume: '0.0000',
        priceAvg: '0',
      },
    ]);
    expect(rowsOf<Row>(await bob.push('orders-parent'))).toEqual([]);

    const child = { ...opened(901, ALICE_SPOT, Side.sell, 6_000_000, 10), plan: 900 };
    server.engine.commit([{ ...child, clientId: childClientId(900, 1) } as EventInput]);
    expect(rowsOf<Row>(await mine.push('orders-parent'))).toMatchObject([{ status: 'live' }]);
    const trade = meeting({
      ...{ trade: 900, price: 6_000_000, quantity: 10 },
      ...{ makerOrder: 901, makerAccount: ALICE_SPOT, takerOrder: 902 },
    });
    server.engine.commit([
      opened(902, SELLER, Side.buy, 6_000_000, 10),
      trade,
      done(901, ALICE_SPOT, DoneReason.filled),
      done(902, SELLER, DoneReason.filled),
    ]);
    expect(rowsOf<Row>(await mine.push('orders-parent'))).toMatchObject([
      { status: 'live', baseVolume: '0.0010', priceAvg: '60000.00' },
    ]);
    server.engine.commit([parent(900, { state: ParentState.cancelled, filled: 10 })]);
    expect(rowsOf<Row>(await mine.push('orders-parent'))).toMatchObject([
      { status: 'canceled', baseVolume: '0.0010' },
    ]);
    bob.send('ping');
    await bob.until(() => bob.texts.includes('pong'));
    expect(bob.told.filter((told) => told.data !== undefined)).toEqual([]);
    mine.end();
    bob.end();
  });
});

function parent(id: number, part: Partial<ParentOrderSetEvent> = {}): EventInput {
  return {
    ...{ kind: EventKind.parentOrderSet, parent: id, account: ALICE_SPOT },
    ...{ instrument: BTCUSDT.id, side: Side.sell, parentKind: ParentKind.iceberg },
    ...{ selfTrade: 0, postOnly: false, clientId: '', price: 6_000_000, farPrice: 0 },
    ...{ quantity: 30, slices: 0, visible: 10, state: ParentState.working, code: 0, filled: 0 },
    ...part,
  };
}

function plan(id: number, part: Partial<PlanOpenedEvent> = {}): EventInput {
  return {
    kind: EventKind.planOpened,
    plan: id,
    account: ALICE_SPOT,
    instrument: BTCUSDT.id,
    side: Side.sell,
    planType: PlanType.trigger,
    triggerBy: TriggerBy.mark,
    triggerPrice: 5_900_000,
    price: 5_800_000,
    quantity: 12,
    quoteAmount: 0,
    callbackPpm: 0,
    clientId: 'mine',
    parent: 0,
    ...part,
  };
}

function ended(id: number, end: PlanEnd, code = 0): EventInput {
  const { id: instrument } = BTCUSDT;
  return {
    kind: EventKind.planEnded,
    plan: id,
    account: ALICE_SPOT,
    instrument,
    end,
    order: 0,
    code,
  };
}
