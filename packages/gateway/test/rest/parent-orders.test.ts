/** Parent orders over REST, with the records behind them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOf, TestRest, textOf } from './harness.ts';

let rest: TestRest;
let records: RecordsClient;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-parents-'));

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder });
  rest = await TestRest.open((before) => {
    before.engine.onCommit((batch) => records.push(rowsOf(batch)));
    before.history = records.history;
  });
  rest.takeNewestRules();
});

afterAll(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

const ICEBERG = {
  symbol: 'BTCUSDT',
  side: 'sell',
  parentType: 'iceberg',
  size: '0.05',
  price: '61000',
  displaySize: '0.02',
};

it('an iceberg is placed, shown in parts, paused, changed, resumed, cancelled and kept', async () => {
  const placed = await rest.alice('POST', '/spot/trade/place-parent-order', {
    ...ICEBERG,
    clientOid: 'ice-1',
  });
  expect(placed.body).toMatchObject({ code: '00000', data: { clientOid: 'ice-1' } });
  const orderId = textOf(placed.body.data['orderId']);
  const children = await rest.alice('GET', '/spot/trade/unfilled-orders', { symbol: 'BTCUSDT' });
  expect(children.body.data).toMatchObject([{ clientOid: `${orderId}#1`, size: '0.020000' }]);

  const bought = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'ioc' };
  await rest.bob('POST', '/spot/trade/place-order', { ...bought, price: '61000', size: '0.025' });
  const list = () => rest.alice('GET', '/spot/trade/current-parent-order');
  expect((await list()).body.data).toMatchObject({
    nextFlag: false,
    orderList: [
      {
        orderId,
        status: 'live',
        parentType: 'iceberg',
        size: '0.050000',
        displaySize: '0.020000',
        baseVolume: '0.020000',
        endPrice: '',
        count: '',
        force: 'gtc',
      },
    ],
  });

  const child = listOf((await rest.alice('GET', '/spot/trade/unfilled-orders')).body.data)[0];
  const amended = await rest.alice('POST', '/spot/trade/modify-order', {
    symbol: 'BTCUSDT',
    orderId: textOf(child?.['orderId']),
    newSize: '0.1',
  });
  expect(amended.body).toMatchObject({ code: '43011', reason: 'childOfParent' });
  expect(amended.body.msg).toContain(orderId);

  const paused = await rest.alice('POST', '/spot/trade/pause-parent-order', { orderId });
  expect(paused.body.data).toEqual({ orderId, clientOid: 'ice-1' });
  expect((await rest.alice('GET', '/spot/trade/unfilled-orders')).body.data).toEqual([]);
  const named = { clientOid: 'ice-1' };
  const change = { ...named, price: '62000', size: '0.04' };
  const changed = await rest.alice('POST', '/spot/trade/modify-parent-order', change);
  expect(changed.body.code).toBe('00000');
  expect((await list()).body.data['orderList']).toMatchObject([
    { status: 'paused', price: '62000.00', size: '0.040000' },
  ]);
  await rest.alice('POST', '/spot/trade/resume-parent-order', named);
  expect((await list()).body.data['orderList']).toMatchObject([{ status: 'live' }]);
  const ended = await rest.alice('POST', '/spot/trade/cancel-parent-order', named);
  expect(ended.body.code).toBe('00000');
  expect((await list()).body.data['orderList']).toEqual([]);
  const kept = await rest.alice('GET', '/spot/trade/history-parent-order');
  expect(kept.body.data['orderList']).toMatchObject([
    { orderId, status: 'canceled', baseVolume: '0.020000', size: '0.040000' },
  ]);
  const again = await rest.alice('POST', '/spot/trade/cancel-parent-order', { orderId });
  expect(again).toMatchObject({ status: 400, body: { reason: 'parentNotFound' } });
});

it('names the field that is missing, or is of another kind', async () => {
  const { displaySize: _, ...bare } = ICEBERG;
  const place = (body: Record<string, unknown>) =>
    rest.alice('POST', '/spot/trade/place-parent-order', body);
  expect((await place(bare)).body).toMatchObject({ reason: 'fieldMissing' });
  const scaled = { ...bare, parentType: 'scaled', endPrice: '62000', count: '4' };
  const both = await place({ ...scaled, displaySize: '0.01' });
  expect(both.body).toMatchObject({ reason: 'fieldValue' });
  expect(both.body.msg).toContain('displaySize');
  const other = await place({ ...scaled, count: '51' });
  expect(other.body.msg).toContain('count');
  const placed = await place(scaled);
  expect(placed.body.code).toBe('00000');
  const open = await rest.alice('GET', '/spot/trade/unfilled-orders');
  expect(listOf(open.body.data)).toHaveLength(4);
  const { orderId } = placed.body.data;
  const stranger = await rest.bob('POST', '/spot/trade/cancel-parent-order', { orderId });
  expect(stranger.body).toMatchObject({ reason: 'parentNotFound' });
});

const TWAP = {
  symbol: 'BTCUSDT',
  side: 'buy',
  parentType: 'twap',
  size: '0.01',
  count: '10',
  duration: '60',
};

it('a TWAP order takes a slice at once, shows its terms, and is kept', async () => {
  const offer = { symbol: 'BTCUSDT', side: 'sell', orderType: 'limit', force: 'gtc' };
  await rest.bob('POST', '/spot/trade/place-order', { ...offer, price: '60500', size: '0.1' });
  const place = (body: Record<string, unknown>) =>
    rest.alice('POST', '/spot/trade/place-parent-order', body);
  const placed = await place({ ...TWAP, price: '60600', slippage: '0.5', clientOid: 'twap-1' });
  expect(placed.body).toMatchObject({ code: '00000', data: { clientOid: 'twap-1' } });
  const row = {
    parentType: 'twap',
    status: 'live',
    price: '60600.00',
    count: '10',
    duration: '60',
    slippage: '0.5',
    force: 'ioc',
    baseVolume: '0.001000',
    endPrice: '',
    displaySize: '',
  };
  const list = async (which: 'current' | 'history') =>
    (await rest.alice('GET', `/spot/trade/${which}-parent-order`)).body.data['orderList'];
  expect((await list('current')) as unknown as object[]).toContainEqual(
    expect.objectContaining(row),
  );
  const named = { clientOid: 'twap-1' };
  const change = { ...named, slippage: '1', size: '0.02' };
  const changed = await rest.alice('POST', '/spot/trade/modify-parent-order', change);
  expect(changed.body.code).toBe('00000');
  const longer = { ...named, count: '20' };
  const refused = await rest.alice('POST', '/spot/trade/modify-parent-order', longer);
  expect(refused.body).toMatchObject({ reason: 'parentParts' });
  await rest.alice('POST', '/spot/trade/cancel-parent-order', named);
  expect(((await list('history')) as unknown as object[])[0]).toMatchObject({
    ...row,
    status: 'canceled',
    slippage: '1',
    size: '0.020000',
  });
  for (const [terms, field] of [
    [{ duration: '29' }, 'duration'],
    [{ count: '61' }, 'count'],
    [{ slippage: '10.1' }, 'slippage'],
    [{ force: 'gtc' }, 'force'],
    [{ displaySize: '0.001' }, 'displaySize'],
  ] as const) {
    const { body } = await place({ ...TWAP, ...terms });
    expect([body.msg, body.code === '00000']).toEqual([expect.stringContaining(field), false]);
  }
});

it('a chase order joins the best price of others, and rests at no other', async () => {
  const bid = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' };
  await rest.bob('POST', '/spot/trade/place-order', { ...bid, price: '59000', size: '0.01' });
  const chase = { symbol: 'BTCUSDT', side: 'buy', parentType: 'chase', size: '0.01' };
  const place = (body: Record<string, unknown>) =>
    rest.alice('POST', '/spot/trade/place-parent-order', body);
  expect((await place(chase)).body).toMatchObject({ reason: 'fieldMissing' });
  const { body } = await place({ ...chase, price: '60000', clientOid: 'chase-1' });
  expect(body.code).toBe('00000');
  const current = await rest.alice('GET', '/spot/trade/current-parent-order');
  expect(listOf(current.body.data['orderList'])[0]).toMatchObject({
    parentType: 'chase',
    price: '60000.00',
    force: 'post_only',
    status: 'live',
    count: '',
    duration: '',
  });
  const open = await rest.alice('GET', '/spot/trade/unfilled-orders', { symbol: 'BTCUSDT' });
  const child = `${textOf(body.data['orderId'])}#1`;
  expect(listOf(open.body.data)).toContainEqual(
    expect.objectContaining({ clientOid: child, priceAvg: '59000.00' }),
  );
  await rest.alice('POST', '/spot/trade/cancel-parent-order', { clientOid: 'chase-1' });
});
