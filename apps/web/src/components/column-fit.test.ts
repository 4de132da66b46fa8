import { describe, expect, test } from 'vitest';
import { goingCount, goingOrder } from './column-fit.ts';

describe('columns that have no room', () => {
  test('go by their number, the last of equal ones first', () => {
    const columns = [
      { key: 'time' },
      { key: 'pair' },
      { key: 'fee', goes: 5 },
      { key: 'size' },
      { key: 'id', goes: 8 },
    ];
    expect(goingOrder(columns)).toEqual(['id', 'fee', 'size', 'pair']);
  });

  test('stay where they are the first, or must not go', () => {
    expect(
      goingOrder([
        { key: 'coin', goes: 9 },
        { key: 'actions', goes: 0 },
      ]),
    ).toEqual([]);
  });

  test.each([
    [0, [], 0],
    [-3, [50], 0],
    [1, [50, 60], 1],
    [50, [50, 60], 1],
    [51, [50, 60], 2],
    [500, [50, 60], 2],
  ])('an excess of %i px takes of the widths %j so many: %i', (excess, widths, count) => {
    expect(goingCount(excess, widths)).toBe(count);
  });
});
