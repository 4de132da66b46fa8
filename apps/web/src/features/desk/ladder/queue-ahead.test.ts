import { expect, it } from 'vitest';
import { QueueAhead, type QueuedOrder } from './queue-ahead.ts';

const own: QueuedOrder = { id: 'a', side: 'buy', tick: 100, units: 5n };
const level = (units: bigint) => () => units;

it('all that others had at the price when it was first seen is ahead at most', () => {
  const queue = new QueueAhead();
  queue.follow([own], level(25n));
  expect(queue.aheadOf('a', level(25n))).toBe(20n);
  // Others come behind it.
  expect(queue.aheadOf('a', level(90n))).toBe(20n);
});

it('trades at the price take from the front, those elsewhere and of its own side do not', () => {
  const queue = new QueueAhead();
  queue.follow([own], level(25n));
  queue.traded('sell', 100, 8n);
  queue.traded('sell', 101, 8n);
  queue.traded('buy', 100, 8n);
  expect(queue.aheadOf('a', level(90n))).toBe(12n);
  queue.traded('sell', 100, 30n);
  expect(queue.aheadOf('a', level(90n))).toBe(0n);
});

it('it is never more than all others at the price', () => {
  const queue = new QueueAhead();
  queue.follow([own], level(25n));
  expect(queue.aheadOf('a', level(9n))).toBe(4n);
  expect(queue.aheadOf('a', level(90n))).toBe(4n);
  expect(queue.aheadOf('a', level(0n))).toBe(0n);
});

it('at another price it begins anew, and one that is gone has no place', () => {
  const queue = new QueueAhead();
  queue.follow([own], level(5n));
  queue.follow([{ ...own, tick: 99 }], level(12n));
  expect(queue.aheadOf('a', level(12n))).toBe(7n);
  queue.follow([], level(12n));
  expect(queue.aheadOf('a', level(12n))).toBeNull();
});
