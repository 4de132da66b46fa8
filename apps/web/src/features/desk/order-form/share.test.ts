import { expect, it } from 'vitest';
import { commonMax, percentOfSize, sizeOfPercent } from './share.ts';

it('the slider goes to what both sides could have, or to the one that could have anything', () => {
  expect(commonMax([5n, 7n])).toBe(5n);
  expect(commonMax([0n, 7n])).toBe(7n);
  expect(commonMax([5n, 0n])).toBe(5n);
  expect(commonMax([0n, 0n])).toBe(0n);
  expect(commonMax([null, 7n])).toBeNull();
  expect(commonMax([7n])).toBe(7n);
});

it('a share is floored, and its percentage is the nearest', () => {
  expect(sizeOfPercent(199n, 2, 50)).toBe('0.99');
  expect(sizeOfPercent(1n, 2, 50)).toBe('');
  expect(sizeOfPercent(null, 2, 50)).toBe('');
  expect(percentOfSize(199n, 99n)).toBe(50);
  expect(percentOfSize(199n, 400n)).toBe(100);
  expect(percentOfSize(null, 1n)).toBe(0);
});
