import { expect, it } from 'vitest';
import { triedAmount } from './tried-amount.ts';

it('is never what the dry run refuses', () => {
  expect(triedAmount({ paidIn: '500', equity: '720.5' })).toBe('500');
  expect(triedAmount({ paidIn: '-20', equity: '720.5' })).toBe('720.5');
  expect(triedAmount({ paidIn: '0', equity: '0' })).toBe(null);
  expect(triedAmount({ paidIn: '0', equity: '-0.01' })).toBe(null);
});
