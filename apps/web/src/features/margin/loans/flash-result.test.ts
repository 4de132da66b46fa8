import type { MarginFillRow } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { fillsSince, sumOf } from './flash-result.ts';

const fill = (id: string, role: 'maker' | 'taker') => ({ id, role }) as MarginFillRow;

it('fills of a repayment are what was taken after the newest that was known', () => {
  const rows = [fill('11', 'taker'), fill('10', 'maker'), fill('9', 'taker'), fill('3', 'taker')];
  expect(fillsSince(rows, '8').map(({ id }) => id)).toEqual(['11', '9']);
  expect(fillsSince(rows, '11')).toEqual([]);
});

it('repayments of a coin are one sum, to the last digit', () => {
  const rows = [{ amount: '0.10000000' }, { amount: '0.2' }];
  expect(Number(sumOf(rows))).toBe(0.3);
});
