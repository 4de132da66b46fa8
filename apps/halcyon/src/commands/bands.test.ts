import { expect, test } from 'vitest';
import { bands } from './bands.ts';

test.each([
  '0',
  '-1',
  '366',
  '0x10',
  '1e2',
  '1.5',
  ' 7',
  '٣',
  'NaN',
  '',
  true,
  '9'.repeat(100_000),
])('a number of days or minutes is a whole one within its limit: %.20s', (text) => {
  for (const name of ['days', 'minutes']) {
    const run = () => bands({ positionals: [], options: { [name]: text } });
    expect(run).toThrow(/^--(?:days|minutes): "[^"]{0,61}" is not a whole number from 1 to 365$/);
  }
});
