/** Assertions of functions that are called from within the core alone: each is shown to fire. */
import { InvariantError } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { noteFundPaid } from './futures/fund-hour.ts';
import { split } from './loans/debt-settlement.ts';

test('the fund notes no payment of less than nothing', () => {
  for (const units of [-1, Number.NaN]) {
    const note = () => noteFundPaid({ time: 0 } as never, { contract: {} } as never, units);
    expect(note).toThrow(InvariantError);
  }
});

test('no more is paid for a debt than there is', () => {
  expect(split(100, 60, { ppm: 20_000, most: 60 })).toEqual({ paid: 58, fee: 2 });
  expect(() => split(100, -1, { ppm: 0, most: 0 })).toThrow(/INV-25: more is paid/);
  expect(() => split(-1, 60, { ppm: 0, most: 0 })).toThrow(/INV-25/);
});
