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
  client.subscribe({ ...of, channel: 'orders' }, { ...of, channel: 'positions' });
  await client.until(() => client.told.filter(({ event }) => event === 'subscribe').length === 2);
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
