import { expect, it } from 'vitest';
import { countdownText } from './countdown.tsx';

it.each([
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
  [999, '00:00:00'],
  [61_000, '00:01:01'],
  [28_799_999, '07:59:59'],
])('%i ms are %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
