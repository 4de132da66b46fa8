import { expect, test } from 'vitest';
import { checkAmount } from './amount-check.ts';

test('what is no number, too fine and not above zero are three things', () => {
  expect(checkAmount('', 8)).toEqual({ id: 'form.required' });
  expect(checkAmount('?abc', 8)).toEqual({ id: 'check.number' });
  expect(checkAmount('10.123456789', 8)).toEqual({ id: 'check.decimals', values: { decimals: 8 } });
  expect(checkAmount('0', 8)).toEqual({ id: 'check.positive' });
  expect(checkAmount('0.00', 2)).toEqual({ id: 'check.positive' });
  expect(checkAmount('10.10000000000', 8)).toBeNull();
});

test('of prices a form says what the step is', () => {
  const step = { id: 'check.priceStep', values: { step: '0.1' } } as const;
  expect(checkAmount('1.23', 1, step)).toEqual(step);
  expect(checkAmount('1.2', 1, step)).toBeNull();
});
