import { expect, test } from 'vitest';
import { fc } from '../../../../../../packages/testkit/src/core/properties.ts';
import { OrderBook } from '../../../data/state/order-book.ts';
import { sweepTo } from '../book/sweep.ts';
import { depthCurve, middleOf, SPANS, usualSpan } from './depth-curve.ts';

type Level = readonly [tick: number, units: number];

function bookOf(bids: readonly Level[], asks: readonly Level[]): OrderBook {
  const book = new OrderBook(0, 0);
  const rows = (levels: readonly Level[]) => levels.map(([tick, units]) => [`${tick}`, `${units}`]);
  book.snapshot({ bids: rows(bids), asks: rows(asks) });
  return book;
}

const level = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 90 }));
const levels = fc.uniqueArray(level, { selector: ([tick]) => tick, minLength: 1, maxLength: 20 });
const books = fc.tuple(levels, levels).map(([below, above]) =>
  bookOf(
    below.map(([tick, units]): Level => [1_000 - tick, units]),
    above.map(([tick, units]): Level => [1_000 + tick, units]),
  ),
);

test('is drawn around the middle, as wide as was asked for', () => {
  const book = bookOf(
    [
      [990, 5],
      [980, 7],
    ],
    [
      [1_010, 2],
      [1_051, 4],
    ],
  );
  expect(depthCurve(book, 0.05)).toEqual({
    middle: 1_000,
    reach: 50,
    bids: [
      { tick: 990, total: 5 },
      { tick: 980, total: 12 },
    ],
    asks: [{ tick: 1_010, total: 2 }],
    highest: 12,
  });
});

test('a book with one side has it to one side of its best price, an empty one has none', () => {
  const { bids, asks } = depthCurve(bookOf([[990, 5]], []), 0.1)!;
  expect([bids, asks]).toEqual([[{ tick: 990, total: 5 }], []]);
  expect(middleOf(bookOf([], [[1_010, 2]]))).toBe(1_010);
  expect(middleOf(bookOf([], []))).toBeNull();
});

test('each step is the sum that taking the book down to it would bring', () => {
  fc.assert(
    fc.property(books, fc.constantFrom(...SPANS), (book, span) => {
      const curve = depthCurve(book, span)!;
      for (const [steps, side] of [
        [curve.bids, book.bids],
        [curve.asks, book.asks],
      ] as const) {
        for (const { tick, total } of steps) {
          expect(BigInt(total)).toBe(sweepTo(side, tick, side === book.asks).units);
          expect(Math.abs(tick - curve.middle)).toBeLessThanOrEqual(curve.reach);
        }
        expect(curve.highest).toBeGreaterThanOrEqual(steps.at(-1)?.total ?? 0);
      }
    }),
  );
});

test('begins with half of each side on it', () => {
  fc.assert(
    fc.property(books, (book) => {
      const curve = depthCurve(book, SPANS[usualSpan(book)]!)!;
      expect(curve.bids.length * 2).toBeGreaterThanOrEqual(book.bids.size);
      expect(curve.asks.length * 2).toBeGreaterThanOrEqual(book.asks.size);
    }),
  );
});
