import { expect, it } from 'vitest';
import { OrderBook } from '../../../data/state/order-book.ts';
import {
  centredOn,
  greatest,
  isLost,
  middleTick,
  offered,
  rowOf,
  tickOf,
  tradedBy,
} from './ladder-rows.ts';

function book(bids: readonly string[][], asks: readonly string[][]): OrderBook {
  const made = new OrderBook(1, 0);
  expect(made.snapshot({ bids, asks })).toBe('applied');
  return made;
}
const near = book(
  [
    ['99.9', '3'],
    ['99.8', '4'],
    ['95.0', '9'],
  ],
  [
    ['100.1', '5'],
    ['100.4', '6'],
  ],
);

it('is centred between the best prices, and each row is a price', () => {
  expect(middleTick(near)).toBe(1000);
  const sight = centredOn(1000, 9, 1);
  expect(sight).toEqual({ top: 1004, count: 9, group: 1 });
  expect([0, 4, 8].map((row) => tickOf(row, sight))).toEqual([1004, 1000, 996]);
});

it('shows what is in sight, where it stands', () => {
  const sight = centredOn(1000, 9, 1);
  expect([...offered(near.bids, 'buy', sight)]).toEqual([
    [5, 3n],
    [6, 4n],
  ]);
  expect([...offered(near.asks, 'sell', sight)]).toEqual([
    [3, 5n],
    [0, 6n],
  ]);
});

it('groups bids down and asks up, away from the spread', () => {
  const sight = centredOn(1000, 4, 10);
  expect([...offered(near.bids, 'buy', sight)]).toEqual([[tickRow(990), 7n]]);
  expect([...offered(near.asks, 'sell', sight)]).toEqual([[tickRow(1010), 11n]]);
  function tickRow(tick: number) {
    return rowOf(tick, sight, 'buy');
  }
});

it('is lost where neither best price is in sight, and no price is below a step', () => {
  expect(isLost(centredOn(1000, 9, 1), near)).toBe(false);
  expect(isLost(centredOn(2000, 9, 1), near)).toBe(true);
  expect(tickOf(8, centredOn(2, 9, 1))).toBeGreaterThan(0);
});

it('counts trades by row, and knows the greatest of some', () => {
  const traded = tradedBy(
    new Map([
      [1000, 2n],
      [999, 3n],
      [5, 9n],
    ]),
    centredOn(1000, 9, 1),
  );
  expect([...traded]).toEqual([
    [4, 2n],
    [5, 3n],
  ]);
  expect(greatest(traded, new Map())).toBe(3n);
  expect(greatest()).toBe(1n);
});
