import { expect, test } from 'vitest';
import { RESERVES_FORM } from './root-file.ts';
import { treeDraws } from './tree-draws.ts';

const SEED = 'ab'.repeat(32);

function firstNumbers(form: number, asset: string, count: number): number[] {
  const numbers: number[] = [];
  for (const number of treeDraws(form, asset, SEED).numbers()) {
    if (numbers.push(number) === count) break;
  }
  return numbers;
}

test('draws of both forms are the ones that roots were made with', () => {
  const drawn = [1, 2].map((form) => {
    const draws = treeDraws(form, 'USDT', SEED);
    const [number] = firstNumbers(form, 'USDT', 1);
    return [number, draws.salt(7), draws.empty(3, 9).slice(0, 16)];
  });
  expect(drawn).toEqual([
    [2289832346, '71a035b27ff0059a6e2f227532761d49', 'de74055113cfdddd'],
    [2171290265, '665081a2df1324ade6413da573432bde', '53e26ff65d31a5bf'],
  ]);
});

test('no draw comes twice, in whatever order they are asked for, and each asset has its own', () => {
  const seen = new Set<string>();
  let count = 0;
  const add = (text: string) => {
    seen.add(text.slice(0, 32));
    count += 1;
  };
  for (const asset of ['BTC', 'USDT']) {
    const draws = treeDraws(RESERVES_FORM, asset, SEED);
    for (const n of [0, 1, 65_535, 65_536, 200_000]) add(draws.salt(n));
    for (let level = 0; level <= 28; level++) {
      for (const index of [0, 1, 255, 256, 65_536]) add(draws.empty(level, index));
    }
  }
  expect(seen.size).toBe(count);
  const forth = treeDraws(RESERVES_FORM, 'USDT', SEED);
  const back = treeDraws(RESERVES_FORM, 'USDT', SEED);
  const order = [70_000, 3, 255, 256, 3, 0];
  const one = order.map((n) => [forth.salt(n), forth.empty(2, n)]);
  const other = order.toReversed().map((n) => [back.salt(n), back.empty(2, n)]);
  expect(other.toReversed()).toEqual(one);
});

test('numbers go on past a piece of the stream, evenly', () => {
  const numbers = firstNumbers(RESERVES_FORM, 'USDT', 10_000);
  expect(new Set(numbers).size).toBeGreaterThan(9_990);
  const high = numbers.filter((number) => number >= 2 ** 31).length;
  expect(Math.abs(high - 5_000)).toBeLessThan(250);
});

test('a form of a later version is refused', () => {
  expect(() => treeDraws(RESERVES_FORM + 1, 'USDT', SEED)).toThrow('unknown form');
});
