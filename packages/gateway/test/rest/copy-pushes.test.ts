/** What a key of a portfolio is pushed of copied orders and positions is what lists say, field by field. */
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { CommandKind } from '@halcyon/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rowsOf, TestClient } from '../../src/ws/testing/client.ts';
import { CopyThings } from '../copy-things.ts';
import { Estate, type Fields } from '../estate.ts';
import { type Key, PASSPHRASE } from '../matrix.ts';

const MIX = { productType: 'USDT-FUTURES' };
const CONTRACT = { ...MIX, symbol: 'BTCUSDT' };
const ORDER = { ...CONTRACT, marginMode: 'crossed', marginCoin: 'USDT' };
const ORDERS = '/api/v2/mix/order';

type Row = Readonly<Record<string, unknown>>;

let estate: Estate;
let key: Key;
let client: TestClient;

beforeAll(async () => {
  estate = await Estate.open();
  const copying = new CopyThings(estate);
  const traderId = await copying.trader();
  copying.joined(traderId);
  const made = await estate.wire(
    estate.owner.key,
    'POST',
    '/api/v2/copy/mix-trader/create-copy-api',
    { traderId, passphrase: PASSPHRASE },
  );
  const [{ apikey, secret }] = JSON.parse(made.text).data as [{ apikey: string; secret: string }];
  key = { apiKey: apikey, secret };
  client = new TestClient(`${estate.server.url.replace('http', 'ws')}/v2/ws/private`);
  await client.opened();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', secret).update(`${timestamp}GET/user/verify`).digest('base64');
  client.send({ op: 'login', args: [{ apiKey: apikey, passphrase: PASSPHRASE, timestamp, sign }] });
  await client.answer('login');
  const of = { instType: 'USDT-FUTURES', instId: 'default' };
  const channels = ['orders', 'positions', 'fill', 'orders-algo'];
  client.subscribe(...channels.map((channel) => ({ ...of, channel })));
  await client.until(() => client.told.filter(({ event }) => event === 'subscribe').length === 4);
});
afterAll(async () => {
  client.socket.terminate();
  await estate.close();
});
beforeEach(() => estate.prices());

async function asked(method: 'GET' | 'POST', path: string, fields: Fields): Promise<Row> {
  const said = JSON.parse((await estate.wire(key, method, path, fields)).text);
  expect([path, said.code, said.msg]).toEqual([path, '00000', 'success']);
  return said.data as Row;
}

const done = async (path: string, fields: Fields): Promise<string> => {
  const { orderId } = await asked('POST', `${ORDERS}/${path}`, fields);
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
  return String(orderId);
};

const pushed = (channel: string): Row[] =>
  client.told
    .filter(({ arg, data }) => arg?.['channel'] === channel && data !== undefined)
    .flatMap((push) => rowsOf<Row>(push));

/** The fields that a list's row has, as the last push of the order says them. */
function lastOf(orderId: string): Row | undefined {
  const row = pushed('orders').findLast((one) => one['orderId'] === orderId);
  if (row === undefined) return undefined;
  const { instId: symbol, accBaseVolume: baseVolume, feeDetail, reduceOnly, ...rest } = row;
  const { notionalUsd: _, ...fields } = rest;
  const [paid] = feeDetail as { fee: string }[];
  const upper = String(reduceOnly).toUpperCase();
  return { ...fields, symbol, baseVolume, reduceOnly: upper, fee: paid?.fee ?? '0' };
}

async function sameAsListed(orderId: string): Promise<Row> {
  const { entrustedList } = await asked('GET', `${ORDERS}/orders-pending`, MIX);
  const listed = (entrustedList as Row[]).find((one) => one['orderId'] === orderId)!;
  const { endId: _end, ...open } = listed;
  const { state, ...detail } = await asked('GET', `${ORDERS}/detail`, { ...CONTRACT, orderId });
  expect([state, detail]).toEqual([open['status'], open]);
  // Pushes say no less, but for what their contract leaves out.
  const { endId: _e, orderSource: _s, quoteVolume: _q, ...row } = listed;
  await client.until(() => isDeepStrictEqual(lastOf(orderId), row), 3_000).catch(() => {});
  expect(lastOf(orderId)).toEqual(row);
  return row;
}

it('tells an order that waits as it is placed, met, amended and cancelled', async () => {
  const limit = { ...ORDER, orderType: 'limit', force: 'gtc', side: 'buy', price: '59000' };
  const orderId = await done('place-order', { ...limit, size: '0.02' });
  expect(await sameAsListed(orderId)).toMatchObject({ status: 'live', size: '0.0200' });
  // Of three lots two are the trader's, one is the follower's or less.
  const end = estate.offerContract(59_000, 10);
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
  const met = await sameAsListed(orderId);
  expect(met).toMatchObject({ status: 'partially_filled' });
  expect(Number(met['fee'])).toBeLessThan(0);
  end();
  const change = { ...CONTRACT, orderId, newClientOid: 'a1', newPrice: '58900', newSize: '0.03' };
  await done('modify-order', change);
  expect(await sameAsListed(orderId)).toMatchObject({ price: '58900.0', size: '0.0300' });
  await done('modify-order', { ...change, newSize: undefined, newPrice: '58800' });
  expect(await sameAsListed(orderId)).toMatchObject({ price: '58800.0' });
  await done('cancel-order', { ...CONTRACT, orderId });
  await client.until(() => lastOf(orderId)?.['status'] === 'canceled');
  expect(lastOf(orderId)).toMatchObject({
    ...{ baseVolume: met['baseVolume'], fee: met['fee'], cancelReason: 'normal_cancel' },
  });
});

it('tells an order at the market once, when it is over', async () => {
  estate.offerContract(64_000, 1_000);
  const before = pushed('orders').length;
  const orderId = await done('place-order', {
    ...{ ...ORDER, orderType: 'market', side: 'buy', size: '0.01' },
  });
  await client.until(() => lastOf(orderId) !== undefined);
  expect(lastOf(orderId)).toMatchObject({ status: 'filled', baseVolume: '0.0100', side: 'buy' });
  expect(pushed('orders')).toHaveLength(before + 1);
});

it('tells positions as their list does', async () => {
  const [listed] = (await asked('GET', '/api/v2/mix/position/all-position', MIX)) as never as Row[];
  // Of pushes the leverage is a number.
  const shared = ({ leverage, ...row }: Row) =>
    Object.fromEntries(
      Object.entries({ ...row, leverage: String(leverage) }).filter(([name]) => name in listed!),
    );
  const last = (): Row => shared(pushed('positions').at(-1) ?? {});
  const wanted = () =>
    Object.fromEntries(Object.entries(listed!).filter(([name]) => name in last()));
  await client.until(() => isDeepStrictEqual(last(), wanted()), 5_000).catch(() => {});
  expect(last()).toEqual(wanted());
  expect(Object.keys(wanted()).length).toBeGreaterThan(12);
});

const listed = async (path: string, list: string, fields: Fields = MIX): Promise<Row[]> =>
  (await asked('GET', `${ORDERS}/${path}`, fields))[list] as Row[];

it('tells what it got of an order in detail, in history, as a fill, and pushes the fill once', async () => {
  estate.offerContract(64_000, 1_000);
  const orderId = await done('place-order', {
    ...{ ...ORDER, orderType: 'market', side: 'buy', size: '0.01' },
  });
  const {
    endId: _,
    state,
    ...detail
  } = await asked('GET', `${ORDERS}/detail`, {
    ...{ ...CONTRACT, orderId },
  });
  expect([state, detail['status'], detail['baseVolume']]).toEqual(['filled', 'filled', '0.0100']);
  expect(Number(detail['fee'])).toBeLessThan(0);
  const [first] = await listed('orders-history', 'entrustedList');
  const { endId: _e, posAvg, ...row } = first!;
  expect(row).toEqual(detail);
  expect(posAvg).toBe('');
  const [fill] = await listed('fills', 'fillList');
  expect(fill).toMatchObject({
    ...{ orderId, tradeId: orderId, symbol: 'BTCUSDT', baseVolume: '0.0100' },
    ...{ price: detail['priceAvg'], quoteVolume: detail['quoteVolume'], tradeScope: 'taker' },
    feeDetail: [{ totalFee: detail['fee'] }],
  });
  expect(await listed('fill-history', 'fillList')).toEqual(await listed('fills', 'fillList'));
  await client.until(() => pushed('fill').some((one) => one['orderId'] === orderId));
  const told = pushed('fill').filter((one) => one['orderId'] === orderId);
  expect(told).toHaveLength(1);
  const { clientOid, uTime, ...sent } = told[0]!;
  const { marginCoin: _m, enterPointSource: _s, endId: _f, ...wanted } = fill!;
  expect([sent, clientOid, uTime]).toEqual([wanted, '', fill!['cTime']]);
});

it('has pages of orders and fills that join without a gap, cancelled ones among them', async () => {
  const limit = { ...ORDER, orderType: 'limit', force: 'gtc', side: 'buy', size: '0.01' };
  const orderId = await done('place-order', { ...limit, price: '50000' });
  expect(await asked('GET', `${ORDERS}/detail`, { ...CONTRACT, orderId })).toMatchObject({
    ...{ status: 'live', baseVolume: '0.0000', price: '50000.0' },
  });
  await done('cancel-order', { ...CONTRACT, orderId });
  expect(await asked('GET', `${ORDERS}/detail`, { ...CONTRACT, orderId })).toMatchObject({
    ...{ status: 'canceled', cancelReason: 'normal_cancel', baseVolume: '0.0000' },
  });
  for (const [path, list] of [
    ['orders-history', 'entrustedList'],
    ['fills', 'fillList'],
  ] as const) {
    const all = await listed(path, list, { ...MIX, limit: '100' });
    const pages: Row[] = [];
    for (let idLessThan: string | undefined; ; ) {
      const asks = { ...MIX, limit: '1', ...(idLessThan !== undefined && { idLessThan }) };
      const [row] = await listed(path, list, asks);
      if (row === undefined) break;
      pages.push(row);
      idLessThan = String(row['endId']);
    }
    const idsOf = (rows: Row[]) => rows.map((row) => row['tradeId'] ?? row['orderId']);
    expect(idsOf(pages)).toEqual(idsOf(all));
    expect(all.length).toBeGreaterThan(1);
  }
  expect(await listed('fills', 'fillList', { ...MIX, orderId })).toEqual([]);
});

it('cancels all that rests, and places and takes back plans, which are listed and pushed', async () => {
  const limit = { ...ORDER, orderType: 'limit', force: 'gtc', side: 'buy', size: '0.01' };
  const ids = [
    await done('place-order', { ...limit, price: '50000' }),
    await done('place-order', { ...limit, price: '50001' }),
  ];
  const { successList } = await asked('POST', `${ORDERS}/cancel-all-orders`, MIX);
  expect((successList as Row[]).map((row) => row['orderId']).sort()).toEqual([...ids].sort());
  expect(await listed('orders-pending', 'entrustedList')).toEqual([]);
  const again = await asked('POST', `${ORDERS}/batch-cancel-orders`, {
    ...{ ...CONTRACT, orderIdList: [{ orderId: ids[0] }] },
  });
  expect(again).toMatchObject({ successList: [], failureList: [{ orderId: ids[0] }] });
  const trigger = { ...ORDER, triggerPrice: '40000', triggerType: 'mark_price', side: 'buy' };
  const plan = await done('place-plan-order', {
    ...{ ...trigger, planType: 'normal_plan', orderType: 'market', size: '0.01' },
  });
  const stop = await done('place-tpsl-order', {
    ...{ ...CONTRACT, marginCoin: 'USDT', planType: 'pos_loss', holdSide: 'buy' },
    ...{ triggerPrice: '41000', triggerType: 'mark_price' },
  });
  const waiting = { ...MIX, planType: 'normal_plan' };
  expect(await listed('orders-plan-pending', 'entrustedList', waiting)).toMatchObject([
    { orderId: plan, triggerPrice: '40000.0', size: '0.0100' },
  ]);
  await client.until(() => pushed('orders-algo').some((one) => one['orderId'] === plan));
  const named = { ...trigger, orderType: 'market', size: '0.01', clientOid: 'mine' };
  const reply = await estate.wire(key, 'POST', `${ORDERS}/place-plan-order`, named);
  expect(JSON.parse(reply.text)).toMatchObject({ code: '40020' });
  const cancelled = await asked('POST', `${ORDERS}/cancel-plan-order`, {
    ...{ ...CONTRACT, orderIdList: [{ orderId: plan }, { orderId: stop }, { orderId: '1' }] },
  });
  expect((cancelled['successList'] as Row[]).map((row) => row['orderId'])).toEqual([plan, stop]);
  expect(cancelled['failureList']).toHaveLength(1);
  expect(await listed('orders-plan-pending', 'entrustedList', waiting)).toEqual([]);
});
