/** A list gives as many rows as were asked for, and refuses to be asked for more than it gives. */
import { ROUTES, ROWS_MAX } from '@halcyon/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf, TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';

const COUNT = 120;
const SYMBOL = { symbol: 'BTCUSDT' };

let rest: TestRest;
let records: KeptRecords;

beforeAll(async () => {
  records = await KeptRecords.open();
  rest = await TestRest.open((before) => records.follow(before));
  rest.takeNewestRules();
  const order = { ...SYMBOL, orderType: 'limit', side: 'buy', size: '0.001', price: '59000' };
  const plan = { ...order, executePrice: '50000', triggerPrice: '50000' };
  const done = async (path: string, body: Record<string, string>) => {
    const { body: answer } = await rest.alice('POST', path, body);
    expect(answer.code).toBe('00000');
    return answer.data;
  };
  for (let i = 0; i < COUNT; i++) {
    await done('/spot/trade/place-order', order);
    await rest.bob('POST', '/spot/trade/place-order', { ...order, side: 'sell' });
    await done('/spot/trade/place-order', { ...order, price: '58000' });
    await done('/spot/trade/place-plan-order', plan);
    const { orderId } = await done('/spot/trade/place-plan-order', plan);
    await done('/spot/trade/cancel-plan-order', { orderId: textOf(orderId) });
    const move = { fromType: 'spot', toType: 'p2p', amount: '1', coin: 'USDT' };
    await done('/spot/wallet/transfer', move);
  }
});

afterAll(() => records.close());

const LISTS: readonly [path: string, query: Record<string, string>, key?: string][] = [
  ['/spot/trade/unfilled-orders', SYMBOL],
  ['/spot/trade/history-orders', SYMBOL],
  ['/spot/trade/fills', SYMBOL],
  ['/spot/trade/current-plan-order', SYMBOL, 'orderList'],
  ['/spot/trade/history-plan-order', SYMBOL, 'orderList'],
  ['/spot/account/bills', { groupType: 'transfer' }],
  ['/spot/account/transferRecords', { coin: 'USDT', fromType: 'spot' }],
];

describe.each(LISTS)('%s', (path, query, key) => {
  const rows = async (limit: number): Promise<Record<string, unknown>[]> => {
    const { body } = await rest.alice('GET', path, { ...query, limit: String(limit) });
    expect(body.code).toBe('00000');
    return listOf(key === undefined ? body.data : body.data[key]);
  };

  it('gives all that is asked for, and no row twice', async () => {
    const all = await rows(ROWS_MAX);
    expect(all).toHaveLength(COUNT);
    expect(new Set(all.map((row) => JSON.stringify(row))).size).toBe(COUNT);
    expect(await rows(COUNT - 1)).toEqual(all.slice(0, -1));
  });

  it('refuses a limit above the largest, and names it', async () => {
    const limit = String(ROWS_MAX + 1);
    const { body } = await rest.alice('GET', path, { ...query, limit });
    expect(body.msg).toMatch(/^limit must be .*1000.*, not 1001$/);
  });
});

describe('every list that is declared', () => {
  const fields = ROUTES.flatMap(({ name, method, request }) =>
    method === 'POST'
      ? []
      : Object.entries(request.properties)
          .filter(([key]) => key === 'limit' || key === 'pageSize')
          .map(([key, field]) => ({ name: `${name} ${key}`, field: field as object })),
  );

  it.each(fields)('$name says the most that may be asked for', ({ field }) => {
    const most = 'x-maximum' in field ? field['x-maximum'] : Number.NaN;
    const words = 'description' in field ? String(field.description) : '';
    expect(Number.isFinite(most) || /up to [0-9]+/.test(words)).toBe(true);
    // What is given to whoever asks for more would be another limit than the one that is checked.
    expect(words).not.toMatch(/ come|at most/);
  });
});
