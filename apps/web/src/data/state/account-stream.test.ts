import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryClient } from '../query/query-client.ts';
import { hasEnded, makeRefresh } from './account-stream.ts';
import { type FillNote, joinFills, unfilledIn } from './fill-notes.ts';

function fill(orderId: string, size: string, price: string): FillNote {
  return { orderId, symbol: 'BTCUSDT', side: 'buy', size, price };
}

describe('fills of one order', () => {
  it('are one: the sizes together, at their average price', () => {
    const [first, second, ...rest] = joinFills([
      fill('1', '0.1', '100'),
      fill('2', '5', '7.5'),
      fill('1', '0.3', '102'),
    ]);
    expect(rest).toEqual([]);
    expect([Number(first?.size), Number(first?.price)]).toEqual([0.4, 101.5]);
    expect(second).toEqual(fill('2', '5', '7.5'));
  });
});

it('an order has ended when it is filled or cancelled, as the stream spells it', () => {
  const states = ['live', 'partially_filled', 'filled', 'canceled'] as const;
  expect(states.filter((status) => hasEnded({ status }))).toEqual(['filled', 'canceled']);
});

describe('a market order without a fill', () => {
  const named = { instId: 'BTCUSDT', orderId: '7', side: 'buy' } as const;
  const row = { ...named, orderType: 'market', accBaseVolume: '0' } as const;

  it('is told when it has ended, and only then', () => {
    const rows = [
      { ...row, status: 'canceled' },
      { ...row, status: 'live' },
      { ...row, status: 'canceled', accBaseVolume: '0.1' },
      { ...row, status: 'canceled', orderType: 'limit' },
    ] as const;
    expect(unfilledIn(rows)).toEqual([{ orderId: '7', symbol: 'BTCUSDT', side: 'buy' }]);
  });
});

describe('news of what is on screen', () => {
  const KEY = ['account', 'orders'];
  let client: QueryClient;
  let reads: number;

  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient();
    reads = 0;
    const query = client.query<number>(KEY);
    query.use({ queryKey: KEY, queryFn: async () => ++reads });
    query.want(0);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is read once, however often and by whomever it is told', async () => {
    const [orders, prices] = [makeRefresh(client, [KEY]), makeRefresh(client, [KEY], 300)];
    await vi.advanceTimersByTimeAsync(10);
    for (const tell of [orders, orders, prices]) tell();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toBe(2);
  });

  it('is read again when it is told while it is read', async () => {
    const orders = makeRefresh(client, [KEY]);
    await vi.advanceTimersByTimeAsync(10);
    orders();
    await vi.advanceTimersByTimeAsync(150);
    orders();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toBe(3);
  });
});
