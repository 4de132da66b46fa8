/** A paper venue that follows levels and prints: docs/paper-flow.md. */
import { describe, expect, test } from 'vitest';
import { TestRandom } from '../core/random.ts';
import { L2Scenario } from './l2-scenario.ts';

function play(table: string): void {
  const { expected, actual } = new L2Scenario().run(table);
  expect(actual).toEqual(expected);
}

describe('levels become queues', () => {
  test('what is new joins the end, an exact cancel takes the newest of that size', () =>
    play(`
    feed book 100x5 99x3 | 101x4 -> rests g1 5, rests g2 3, rests g3 4
    feed depth 100x7 | -         -> rests g4 2
    feed depth 100x10 | -        -> rests g5 3
    queue                        -> g1:5 g4:2 g5:3 g2:3 g3:4
    feed depth 100x8 | -         -> done g4 cancelled
    queue                        -> g1:5 g5:3 g2:3 g3:4
    feed depth 99x0 | 101x1      -> done g2 cancelled, amended g3 1@101 kept
    book                         -> 100x8 | 101x1
    feed depth 100x11 | -        -> rests g6 3
    feed depth 100x8 | -         -> done g6 cancelled
    queue                        -> g1:5 g5:3 g3:1
  `));

  test('without an order of that size the newest shrink first', () =>
    play(`
    feed book 100x5 | -          -> rests g1 5
    feed depth 100x7 | -         -> rests g2 2
    feed depth 100x11 | -        -> rests g3 4
    feed depth 100x4 | -         -> done g3 cancelled, done g2 cancelled, amended g1 4@100 kept
  `));

  test('what the whole book does not list is gone', () =>
    play(`
    feed book 100x5 99x3 | 101x4 -> rests g1 5, rests g2 3, rests g3 4
    feed book 99x3 98x2 | 100x1 101x4 -> done g1 cancelled, rests g4 2, rests g5 1
    book                         -> 99x3 98x2 | 100x1 101x4
  `));
});

describe('prints take from the front', () => {
  test('in part, whole, and beyond the level', () =>
    play(`
    feed book 100x5 99x3 | 101x4 -> rests g1 5, rests g2 3, rests g3 4
    feed depth 100x7 | -         -> rests g4 2
    feed sells 6 @ 100           -> trade 5@100 g1, done g1 filled, trade 1@100 g4, done g5 filled
    last                         -> 100
    queue                        -> g4:1 g2:3 g3:4
    feed depth 100x1 | -         -> -
    feed sells 4 @ 100           -> trade 1@100 g4, done g4 filled, done g6 iocRemainder
    feed depth 100x0 | -         -> -
    book                         -> 99x3 | 101x4
  `));

  test('what stood at a better price had gone before; the next update says what did not', () =>
    play(`
    feed book 100x5 99x3 | 101x4 -> rests g1 5, rests g2 3, rests g3 4
    feed sells 1 @ 99            -> done g1 cancelled, trade 1@99 g2, done g4 filled
    book                         -> 99x2 | 101x4
    feed depth - | 101x3         -> amended g3 3@101 kept, rests g5 5, rests g6 1
    book                         -> 100x5 99x3 | 101x3
  `));

  test('one that is older than the book counts for the price alone', () =>
    play(`
    feed book 100x5 | 101x4      -> rests g1 5, rests g2 4
    feed late sells 2 @ 100      -> -
    book                         -> 100x5 | 101x4
    mark                         -> 100
  `));
});

describe('paper orders among them', () => {
  test('wait for what was ahead: cancels behind do not help them, prints do', () =>
    play(`
    feed book 100x5 | 110x4      -> rests g1 5, rests g2 4
    pat buys 2 @ 100             -> ok, rests pat1 2
    feed depth 100x8 | -         -> rests g3 3
    feed depth 100x6 | -         -> amended g3 1@100 kept
    feed sells 3 @ 100           -> trade 3@100 g1, done g4 filled
    queue                        -> g1:2 pat1:2 g3:1 g2:4
    feed depth 100x3 | -         -> -
    feed sells 3 @ 100           -> trade 2@100 g1, done g1 filled, trade 1@100 pat1, done g5 filled, done g3 cancelled
  `));

  test('depth is taken once: it comes back with new orders of the feed, not with the same', () =>
    play(`
    feed book 100x5 | 101x4      -> rests g1 5, rests g2 4
    pat buys 3 @ 101             -> ok, trade 3@101 g2, done pat1 filled
    feed depth - | 101x4         -> -
    book                         -> 100x5 | 101x1
    pat buys 3 @ 101 ioc         -> ok, trade 1@101 g2, done g2 filled, done pat2 iocRemainder
    feed depth - | 101x6         -> rests g3 2
    book                         -> 100x5 | 101x2
    feed buys 5 @ 101            -> trade 2@101 g3, done g3 filled, done g4 iocRemainder
    feed depth - | 101x1         -> -
    book                         -> 100x5 | -
  `));

  test('a better paper price meets the flow first', () =>
    play(`
    feed book 100x5 | 110x4      -> rests g1 5, rests g2 4
    pat buys 2 @ 105             -> ok, rests pat1 2
    feed sells 3 @ 100           -> trade 2@105 pat1, done pat1 filled, trade 1@100 g1, done g3 filled, amended g1 2@100 kept
    pat buys 2 @ 105             -> ok, rests pat2 2
    feed book 100x2 | 105x1 110x4 -> trade 1@105 pat2, done g4 filled
  `));

  test('a stale feed refuses orders, says why, takes cancels, and lets go when it is sound', () =>
    play(`
    feed book 100x5 | 101x4      -> rests g1 5, rests g2 4
    pat buys 2 @ 100             -> ok, rests pat1 2
    feed stale                   -> -
    state                        -> 5
    pat buys 2 @ 100             -> feedStale 0 5
    pat plans sell 1 when last at 90 -> feedStale 0 5
    pat cancels pat1             -> ok, done pat1 cancelled
    feed sound                   -> -
    state                        -> 0
    pat buys 2 @ 100             -> ok, rests pat2 2
  `));
});

describe('another source', () => {
  test('ends what everybody has open, orders and plans, and keeps the balances', () =>
    play(`
    feed book 100x5 | 110x4      -> rests g1 5, rests g2 4
    pat buys 2 @ 100             -> ok, rests pat1 2
    pat buys 1 @ 110             -> ok, trade 1@110 g2, done pat2 filled
    quin plans sell 1 when last at 90 -> ok, waits quin1
    follows recorded             -> ok, done g1 cancelled, done pat1 cancelled, done g2 cancelled, plan quin1 cancelled
    book                         -> - | -
    state                        -> 5
    last                         -> 0
    pat USDT                     -> 99890
    quin buys 1 @ 100            -> feedStale 0 5
    follows live                 -> ok
    state                        -> 0
  `));
});

describe('random feeds', () => {
  test.each([1, 2, 3, 4])(
    'without paper orders the paper book is the feed after every update (seed %i)',
    (seed) => {
      const random = new TestRandom(seed);
      const table = new L2Scenario();
      const books: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
      for (let i = 0; i < 400; i++) {
        const middle = 100 + Math.floor(i / 40);
        const line =
          random.int(0, 3) === 0 ? printed(random, books) : updated(random, books, middle);
        if (line === null) continue;
        table.run(line);
        if (line.startsWith('feed depth') || line.startsWith('feed book')) {
          const { expected, actual } = table.run(
            `book -> ${sideOf(books[0], -1)} | ${sideOf(books[1], 1)}`,
          );
          expect(actual, `after ${line}`).toEqual(expected);
        }
      }
    },
  );
});

type Books = readonly [Map<number, number>, Map<number, number>];

/** A taker takes from the best level of a side, or more than it has; an update reports it later. */
function printed(random: TestRandom, books: Books): string | null {
  const side = random.int(0, 1) as 0 | 1;
  const best = bestOf(books[side], side);
  if (best === 0) return null;
  const quantity = 1 + random.int(0, 11);
  const left = (books[side].get(best) ?? 0) - quantity;
  books[side].set(best, Math.max(left, 0));
  return `feed ${side === 0 ? 'sells' : 'buys'} ${quantity} @ ${best}`;
}

/** Levels change on both sides of a middle; all of the book or the changes alone are told. */
function updated(random: TestRandom, books: Books, middle: number): string {
  const changes = [new Map<number, number>(), new Map<number, number>()] as const;
  for (const side of [0, 1] as const) {
    const beyond = [...books[side].keys()].filter((at) =>
      side === 0 ? at >= middle : at < middle,
    );
    for (const price of beyond) changes[side].set(price, 0);
    for (let n = random.int(0, 3); n > 0; n--) {
      const price = side === 0 ? middle - 1 - random.int(0, 5) : middle + random.int(0, 5);
      changes[side].set(price, random.int(0, 2) === 0 ? 0 : 1 + random.int(0, 19));
    }
    for (const [price, quantity] of changes[side]) books[side].set(price, quantity);
    // What prints took is in the update too.
    for (const [price, quantity] of books[side]) {
      changes[side].set(price, quantity);
      if (quantity === 0) books[side].delete(price);
    }
  }
  const whole = random.int(0, 4) === 0;
  const rows = whole ? books : changes;
  return `feed ${whole ? 'book' : 'depth'} ${sideOf(rows[0], -1)} | ${sideOf(rows[1], 1)}`;
}

function bestOf(levels: ReadonlyMap<number, number>, side: 0 | 1): number {
  const prices = [...levels].filter(([, quantity]) => quantity > 0).map(([price]) => price);
  if (prices.length === 0) return 0;
  return side === 0 ? Math.max(...prices) : Math.min(...prices);
}

function sideOf(levels: ReadonlyMap<number, number>, direction: number): string {
  const rows = [...levels].sort(([a], [b]) => (a - b) * direction);
  return rows.map(([price, quantity]) => `${price}x${quantity}`).join(' ') || '-';
}
