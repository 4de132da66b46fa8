import type { PaperFidelity } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { duration } from '../../data/duration.ts';
import { setNumberLocale } from '../../data/format.ts';
import { basisPoints, fillShare } from './fidelity-text.ts';

const NOTHING: PaperFidelity = {
  orders: 0,
  filled: 0,
  partly: 0,
  slippage: null,
  queue: null,
  rows: [],
};

describe('fidelity figures', () => {
  it.each([
    [0, 0, 0, '0'],
    [3, 1, 1, '0.6666'],
    [42, 30, 5, '0.8333'],
    [7, 7, 0, '1.0000'],
  ])('of %i orders %i filled and %i in part is %s', (orders, filled, partly, share) => {
    expect(fillShare({ ...NOTHING, orders, filled, partly })).toBe(share);
  });

  it.each([
    ['0.42', '+0.42'],
    ['-3.1', '-3.1'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['1234.5', '+1,234.5'],
  ])('%s basis points are shown as %s', (value, shown) => {
    expect(basisPoints((id, values) => `${id} ${values?.['value']}`, value)).toBe(
      `fidelity.basisPoints ${shown}`,
    );
  });

  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [1_200, '1.2 sec'],
    [204_000, '3.4 min'],
    [3_600_000, '1 hr'],
    [129_600_000, '1.5 days'],
  ])('%i ms are %s', (ms, text) => {
    setNumberLocale('en');
    expect(duration(ms)).toBe(text);
  });
});
