/** What pages show of parent orders, over a real core and the real records worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseWireId, rowsOf, Side } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderHistory } from '../../src/translate/order-history.ts';
import { parentPageRow } from '../../src/translate/parent-page-rows.ts';
import {
  childOrders,
  type EndedParentsFilter,
  endedParents,
  findParent,
} from '../../src/translate/parent-pages.ts';
import { parentsOfViews } from '../../src/translate/parents.ts';
import { ALICE_SPOT, BOB_SPOT, TestRest, textOf } from './harness.ts';

let rest: TestRest;
let records: RecordsClient;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-parent-pages-'));
const reads = () => ({ views: rest.views, history: records.history });

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder }, onThisThread);
  // No ended order stays in the views: what children traded must not hang on them.
  rest = await TestRest.open((before) => {
    before.engine.onCommit((batch) => records.push(rowsOf(batch)));
  }, 0);
  rest.takeNewestRules();
});

afterAll(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

const SCALED = {
  symbol: 'BTCUSDT',
  side: 'sell',
  parentType: 'scaled',
  size: '0.03',
  price: '60000',
  endPrice: '61000',
  count: '3',
};

async function place(body: object): Promise<number> {
  const placed = await rest.alice('POST', '/spot/trade/place-parent-order', {
    ...SCALED,
    ...body,
  });
  expect(placed.body.msg).toBe('success');
  return parseWireId(textOf(placed.body.data['orderId']))!;
}

async function cancel(id: number): Promise<void> {
  const orderId = rowOf(id).id;
  const { body } = await rest.alice('POST', '/spot/trade/cancel-parent-order', { orderId });
  expect(body.msg).toBe('success');
}

async function bobTakes(side: 'buy' | 'sell', price: string, size: string): Promise<void> {
  const order = { symbol: 'BTCUSDT', orderType: 'limit', force: 'ioc' };
  await rest.bob('POST', '/spot/trade/place-order', { ...order, side, price, size });
}

/** An open one as the page has it. */
function rowOf(id: number) {
  const parents = rest.views.parents(ALICE_SPOT).filter(({ parent }) => parent === id);
  const [facts] = parentsOfViews(rest.views, parents);
  return parentPageRow(rest.views, facts!);
}

const ALL: EndedParentsFilter = {
  ...{ instrument: undefined, side: undefined, kind: undefined, status: undefined },
  ...{ startTime: undefined, endTime: undefined, before: undefined, limit: 100 },
};
const ended = (filter: Partial<EndedParentsFilter> = {}) =>
  endedParents(reads(), ALICE_SPOT, { ...ALL, ...filter });

describe('a scaled order', () => {
  let id = 0;

  it('has its terms, what its orders traded at which average, and how many are open', async () => {
    id = await place({ clientOid: 'grid', force: 'post_only' });
    const row = {
      clientId: 'grid',
      symbol: 'BTCUSDT',
      kind: 'scaled',
      side: 'sell',
      force: 'post_only',
      size: '0.030000',
      price: '60000.00',
      endPrice: '61000.00',
      count: 3,
      displaySize: '',
      duration: 0,
      slippage: '',
      status: 'working',
      reason: '',
      errorCode: '',
    };
    expect(rowOf(id)).toMatchObject({
      ...row,
      ...{ filledBase: '0.000000', average: '', openOrders: 3 },
    });
    // One order of it whole at 60000, half of the next at 60500.
    await bobTakes('buy', '60500', '0.015');
    expect(rowOf(id)).toMatchObject({
      ...row,
      ...{ filledBase: '0.015000', average: '60166.6667', openOrders: 2 },
    });
  });

  it('has its orders, open and ended, by pages; each names it, and no plan', async () => {
    const first = await childOrders(reads(), ALICE_SPOT, id, { before: undefined, limit: 2 });
    expect(first.rows).toMatchObject([
      { price: '61000.00', status: 'live', parent: rowOf(id).id, linked: '' },
      { price: '60500.00', status: 'partially_filled', average: '60500.00' },
    ]);
    const before = parseWireId(first.next ?? '')!;
    const last = await childOrders(reads(), ALICE_SPOT, id, { before, limit: 2 });
    expect(last).toMatchObject({ rows: [{ price: '60000.00', status: 'filled' }], next: null });
    const filter = { ...ALL, kind: undefined, status: undefined };
    const history = await orderHistory(reads(), ALICE_SPOT, filter);
    expect(history.rows).toMatchObject([{ parent: rowOf(id).id, linked: '' }]);
  });

  it('is nobody else’s, and no order or unknown number is a parent', async () => {
    expect(await findParent(reads(), BOB_SPOT, id)).toBeNull();
    expect(await childOrders(reads(), BOB_SPOT, id, { before: undefined, limit: 9 })).toEqual({
      rows: [],
      next: null,
    });
    for (const other of [id + 1, 0, 999_999]) {
      expect(await findParent(reads(), ALICE_SPOT, other)).toBeNull();
    }
  });

  it('keeps what it traded for when it has ended', async () => {
    await cancel(id);
    const { rows } = await ended();
    expect(rows).toMatchObject([
      { status: 'cancelled', filledBase: '0.015000', average: '60166.6667', openOrders: 0 },
    ]);
    const found = await findParent(reads(), ALICE_SPOT, id);
    expect(parentPageRow(rest.views, found!)).toEqual(rows[0]);
  });
});

it('orders that trade in the command that places the parent count too', async () => {
  const bid = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' };
  await rest.bob('POST', '/spot/trade/place-order', { ...bid, price: '60200', size: '0.01' });
  const id = await place({});
  expect(rowOf(id)).toMatchObject({ filledBase: '0.010000', average: '60200.00', openOrders: 2 });
  await bobTakes('buy', '61000', '0.02');
  const { rows } = await ended({ status: 'filled' });
  expect(rows).toMatchObject([{ filledBase: '0.030000', average: '60566.6667' }]);
});

it('ended ones by side, kind, time and pages', async () => {
  const iceberg = await place({
    ...{ side: 'buy', parentType: 'iceberg', price: '50000', displaySize: '0.01' },
    ...{ endPrice: undefined, count: undefined },
  });
  await cancel(iceberg);
  const idsOf = async (filter: Partial<EndedParentsFilter>) =>
    (await ended(filter)).rows.map(({ id }) => parseWireId(id));
  expect(await idsOf({ side: Side.buy })).toEqual([iceberg]);
  expect(await idsOf({ kind: 'iceberg' })).toEqual([iceberg]);
  expect(await idsOf({ kind: 'chase' })).toEqual([]);
  expect(await idsOf({ startTime: rest.now + 1 })).toEqual([]);
  const all = await idsOf({});
  expect(all).toHaveLength(3);
  const page = await ended({ limit: 2 });
  const before = parseWireId(page.next ?? '');
  expect(await idsOf({ before: before ?? 0 })).toEqual(all.slice(2));
});
