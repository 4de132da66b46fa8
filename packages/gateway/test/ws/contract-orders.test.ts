/** Order entry for contracts over WebSocket, down to the real core. */
import { CommandKind, OrderOption, OrderType, PositionMode, Side } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestContext } from '../../src/http/context.ts';
import { makeOrderEntry } from '../../src/ws/order-entry.ts';
import type { ServerMessage, TestClient } from '../../src/ws/testing/client.ts';
import { loginMessage, startServerOf, type TestServer } from '../../src/ws/testing/server.ts';
import { ALICE, ALICE_SPOT, NO_HISTORY } from '../rest/harness.ts';
import { ALICE_FUTURES, BTC, ContractMarketFixture } from './contract-market.ts';

const market = new ContractMarketFixture();
const faults: unknown[] = [];
const parts: Partial<RestContext> = {
  history: NO_HISTORY,
  views: market.views,
  commands: market.engine,
  clock: () => market.now,
};
const orderEntry = makeOrderEntry({
  context: parts as RestContext,
  onFault: (fault) => faults.push(fault),
});

let server: TestServer<ContractMarketFixture>;
let client: TestClient;

beforeAll(async () => {
  market.fund(ALICE_SPOT, 100_000);
  server = await startServerOf(market, { orderEntry });
  server.logins.tier = 'maker';
  client = await server.connect('/v2/ws/private');
  client.send(loginMessage(ALICE));
  await client.answer('login');
});

afterAll(async () => {
  client.end();
  await server.close();
  expect(faults).toEqual([]);
});

const LIMIT = {
  orderType: 'limit',
  side: 'buy',
  price: '59000',
  size: '0.01',
  force: 'gtc',
  marginMode: 'crossed',
  marginCoin: 'USDT',
};

interface Part {
  readonly code?: number;
  readonly msg?: string;
  readonly params: {
    readonly orderId?: string;
    readonly clientOid?: string;
    readonly orderList?: readonly Record<string, unknown>[];
  };
}

function arg(params: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  const named = { id: '1', instType: 'USDT-FUTURES', instId: 'BTCUSDT', channel: 'place-order' };
  return { ...named, params, ...more };
}

async function trade(
  ...args: unknown[]
): Promise<ServerMessage & { readonly parts: readonly Part[] }> {
  client.send({ op: 'trade', args });
  const told = await client.next((each) => each.event === 'trade' || each.event === 'error');
  return { ...told, parts: told.arg as unknown as Part[] };
}

async function place(params: object = {}, more: Record<string, unknown> = {}): Promise<string> {
  const { parts: made } = await trade(arg({ ...LIMIT, ...params }, more));
  return made[0]?.params.orderId ?? JSON.stringify(made);
}

function orderOf(wire: string) {
  return market.views.order(Number(BigInt(wire) - 1_200_000_000_000_000_000n));
}

describe('orders of contracts', () => {
  it('are placed for the futures account, and answered as those of spot', async () => {
    const answer = await trade(arg({ ...LIMIT, clientOid: 'mine', reduceOnly: 'no' }));
    expect(answer).toMatchObject({ event: 'trade', code: 0, msg: 'Success' });
    expect(answer.parts).toEqual([
      {
        id: '1',
        instType: 'USDT-FUTURES',
        channel: 'place-order',
        instId: 'BTCUSDT',
        params: { orderId: expect.any(String), clientOid: 'mine' },
      },
    ]);
    expect(orderOf(answer.parts[0]?.params.orderId ?? '')).toMatchObject({
      account: ALICE_FUTURES,
      instrument: BTC,
      side: Side.buy,
      type: OrderType.limit,
      price: 590_000,
      quantity: 10,
      options: 0,
    });
  });

  it('are amended in place and cancelled', async () => {
    const orderId = await place();
    const change = { orderId, newPrice: '58000', newSize: '0.005' };
    const amended = await trade(arg(change, { channel: 'modify-order' }));
    expect(amended.parts[0]?.params.orderId).toBe(orderId);
    expect(orderOf(orderId)).toMatchObject({ price: 580_000, quantity: 5, status: 'live' });
    expect(await trade(arg({ orderId }, { channel: 'cancel-order' }))).toMatchObject({ code: 0 });
    expect(orderOf(orderId)?.status).toBe('canceled');
  });

  it('a list has one answer an item', async () => {
    const orderList = [
      LIMIT,
      { ...LIMIT, size: '0.0001' },
      { ...LIMIT, side: 'sell', price: '61000' },
    ];
    const { parts: made } = await trade(arg({ orderList }, { channel: 'batch-place-order' }));
    expect(made[0]?.params.orderList).toMatchObject([
      { orderId: expect.any(String) },
      { code: expect.any(Number), msg: expect.stringMatching(/size/) },
      { orderId: expect.any(String) },
    ]);
  });

  it('name their leg in hedge mode by tradeSide', async () => {
    const apply = (mode: PositionMode) => {
      market.apply({ kind: CommandKind.cancelAll, account: ALICE_FUTURES, instrument: -1 });
      market.apply({ kind: CommandKind.setPositionMode, account: ALICE_FUTURES, mode });
    };
    apply(PositionMode.hedge);
    const orderId = await place({ tradeSide: 'open' });
    expect(orderOf(orderId)?.options).toBe(OrderOption.longLeg);
    const { parts: refused } = await trade(arg(LIMIT));
    expect(refused[0]?.msg).toMatch(/hedge/);
    apply(PositionMode.oneWay);
  });

  it('are no orders of spot, nor the other way around, whatever they are called', async () => {
    const clientOid = 'twice';
    const contract = await place({ clientOid });
    const spot = await place({ clientOid }, { instType: 'SPOT' });
    expect(orderOf(contract)?.account).toBe(ALICE_FUTURES);
    expect(orderOf(spot)?.account).toBe(ALICE_SPOT);
    const cancel = { channel: 'cancel-order' };
    const foreign = await trade(arg({ orderId: spot }, cancel));
    expect(foreign.parts[0]?.msg).toMatch(/does not exist/);
    const other = await trade(arg({ orderId: contract }, { ...cancel, instType: 'SPOT' }));
    expect(other.parts[0]?.msg).toMatch(/does not exist/);
    const elsewhere = await trade(arg({ orderId: contract }, { ...cancel, instId: 'ETHUSDT' }));
    expect(elsewhere.parts[0]?.msg).toMatch(/does not exist/);
    expect([orderOf(contract)?.status, orderOf(spot)?.status]).toEqual(['live', 'live']);
    await trade(arg({ clientOid }, cancel));
    expect([orderOf(contract)?.status, orderOf(spot)?.status]).toEqual(['canceled', 'live']);
  });

  it.each([
    ['more than the margin', { size: '100' }, {}, /margin/],
    ['another margin mode', { marginMode: 'isolated' }, {}, /marginMode|margin mode/],
    ['another margin coin', { marginCoin: 'BTC' }, {}, /marginCoin/],
    ['an unknown contract', {}, { instId: 'SOLUSDT' }, /SOLUSDT/],
    ['a coin-margined contract', {}, { instType: 'COIN-FUTURES', instId: 'BTCUSD' }, /BTCUSD/],
    ['to reduce nothing', { reduceOnly: 'yes' }, {}, /no position to close/],
    ['an unknown flag', { reduceOnly: 'perhaps' }, {}, /reduceOnly/],
  ])('%s is refused by name, and nothing changes', async (_name, params, more, message) => {
    const before = market.views.openOrderCount(ALICE_FUTURES);
    const { parts: refused, event } = await trade(arg({ ...LIMIT, ...params }, more));
    expect(event).toBe('error');
    expect(refused[0]?.msg).toMatch(message);
    expect(market.views.openOrderCount(ALICE_FUTURES)).toBe(before);
  });

  it('an order that is gone says what became of it', async () => {
    const orderId = await place();
    await trade(arg({ orderId }, { channel: 'cancel-order' }));
    const again = await trade(arg({ orderId, newPrice: '58000' }, { channel: 'modify-order' }));
    expect(again.parts[0]?.msg).toMatch(/cancel/);
  });
});
