import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../rest/api-error.ts';
import { keepEqual } from './keep-equal.ts';
import type { QueryOptions } from './query.ts';
import { QueryClient } from './query-client.ts';

const KEY = ['live', 'orders'];

let client: QueryClient;
let answers: (string | Error)[];
let asked: AbortSignal[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  answers = [];
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function options(change: Partial<QueryOptions<string>> = {}): QueryOptions<string> {
  return {
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      asked.push(signal);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const answer = answers.shift() ?? 'later';
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...change,
  };
}

/** A component that shows a query; the returned function takes it away. */
function mount(change: Partial<QueryOptions<string>> = {}, onChange = () => undefined) {
  const chosen = options(change);
  const query = client.query<string>(chosen.queryKey);
  const stops = [query.subscribe(onChange)];
  query.use(chosen);
  stops.push(client.want(query, chosen));
  return { query, unmount: () => stops.forEach((stop) => void stop()) };
}

describe('a query', () => {
  it('is read once for all who want it, and again when it is old', async () => {
    answers = ['a', 'b'];
    const { query } = mount();
    mount();
    await vi.advanceTimersByTimeAsync(10);
    expect([query.state.data, asked.length]).toEqual(['a', 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    mount();
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    mount();
    await vi.advanceTimersByTimeAsync(10);
    expect([query.state.data, asked.length]).toEqual(['b', 2]);
  });

  it('is not read where it is not wanted', async () => {
    mount({ enabled: false });
    await client.invalidateQueries({ queryKey: ['live'] });
    expect(asked).toEqual([]);
  });

  it('is asked for again in growing pauses when nothing answers, and keeps what it knew', async () => {
    answers = ['a', new TypeError('1'), new TypeError('2'), new TypeError('3')];
    const { query } = mount();
    await vi.advanceTimersByTimeAsync(10);
    const again = client.invalidateQueries({ queryKey: KEY });
    await vi.advanceTimersByTimeAsync(10 + 999);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1 + 10 + 2_000 + 10);
    await again;
    expect([asked.length, query.state.data, query.state.error?.message]).toEqual([4, 'a', '3']);
  });

  it('says why there is nothing yet while it is asked for again, which a person can do at once', async () => {
    const busy = new RequestError('45001', 'catching up', 503);
    answers = Array.from({ length: 4 }, () => busy);
    const { query } = mount();
    await vi.advanceTimersByTimeAsync(10 + 1_000 + 10 + 2_000 + 9);
    expect([query.state.error, asked.length]).toEqual([null, 3]);
    await vi.advanceTimersByTimeAsync(1);
    expect([query.state.error, asked.length]).toEqual([busy, 3]);
    void query.fetch();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(asked).toHaveLength(3);
    void query.again();
    expect([query.state.error, asked.length]).toEqual([null, 4]);
    await vi.advanceTimersByTimeAsync(10 + 1_000 + 10);
    expect([query.state.data, asked.length]).toEqual(['later', 5]);
  });

  it('keeps what it knew while the server cannot answer', async () => {
    const busy = new RequestError('45001', 'catching up', 503);
    answers = ['a', busy, busy, busy, 'b'];
    const { query } = mount();
    await vi.advanceTimersByTimeAsync(10);
    void client.invalidateQueries({ queryKey: KEY });
    await vi.advanceTimersByTimeAsync(3_040);
    expect([query.state.data, query.state.error, asked.length]).toEqual(['a', null, 4]);
    await vi.advanceTimersByTimeAsync(4_010);
    expect([query.state.data, query.state.error]).toEqual(['b', null]);
  });

  it('takes a refusal as an answer, and is pending again when it is asked for again', async () => {
    answers = [new RequestError('40309', 'no', 400)];
    const states: unknown[] = [];
    const { query } = mount({}, () => {
      states.push([query.state.data, query.state.error?.message]);
      return undefined;
    });
    await vi.advanceTimersByTimeAsync(10);
    void query.fetch();
    await vi.advanceTimersByTimeAsync(10);
    expect(states).toEqual([
      [undefined, 'no'],
      [undefined, undefined],
      ['later', undefined],
    ]);
  });
});

describe('a change', () => {
  it('drops an answer from before it', async () => {
    answers = ['before', 'after'];
    const { query } = mount();
    const again = client.invalidateQueries({ queryKey: ['live'] });
    expect(asked[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
    await again;
    expect([query.state.data, asked.length]).toEqual(['after', 2]);
  });

  it('is in what was read after it', async () => {
    const { query } = mount();
    const asOf = performance.now();
    await client.invalidateQueries({ queryKey: KEY, asOf: asOf - 1 });
    expect([asked.length, asked[0]?.aborted]).toEqual([1, false]);
    void client.invalidateQueries({ queryKey: KEY, asOf });
    expect([asked.length, asked[0]?.aborted]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(10);
    await client.invalidateQueries({ queryKey: KEY, asOf: asOf - 1 });
    expect([asked.length, query.isStale(1_000)]).toEqual([2, false]);
  });

  it('touches only what begins with its key', async () => {
    mount();
    mount({ queryKey: ['live', 'ordersOf'] });
    mount({ queryKey: ['live', 'orders', { symbol: 'BTCUSDT' }] });
    await vi.advanceTimersByTimeAsync(10);
    void client.invalidateQueries({ queryKey: KEY });
    expect(asked).toHaveLength(5);
  });

  it('sets data from what is known, and nothing where it makes none', () => {
    const told = vi.fn();
    client.query(KEY).subscribe(told);
    client.setQueryData<string>(KEY, (known) => known && `${known}!`);
    expect([client.getQueryData(KEY), told.mock.calls.length]).toEqual([undefined, 0]);
    client.setQueryData<string>(KEY, 'a');
    client.setQueryData<string>(KEY, (known) => `${known}!`);
    expect([client.getQueryData(KEY), told.mock.calls.length]).toEqual(['a!', 2]);
  });

  it('with data of an unknown age shows them and reads them', async () => {
    client.setQueryData<string>(KEY, 'kept', { updatedAt: 0 });
    const { query } = mount();
    expect(query.state.data).toBe('kept');
    await vi.advanceTimersByTimeAsync(10);
    expect(query.state.data).toBe('later');
  });

  it('forgets: the next to ask begins anew', async () => {
    mount();
    client.removeQueries({ queryKey: ['live'] });
    await vi.advanceTimersByTimeAsync(10);
    expect([asked[0]?.aborted, client.getQueryData(KEY)]).toEqual([true, undefined]);
  });
});

it('keeps what nobody looks at for five minutes', async () => {
  const { unmount } = mount();
  await vi.advanceTimersByTimeAsync(10);
  unmount();
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(client.getQueryData(KEY)).toBe('later');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(KEY)).toBeUndefined();
});

it('reads what is wanted and old when the network is there again', async () => {
  answers = [new RequestError('40309', 'no', 400)];
  const { query } = mount();
  const fresh = mount({ queryKey: ['live', 'fresh'] });
  await vi.advanceTimersByTimeAsync(10);
  client.refresh();
  await vi.advanceTimersByTimeAsync(10);
  expect([query.state.data, fresh.query.state.data, asked.length]).toEqual(['later', 'later', 3]);
});

describe('keepEqual', () => {
  it('gives the objects that are there where nothing changed, and only those', () => {
    const before = { rows: [{ id: 1, size: 2n }, { id: 2 }], more: null };
    expect(keepEqual(before, { rows: [{ id: 1, size: 2n }, { id: 2 }], more: null })).toBe(before);
    const next = keepEqual(before, { rows: [{ id: 1, size: 2n }, { id: 3 }], more: null });
    expect(next).toEqual({ rows: [{ id: 1, size: 2n }, { id: 3 }], more: null });
    expect(next.rows[0]).toBe(before.rows[0]);
    expect(next.rows).not.toBe(before.rows);
  });

  it('sees what is missing and what is new', () => {
    expect(keepEqual([1, 2], [1])).toEqual([1]);
    expect(keepEqual([1], [1, 2])).toEqual([1, 2]);
    expect(keepEqual({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(keepEqual({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
    const map = new Map();
    expect(keepEqual(new Map(), map)).toBe(map);
  });

  it('changes what is known of all whose keys begin alike, and nothing else', () => {
    client.setQueryData<string>(KEY, 'a');
    client.setQueryData<string>([...KEY, 'BTCUSDT'], 'b');
    client.setQueryData<string>(['live', 'other'], 'c');
    client.query<string>([...KEY, 'unknown']);
    client.setQueriesData<string>({ queryKey: KEY }, (known) => `${known}!`);
    const data = (key: readonly unknown[]) => client.getQueryData<string>(key);
    expect([data(KEY), data([...KEY, 'BTCUSDT']), data(['live', 'other'])]).toEqual([
      'a!',
      'b!',
      'c',
    ]);
    expect(data([...KEY, 'unknown'])).toBeUndefined();
  });
});
