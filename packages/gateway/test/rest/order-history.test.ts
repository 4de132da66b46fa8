/** Ended orders and plans as one list, over a real core and the real records worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseWireId, rowsOf, Side } from '@halcyon/domain';
import type { OrderHistoryRow } from '@halcyon/domain/web';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HistoryFilter, orderHistory } from '../../src/translate/order-history.ts';
import { ALICE_SPOT, BOB_SPOT, TestRest, textOf } from './harness.ts';

let rest: TestRest;
let records: RecordsClient;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-orders-'));
const ids: Record<string, string> = {};

const ALL: HistoryFilter = {
  instrument: undefined,
  side: undefined,
  kind: undefined,
  status: undefined,
  startTime: undefined,
  endTime: undefined,
  before: undefined,
  limit: 100,
};

async function history(filter: Partial<HistoryFilter> = {}): Promise<readonly OrderHistoryRow[]> {
  const given = { views: rest.views, history: records.history };
  return (await orderHistory(given, ALICE_SPOT, { ...ALL, ...filter })).rows;
}

async function post(who: 'alice' | 'bob', path: string, body: object): Promise<string> {
  const answer = await rest[who]('POST', `/spot/trade/${path}`, { symbol: 'ETHUSDT', ...body });
  expect([path, answer.body.msg]).toEqual([path, 'success']);
  rest.now += 1_000;
  return textOf(answer.body.data['orderId']);
}

const LIMIT = { orderType: 'limit', side: 'buy', size: '0.1' };

/** Trades at a price, so that it is the last one. */
async function tradeAt(price: string): Promise<void> {
  await post('bob', 'place-order', { ...LIMIT, price });
  await post('bob', 'place-order', { ...LIMIT, side: 'sell', price });
}

/** An OCO of Alice: the ids of its limit order and its stop. */
async function oco(): Promise<readonly [string, string]> {
  const body = {
    symbol: 'ETHUSDT',
    side: 'sell',
    size: '0.1',
    price: '3100',
    triggerPrice: '2900',
  };
  const answer = await rest.alice('POST', '/spot/trade/place-oco-order', body);
  expect(answer.body.msg).toBe('success');
  rest.now += 1_000;
  const plans = rest.views.plans(ALICE_SPOT);
  const orders = rest.views.openOrders(ALICE_SPOT);
  const wire = (id: number | undefined) => String(1_200_000_000_000_000_000n + BigInt(id ?? 0));
  return [wire(orders[0]?.order), wire(plans[0]?.plan)];
}

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder }, onThisThread);
  rest = await TestRest.open((before) => {
    before.engine.onCommit((batch) => records.push(rowsOf(batch)));
  });
  rest.fund(BOB_SPOT, 2, 100_00000000n);
  await tradeAt('3000');
  ids['cancelled'] = await post('alice', 'place-order', { ...LIMIT, price: '2950' });
  await post('alice', 'cancel-order', { orderId: ids['cancelled'] });
  ids['ioc'] = await post('alice', 'place-order', { ...LIMIT, price: '2950', force: 'ioc' });
  const trigger = { side: 'sell', orderType: 'market', size: '0.1', triggerType: 'fill_price' };
  ids['byUser'] = await post('alice', 'place-plan-order', { ...trigger, triggerPrice: '2000' });
  await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId: ids['byUser'] });
  const trail = { ...trigger, planType: 'track_plan', callbackRatio: '5' };
  ids['trailing'] = await post('alice', 'place-plan-order', trail);
  await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId: ids['trailing'] });
  const dear = { ...trigger, size: '50', orderType: 'limit', executePrice: '3000' };
  ids['failed'] = await post('alice', 'place-plan-order', { ...dear, triggerPrice: '3000' });
  rest.fund(ALICE_SPOT, 2, 100_00000000n);
  [ids['ocoTraded'], ids['ocoStop']] = (await oco()) as [string, string];
  await post('bob', 'place-order', { ...LIMIT, price: '3100' });
  await tradeAt('3000');
  [ids['ocoCut'], ids['ocoFired']] = (await oco()) as [string, string];
  await post('bob', 'place-order', { ...LIMIT, price: '2890', size: '1' });
  await tradeAt('2890');
});

afterAll(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the history of orders', () => {
  it('says of each order and plan how it ended and why', async () => {
    const rows = new Map((await history()).map((row) => [row.id, row]));
    const ended = (name: string) => {
      const row = rows.get(ids[name] ?? '');
      return row === undefined ? name : [row.kind, row.status, row.reason];
    };
    expect(ended('cancelled')).toEqual(['limit', 'cancelled', 'normal_cancel']);
    expect(ended('ioc')).toEqual(['limit', 'cancelled', 'ioc_remainder']);
    expect(ended('byUser')).toEqual(['trigger', 'cancelled', 'normal_cancel']);
    expect(ended('trailing')).toEqual(['trailing', 'cancelled', 'normal_cancel']);
    expect(ended('failed')).toEqual(['trigger', 'failed', 'insufficientBalance']);
    expect(ended('ocoTraded')).toEqual(['limit', 'filled', '']);
    expect(ended('ocoStop')).toEqual(['oco', 'cancelled', 'oco_other']);
    expect(ended('ocoCut')).toEqual(['limit', 'cancelled', 'oco_other']);
    expect(ended('ocoFired')).toEqual(['oco', 'executed', '']);
  });

  it('has time in force, trigger and what a plan became', async () => {
    const rows = new Map((await history()).map((row) => [row.id, row]));
    expect(rows.get(ids['ioc'] ?? '')).toMatchObject({ force: 'ioc', price: '2950.00' });
    expect(rows.get(ids['trailing'] ?? '')).toMatchObject({ callback: '5', price: '' });
    const fired = rows.get(ids['ocoFired'] ?? '');
    expect(fired).toMatchObject({ trigger: '2900.00', force: '', sizeUnit: 'base' });
    expect(rows.get(fired?.linked ?? '')).toMatchObject({
      kind: 'market',
      linked: ids['ocoFired'],
      average: '2890.00',
    });
  });

  it('narrows by side, kind, status, pair and time', async () => {
    const all = await history();
    const narrowed: readonly [Partial<HistoryFilter>, (row: OrderHistoryRow) => boolean][] = [
      [{ side: Side.buy }, (row) => row.side === 'buy'],
      [{ kind: 'market' }, (row) => row.kind === 'market'],
      [{ kind: 'trailing' }, (row) => row.kind === 'trailing'],
      [{ status: 'filled' }, (row) => row.status === 'filled'],
      [{ status: 'cancelled' }, (row) => row.status === 'cancelled'],
      [{ status: 'failed' }, (row) => row.status === 'failed'],
      [{ kind: 'oco', status: 'executed' }, (row) => row.id === ids['ocoFired']],
      [{ kind: 'limit', status: 'executed' }, () => false],
      [{ instrument: 0 }, () => false],
    ];
    for (const [filter, fits] of narrowed) {
      expect([filter, await history(filter)]).toEqual([filter, all.filter(fits)]);
    }
    const middle = all[4]?.createdAt ?? 0;
    expect(await history({ startTime: middle })).toEqual(
      all.filter((row) => row.createdAt >= middle),
    );
    expect(await history({ endTime: middle })).toEqual(
      all.filter((row) => row.createdAt <= middle),
    );
  });

  it('gives every row once, whatever the size of a page', async () => {
    const all = await history();
    expect(all.length).toBeGreaterThan(8);
    for (const limit of [1, 2, 3, all.length]) {
      const seen: OrderHistoryRow[] = [];
      let before: number | undefined;
      for (;;) {
        const given = { views: rest.views, history: records.history };
        const page = await orderHistory(given, ALICE_SPOT, { ...ALL, limit, before });
        seen.push(...page.rows);
        if (page.next === null) break;
        before = parseWireId(page.next) ?? undefined;
      }
      expect(seen).toEqual(all);
    }
  });
});
