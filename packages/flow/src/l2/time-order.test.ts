import { describe, expect, test } from 'vitest';
import { TimeOrder } from './time-order.ts';

type Item = { readonly kind: 'book' | 'depth' | 'print'; readonly timeMs: number };
const book = (timeMs: number): Item => ({ kind: 'depth', timeMs });
const print = (timeMs: number): Item => ({ kind: 'print', timeMs });

function due(order: TimeOrder<Item>, withinMs: number): string[] {
  return [...order.due(withinMs)].map(({ kind, timeMs }) => `${kind} ${timeMs}`);
}

describe('the order of time', () => {
  test('a late print goes before the update that contains it; at the same time it goes after', () => {
    const order = new TimeOrder<Item>();
    for (const item of [book(100), book(200), print(150), print(200), print(201)]) order.push(item);
    const all = ['depth 100', 'print 150', 'depth 200', 'print 200', 'print 201'];
    expect(due(order, Number.NEGATIVE_INFINITY)).toEqual(all);
  });

  test('nothing goes before it is sure that nothing older comes', () => {
    const order = new TimeOrder<Item>();
    order.push(book(100));
    expect(due(order, 50)).toEqual([]);
    order.push(book(140));
    expect(due(order, 50)).toEqual([]);
    order.push(print(100));
    expect(due(order, 50)).toEqual(['depth 100', 'print 100']);
    order.push(book(300));
    expect(due(order, 50)).toEqual(['depth 140']);
    expect(due(order, Number.NEGATIVE_INFINITY)).toEqual(['depth 300']);
  });

  test('keeps its order over many items', () => {
    const order = new TimeOrder<Item>();
    const seen: string[] = [];
    for (let i = 0; i < 5_000; i++) {
      order.push(i % 3 === 0 ? book(i) : print(i));
      seen.push(...due(order, 10));
    }
    seen.push(...due(order, Number.NEGATIVE_INFINITY));
    expect(seen.map((text) => Number(text.split(' ')[1]))).toEqual([...Array(5_000).keys()]);
  });
});
