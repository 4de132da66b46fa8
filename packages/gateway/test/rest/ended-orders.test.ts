/**
 * Ended orders leave the views when enough others have ended; from then on only the records know
 * them. Whoever asks about one, or tries to change it, is answered the same before and after.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountKind,
  accountOf,
  CommandKind,
  OrderType,
  parseWireId,
  rowsOf,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestRest, textOf } from './harness.ts';

/** Ended orders that the views keep here, and more than those. */
const KEPT = 200;
const OTHERS = 300;

let rest: TestRest;
let records: RecordsClient;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-ended-'));

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder }, onThisThread);
  rest = await TestRest.open((before) => {
    before.engine.onCommit((batch) => records.push(rowsOf(batch)));
    before.history = records.history;
  }, KEPT);
});

afterAll(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

const ORDER = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy', size: '0.01', price: '59000' };

interface Name {
  readonly orderId: string;
  readonly clientOid: string;
}

async function place(clientOid: string, change: object = {}): Promise<Name> {
  const order = { ...ORDER, ...change, clientOid };
  const placed = await rest.alice('POST', '/spot/trade/place-order', order);
  return { orderId: textOf(placed.body.data['orderId']), clientOid };
}

async function sell(size: string): Promise<void> {
  await rest.bob('POST', '/spot/trade/place-order', { ...ORDER, side: 'sell', size });
}

/** One that was filled, one cancelled, one cancelled in part, one filled at market. */
async function endedOrders(): Promise<Name[]> {
  const filled = await place('filled');
  await sell('0.01');
  const cancelled = await place('cancelled');
  await rest.alice('POST', '/spot/trade/cancel-order', { orderId: cancelled.orderId });
  const partly = await place('partly', { presetTakeProfitPrice: '65000' });
  await sell('0.004');
  await rest.alice('POST', '/spot/trade/cancel-order', { clientOid: 'partly' });
  await rest.bob('POST', '/spot/trade/place-order', { ...ORDER, side: 'sell', price: '60000' });
  const market = await place('market', { orderType: 'market', size: '100' });
  return [filled, cancelled, partly, market];
}

async function ask(method: 'GET' | 'POST', path: string, params: object): Promise<unknown> {
  const { status, body } = await rest.alice(method, `/spot/trade/${path}`, { ...params });
  const { code, msg, data } = body;
  return { path, params, status, code, msg, data };
}

/** Every question and every change that names an order. */
async function answers({ orderId, clientOid }: Name): Promise<unknown[]> {
  const given: unknown[] = [];
  for (const name of [{ orderId }, { clientOid }]) {
    const changes = { ...name, symbol: 'BTCUSDT', price: '58000', size: '0.02' };
    given.push(
      await ask('GET', 'orderInfo', name),
      await ask('POST', 'cancel-order', name),
      await ask('POST', 'cancel-order', { ...name, symbol: 'BTCUSDT' }),
      await ask('POST', 'cancel-order', { ...name, symbol: 'ETHUSDT' }),
      await ask('POST', 'modify-order', { ...changes, newPrice: '58000', newSize: '0.02' }),
      await ask('POST', 'modify-order', { ...changes, newPrice: '0.0000001', newSize: '0.02' }),
      await ask('POST', 'cancel-replace-order', changes),
      await ask('POST', 'batch-cancel-order', { symbol: 'BTCUSDT', orderList: [name] }),
      await ask('POST', 'batch-cancel-replace-order', { orderList: [changes] }),
    );
  }
  return given;
}

/** Somebody else's orders begin and end. */
function endOthers(): void {
  const { engine } = rest;
  const user = engine.apply({ kind: CommandKind.openUser, simulated: true }).id;
  const account = accountOf(user, AccountKind.spot);
  rest.fund(account, 1, 1_000_00000000n);
  const sides = { side: Side.buy, selfTrade: SelfTrade.none, clientId: '' };
  const attached = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0 };
  const limit = { type: OrderType.limit, timeInForce: TimeInForce.gtc, quoteAmount: 0 } as const;
  const terms = { ...sides, ...attached, ...limit, stopLossPrice: 0 };
  for (let i = 0; i < OTHERS; i++) {
    const placed = { instrument: 0, price: 58_000_00, quantity: 1_000, ...terms };
    const { id } = engine.apply({ kind: CommandKind.place, account, ...placed });
    const ended = engine.apply({ kind: CommandKind.cancel, account, order: id, clientId: '' });
    if (ended.code !== 0) throw new Error(`an order of the others was not ended: ${ended.code}`);
  }
}

function isInfo(answer: string): boolean {
  return answer.startsWith('{"path":"orderInfo"');
}

it('an ended order is answered alike from the views and, long after, from the records', async () => {
  const orders = await endedOrders();
  const kept = ({ orderId }: Name): boolean =>
    rest.views.order(parseWireId(orderId) ?? 0) !== undefined;
  expect(orders.map(kept)).toEqual([true, true, true, true]);
  const before = await Promise.all(orders.map(answers));
  endOthers();
  expect(orders.map(kept)).toEqual([false, false, false, false]);
  expect(await Promise.all(orders.map(answers))).toEqual(before);
  const said = ['filled', 'cancelled', 'cancelled', 'filled'];
  before.forEach((given, i) => {
    const refused = given.map((answer) => JSON.stringify(answer)).filter((text) => !isInfo(text));
    for (const text of refused) expect(text).toContain(`the order is ${said[i]} already`);
  });
  const info = before.map(([first]) => first as { data: { status: string }[] });
  expect(info.map(({ data }) => data[0]?.status)).toEqual([
    'filled',
    'canceled',
    'canceled',
    'filled',
  ]);
});

it('says why an order was cancelled by others than its owner, and of plans what became of them', async () => {
  const rest = await TestRest.open();
  const post = async (path: string, params: object) =>
    (await rest.alice('POST', `/spot/trade/${path}`, { ...params })).body;
  const ioc = { ...ORDER, force: 'ioc', clientOid: 'ioc' };
  expect((await post('place-order', ioc)).code).toBe('00000');
  expect(await post('cancel-order', { clientOid: 'ioc' })).toMatchObject({
    code: '43001',
    reason: 'orderEnded',
    msg: 'the order is cancelled (ioc_remainder) already',
  });
  expect(await post('cancel-order', { clientOid: 'never' })).toMatchObject({
    code: '43001',
    msg: 'the order does not exist',
  });
  const plan = { ...ORDER, triggerPrice: '61000', executePrice: '59000', planType: 'amount' };
  await post('place-plan-order', { ...plan, clientOid: 'plan' });
  const { data } = await post('cancel-plan-order', { clientOid: 'plan' });
  expect(data).toEqual({ result: 'success' });
  const size = { triggerPrice: '62000', size: '0.01', orderType: 'limit', executePrice: '59000' };
  for (const path of ['cancel-plan-order', 'modify-plan-order']) {
    expect(await post(path, { clientOid: 'plan', ...size })).toMatchObject({
      code: '43025',
      reason: 'planEnded',
      msg: 'the plan order is cancelled already',
    });
  }
});

it('what belongs to others stays unknown, ended or not', async () => {
  const rest = await TestRest.open();
  const placed = await rest.alice('POST', '/spot/trade/place-order', { ...ORDER, force: 'ioc' });
  const name = { orderId: textOf(placed.body.data['orderId']) };
  const refused = await rest.bob('POST', '/spot/trade/cancel-order', name);
  expect(refused.body.msg).toBe('the order does not exist');
});
