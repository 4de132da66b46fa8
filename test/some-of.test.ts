/** What a run of the browser tests looks at is the same each time, and no look is in no run. */
import { expect, test } from 'vitest';
import { isTurn, someOf } from './support/some-of.ts';

const TEN = Array.from({ length: 10 }, (_none, n) => n);

test('a part of a list is the same at each call', () => {
  expect([someOf(TEN), someOf(TEN), someOf(TEN, 4, 1)]).toEqual([
    [0, 3, 6, 9],
    [0, 3, 6, 9],
    [3, 7],
  ]);
});

test('parts that begin elsewhere are all of it, each once', () => {
  const parts = [0, 1, 2].flatMap((from) => someOf(TEN, 3, from));
  expect(parts.sort((a, b) => a - b)).toEqual(TEN);
  expect(TEN.filter((place) => isTurn(place, 5))).toEqual([0, 5]);
});
