/** The storage under the book at sizes where its tables collide: against plain maps. */
import { Book, LevelPool, NONE, OrderPool } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { TestRandom } from './random.ts';

describe('order pool', () => {
  test('finds exactly what is in it: sequential ids, dense and sparse, growing and shrinking', () => {
    const random = new TestRandom(3);
    const pool = new OrderPool();
    const slots = new Map<number, number>();
    const live: number[] = [];
    let id = 0;
    for (let i = 0; i < 400_000; i++) {
      const growing = Math.floor(i / 50_000) % 2 === 0;
      if (live.length === 0 || random.chance(growing ? 0.7 : 0.35)) {
        id += 1;
        const slot = pool.add(id);
        slots.set(id, slot);
        live.push(id);
      } else {
        const at = random.int(0, live.length - 1);
        const gone = live[at]!;
        live[at] = live.at(-1)!;
        live.pop();
        pool.remove(slots.get(gone)!);
        slots.delete(gone);
        if (pool.find(gone) !== NONE) expect.fail(`order ${gone} is still found`);
      }
      const probe = random.int(1, id);
      if (pool.find(probe) !== (slots.get(probe) ?? NONE)) expect.fail(`order ${probe}`);
      if (i % 20_000 === 0) {
        for (const [each, slot] of slots)
          if (pool.find(each) !== slot) expect.fail(`order ${each}`);
      }
    }
    expect(pool.count).toBe(slots.size);
    expect(new Set(slots.values()).size).toBe(slots.size);
  });

  test('ids that differ only above 32 bits are different orders', () => {
    const pool = new OrderPool();
    const ids = [7, 7 + 2 ** 32, 7 + 2 ** 33, 7 + 2 ** 52];
    const slots = ids.map((id) => pool.add(id));
    for (const [i, id] of ids.entries()) expect(pool.find(id)).toBe(slots[i]);
    pool.remove(slots[1]!);
    expect(pool.find(ids[1]!)).toBe(NONE);
    expect(pool.find(ids[2]!)).toBe(slots[2]);
    expect(() => pool.remove(slots[1]!)).toThrow(/freed again/);
  });

  test('with room it does not grow before the room is full, and finds all the same', () => {
    const room = 98_304;
    const pool = new OrderPool();
    pool.reserve(room);
    const { f64, i32 } = pool;
    const { bytes } = pool;
    for (let id = 1; id <= room; id++) pool.add(id);
    expect([pool.f64 === f64, pool.i32 === i32]).toEqual([true, true]);
    // Records alone: the index is as it was.
    expect(pool.bytes - bytes).toBe(room * 64);
    pool.add(room + 1);
    expect(pool.f64 === f64).toBe(false);
    for (let id = 1; id <= room + 1; id++) {
      if (pool.find(id) !== id - 1) expect.fail(`order ${id}`);
    }
  });

  test('a resting order costs at most 96 bytes, record and index, at sizes that matter', () => {
    const pool = new OrderPool();
    for (let id = 1; id <= 1_000_000; id++) {
      pool.add(id);
      const settled = id === 52_313 || id === 200_000 || id === 632_000 || id === 1_000_000;
      if (settled) expect(pool.bytes / id, `${id} orders`).toBeLessThanOrEqual(96);
    }
  });

  test('so does one that is old, where the tables have just grown', () => {
    for (const count of [49_153, 98_305, 196_609]) {
      const pool = new OrderPool();
      for (let id = 1; id <= count; id++) pool.add(id);
      pool.remove(pool.add(2 ** 40));
      for (let id = 1; id <= count; id += 97) expect(pool.find(id)).toBe(id - 1);
      expect(pool.bytes / count, `${count} old orders`).toBeLessThanOrEqual(96.1);
    }
  });
});

describe('book', () => {
  test('thousands of levels: best prices, totals and counts as a map has them', () => {
    const random = new TestRandom(9);
    const orders = new OrderPool();
    const book = new Book(orders, new LevelPool());
    const levels = new Map<number, number>();
    const live: number[] = [];
    let id = 0;
    for (let i = 0; i < 150_000; i++) {
      if (live.length < 20 || random.chance(Math.floor(i / 30_000) % 2 === 0 ? 0.62 : 0.4)) {
        const side = random.int(0, 1) as 0 | 1;
        const away = random.int(1, random.chance(0.5) ? 40 : 6_000);
        const price = 10_000 + (side === 0 ? -away : away);
        id += 1;
        const slot = orders.add(id);
        orders.f64[slot * 8 + 1] = price;
        orders.f64[slot * 8 + 2] = 3;
        orders.i32[slot * 16 + 10] = side;
        book.rest(slot);
        live.push(id);
        levels.set(price, (levels.get(price) ?? 0) + 1);
      } else {
        const at = random.int(0, live.length - 1);
        const slot = orders.find(live[at]!);
        live[at] = live.at(-1)!;
        live.pop();
        const price = orders.f64[slot * 8 + 1]!;
        book.take(slot);
        orders.remove(slot);
        if (levels.get(price) === 1) levels.delete(price);
        else levels.set(price, levels.get(price)! - 1);
      }
      if (i % 5_000 === 0) compare(book, orders, levels);
    }
    compare(book, orders, levels);
  });
});

function compare(book: Book, orders: OrderPool, levels: ReadonlyMap<number, number>): void {
  const seen = new Map<number, number>();
  for (const side of [0, 1] as const) {
    for (const slot of book.queue(side)) {
      const price = orders.f64[slot * 8 + 1]!;
      seen.set(price, (seen.get(price) ?? 0) + 1);
    }
  }
  expect(seen.size).toBe(levels.size);
  for (const [price, count] of levels) if (seen.get(price) !== count) expect.fail(`level ${price}`);
  const bids = [...levels.keys()].filter((price) => price < 10_000);
  const asks = [...levels.keys()].filter((price) => price > 10_000);
  expect(book.best(0)).toBe(bids.length === 0 ? 0 : bids.reduce((a, b) => Math.max(a, b)));
  expect(book.best(1)).toBe(asks.length === 0 ? 0 : asks.reduce((a, b) => Math.min(a, b)));
  const all = book.reach(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1);
  expect(all.lots).toBe(3 * asks.reduce((sum, price) => sum + levels.get(price)!, 0));
}
