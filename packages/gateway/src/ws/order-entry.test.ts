import {
  CommandKind,
  DoneReason,
  EngineUnavailable,
  OutcomeUnknown,
  Reject,
} from '@halcyon/domain';
import { StoredOrderStatus } from '@halcyon/records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RestContext } from '../http/context.ts';
import { makeOrderEntry } from './order-entry.ts';
import type { ServerMessage, TestClient } from './testing/client.ts';
import { FakeEngine } from './testing/market.ts';
import {
  ALICE,
  loginMessage,
  principalOf,
  startTestServer,
  type TestServer,
} from './testing/server.ts';

const engine = new FakeEngine();
const faults: unknown[] = [];
const FILLED = { order: 78, doneReason: DoneReason.filled, status: StoredOrderStatus.filled };
// Orders need no people, and of history what became of an order that is not open.
const history = {
  orderById: async ({ order }: { order: number }) => (order === FILLED.order ? FILLED : null),
} as unknown as RestContext['history'];
const parts: Partial<RestContext> = {
  history,
  views: engine.views,
  commands: engine,
  clock: () => Date.now(),
};
const context = parts as RestContext;
const orderEntry = makeOrderEntry({ context, onFault: (fault) => faults.push(fault) });

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({ orderEntry });
  server.logins.tier = 'maker';
  client = await server.connect('/v2/ws/private');
  client.send(loginMessage(ALICE));
  await client.answer('login');
});

beforeEach(() => {
  engine.commands.length = 0;
  engine.answer = () => ({ id: engine.commands.length });
});

afterAll(async () => {
  client.end();
  await server.close();
  expect(faults).toEqual([]);
});

const LIMIT = { orderType: 'limit', side: 'buy', price: '60000', size: '0.01', force: 'gtc' };

function arg(params: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: '1', instType: 'SPOT', instId: 'BTCUSDT', channel: 'place-order', params, ...more };
}

async function trade(...args: unknown[]): Promise<ServerMessage> {
  client.send({ op: 'trade', args });
  return client.next((told) => told.event === 'trade' || told.event === 'error');
}

describe('order entry', () => {
  it('places an order and answers as the contract has it', async () => {
    const answer = await trade(arg({ ...LIMIT, clientOid: 'mine' }));
    expect(answer).toEqual({
      event: 'trade',
      arg: [
        {
          id: '1',
          instType: 'SPOT',
          channel: 'place-order',
          instId: 'BTCUSDT',
          params: { orderId: '1200000000000000001', clientOid: 'mine' },
        },
      ],
      code: 0,
      msg: 'Success',
    });
    expect(engine.commands).toMatchObject([
      { kind: CommandKind.place, account: ALICE * 8, price: 6_000_000, quantity: 100 },
    ]);
  });

  it('puts up to 50 arguments into one commit, each with its own answer', async () => {
    engine.answer = () =>
      engine.commands.length % 2 === 0
        ? { code: Reject.insufficientBalance, value: 5, limit: 1 }
        : { id: engine.commands.length };
    const answer = await trade(...Array.from({ length: 50 }, (_, n) => arg(LIMIT, { id: n })));
    expect(answer).toMatchObject({ event: 'trade', code: 0 });
    const parts = answer.arg as unknown as { id: number; code?: number; msg?: string }[];
    expect(parts).toHaveLength(50);
    expect(parts[0]).not.toHaveProperty('code');
    expect(parts[1]).toMatchObject({ id: 1, code: 43012, params: {} });
    expect(parts[1]?.msg).toMatch(/insufficient balance/);
    expect(engine.commands).toHaveLength(50);
  });

  it('cancels and amends', async () => {
    await trade(arg({ orderId: '1200000000000000077' }, { channel: 'cancel-order' }));
    expect(engine.commands).toMatchObject([{ kind: CommandKind.cancel, order: 77 }]);
    const unknown = arg(
      { orderId: '1200000000000000077', newPrice: '1' },
      { channel: 'modify-order' },
    );
    expect(await trade(unknown)).toMatchObject({ code: 43001, msg: 'the order does not exist' });
  });

  it.each([
    ['cancel-order', false],
    ['modify-order', false],
    ['cancel-order', true],
  ])('%s of a filled order says that it is filled; in a batch: %s', async (channel, batch) => {
    engine.answer = () => ({ code: Reject.orderNotFound });
    const order = { orderId: '1200000000000000078', newPrice: '1' };
    const told = batch
      ? await trade(arg({ orderList: [order] }, { channel: `batch-${channel}` }))
      : await trade(arg(order, { channel }));
    expect(JSON.stringify(told)).toContain('"msg":"the order is filled already"');
  });

  it('takes a list in one argument', async () => {
    const params = { orderList: [LIMIT, { ...LIMIT, size: 'x' }, LIMIT] };
    const answer = await trade(arg(params, { channel: 'batch-place-order' }));
    const [part] = answer.arg as unknown as { params: { orderList: Record<string, unknown>[] } }[];
    expect(part?.params.orderList).toMatchObject([
      { orderId: '1200000000000000001' },
      { code: 40808 },
      { orderId: '1200000000000000002' },
    ]);
  });

  const refused: readonly (readonly [string, unknown, number, RegExp])[] = [
    ['an argument that is no object', 'x', 40020, /args/],
    ['another channel', arg(LIMIT, { channel: 'x' }), 40020, /channel must be place-order/],
    ['another area', arg(LIMIT, { instType: 'MARGIN' }), 40919, /not open/],
    ['no instType', arg(LIMIT, { instType: null }), 40019, /instType/],
    ['no instId', arg(LIMIT, { instId: null }), 40019, /instId/],
    ['an unknown instrument', arg(LIMIT, { instId: 'NOPE' }), 40309, /NOPE/],
    ['no params', arg(undefined), 40019, /params/],
    ['params that are a list', arg([LIMIT]), 40020, /params/],
    ['no size', arg({ ...LIMIT, size: '' }), 40019, /size/],
    ['a size in exponent form', arg({ ...LIMIT, size: '1e3' }), 40808, /size/],
    ['a price too fine', arg({ ...LIMIT, price: '1.001' }), 40808, /price/],
    ['an unknown side', arg({ ...LIMIT, side: 'up' }), 40020, /side/],
    [
      'an empty batch',
      arg({ orderList: [] }, { channel: 'batch-place-order' }),
      30016,
      /no orders/,
    ],
  ];
  it.each(refused)('%s is refused by name', async (_name, bad, code, message) => {
    const answer = await trade(bad);
    expect([answer.event, answer.code]).toEqual(['error', code]);
    expect(answer.msg).toMatch(message);
    expect(engine.commands).toEqual([]);
  });

  it('refuses more than 50 orders in one message, by the name that the client gave it', async () => {
    const many = Array.from({ length: 51 }, (_, index) => arg(LIMIT, { id: `m${index}` }));
    const answer = await trade(...many);
    const reason = { code: 30016, msg: '51 orders in one message, at most 50 are taken' };
    expect(answer).toMatchObject({ event: 'error', ...reason });
    expect(answer.arg).toHaveLength(50);
    const named = { instType: 'SPOT', channel: 'place-order', instId: 'BTCUSDT', params: {} };
    expect((answer.arg as unknown as object[])[49]).toEqual({ id: 'm49', ...named, ...reason });
    const batch = { channel: 'batch-place-order', id: 'b1' };
    const params = { orderList: Array.from({ length: 51 }, () => LIMIT) };
    const refused = await trade(arg(params, batch));
    expect(refused.arg).toEqual([{ ...named, ...batch, ...reason }]);
    const none = await trade(arg({ orderList: [] }, batch));
    expect(none.arg).toMatchObject([{ ...batch, code: 30016 }]);
    expect(none.msg).toMatch(/no orders/);
    expect(engine.commands).toEqual([]);
  });

  it('E6 says whether an order that got no answer may have happened', async () => {
    const submitAll = engine.submitAll;
    engine.submitAll = () => Promise.reject(new EngineUnavailable('stopping'));
    expect((await trade(arg(LIMIT))).code).toBe(40200);
    engine.submitAll = () => Promise.reject(new OutcomeUnknown('disk'));
    const answer = await trade(arg(LIMIT));
    expect(answer.code).toBe(50008);
    expect(answer.msg).toMatch(/unknown/);
    engine.submitAll = submitAll;
  });

  it('answers orders under way when the process ends, and takes no more', async () => {
    const slow = { ...orderEntry };
    let release = (): void => undefined;
    slow.trade = async (principal, args) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return orderEntry.trade(principal, args);
    };
    const ending = await startTestServer({ orderEntry: slow });
    ending.logins.tier = 'maker';
    const last = await ending.connect('/v2/ws/private');
    last.send(loginMessage(ALICE));
    await last.answer('login');
    last.send({ op: 'trade', args: [arg(LIMIT)] });
    last.send('ping');
    await last.until(() => last.texts.includes('pong'));
    const closing = ending.gateway.close();
    last.send({ op: 'trade', args: [arg(LIMIT)] });
    expect(await last.answer('error')).toMatchObject({ code: 40200, arg: [{ id: '1' }] });
    release();
    expect((await last.answer('trade')).code).toBe(0);
    await closing;
    await last.closed();
    expect(last.closeCode).toBe(1001);
    await ending.close();
  });

  it('needs the permission', async () => {
    const full = principalOf(ALICE, 'key', 'normal');
    const permissions = new Set(['read', 'contract_trade'] as const);
    const reader = { ...full, caller: { ...full.caller, permissions } };
    expect(JSON.parse(await orderEntry.trade(reader, [arg(LIMIT) as never]))).toMatchObject({
      event: 'error',
      arg: [{ id: '1', code: 40014 }],
      code: 40014,
    });
  });

  it('holds keys of tier normal to the limits of the order routes', async () => {
    const normal = principalOf(ALICE, 'key', 'normal');
    const many = Array.from({ length: 25 }, () => JSON.parse(JSON.stringify(arg(LIMIT))) as never);
    const answer = JSON.parse(await orderEntry.trade(normal, many)) as { arg: { code?: number }[] };
    const late = answer.arg.filter((part) => part.code === 429);
    // The 25 may fall into two of the limit's seconds.
    expect(late.length).toBeGreaterThanOrEqual(5);
    // Orders of a message that is refused as a whole count towards no limit.
    const fresh = { ...normal, caller: { ...normal.caller, user: 77 } };
    const tooMany = Array.from({ length: 60 }, () => many[0] as never);
    await orderEntry.trade(fresh, tooMany);
    const after = JSON.parse(await orderEntry.trade(fresh, [many[1] as never])) as ServerMessage;
    expect(after.event).toBe('trade');
  });

  it.each([
    [undefined, 15],
    [[2], 5],
  ])('of 25 at once with factors %j of levels %i are late', async (requestFactors, count) => {
    const stopped = { ...context, clock: () => Date.parse('2026-11-24') };
    const of = requestFactors === undefined ? stopped : { ...stopped, requestFactors };
    const entry = makeOrderEntry({ context: of, onFault: (fault) => faults.push(fault) });
    const many = Array.from({ length: 25 }, () => JSON.parse(JSON.stringify(arg(LIMIT))) as never);
    const told = JSON.parse(await entry.trade(principalOf(ALICE, 'key', 'normal'), many)) as {
      arg: { code?: number }[];
    };
    expect(told.arg.filter((part) => part.code === 429)).toHaveLength(count);
  });
});
