import { expect, it } from 'vitest';
import { copiedWorth } from './use-copied.ts';

it('counts portfolios that have not ended, and distinguishes none from an empty one', () => {
  const ended = { endedAt: 5, equity: '70' };
  expect(copiedWorth([])).toBe(null);
  expect(copiedWorth([ended])).toBe(null);
  expect(copiedWorth([{ endedAt: null, equity: '0' }])).toBe(0n);
  const some = [{ endedAt: null, equity: '1.5' }, ended, { endedAt: null, equity: '2' }];
  expect(copiedWorth(some)).toBe(3_500_000_000_000_000_000n);
});
