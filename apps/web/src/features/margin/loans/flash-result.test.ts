import type { MarginFillRow } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { fillsSince } from './flash-result.ts';

const fill = (id: string, role: 'maker' | 'taker') => ({ id, role }) as MarginFillRow;

it('fills of a repayment are what was taken after the newest that was known', () => {
  const rows = [fill('11', 'taker'), fill('10', 'maker'), fill('9', 'taker'), fill('3', 'taker')];
  expect(fillsSince(rows, '8').map(({ id }) => id)).toEqual(['11', '9']);
  expect(fillsSince(rows, '11')).toEqual([]);
});
