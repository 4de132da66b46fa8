import { expect, test } from 'vitest';
import { clockText, closeOf } from './interval-times.ts';
import { intervalOf } from './intervals.ts';

test('a candle closes after its length; a month after its days', () => {
  const at = (text: string) => Date.parse(text);
  expect(closeOf(intervalOf('15m'), at('2026-02-01T00:15:00Z'))).toBe(at('2026-02-01T00:30:00Z'));
  expect(closeOf(intervalOf('3D'), at('2026-02-01T00:00:00Z'))).toBe(at('2026-02-04T00:00:00Z'));
  expect(closeOf(intervalOf('1M'), at('2026-02-01T00:00:00Z'))).toBe(at('2026-03-01T00:00:00Z'));
  // Midnight of UTC+8, as intervals without "utc" have it.
  expect(closeOf(intervalOf('1M'), at('2026-01-31T16:00:00Z'))).toBe(at('2026-02-28T16:00:00Z'));
  expect(closeOf(intervalOf('1M'), at('2025-12-31T16:00:00Z'))).toBe(at('2026-01-31T16:00:00Z'));
});

test('time that is left is written as a clock', () => {
  expect([0, -5, 999, 249_000, 3_849_000].map(clockText)).toEqual([
    ...['00:00', '00:00', '00:01', '04:09', '01:04:09'],
  ]);
  expect(clockText(2 * 86_400_000 + 3_849_000)).toBe('2d 01:04:09');
});
