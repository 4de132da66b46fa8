import { describe, expect, it } from 'vitest';
import { plainNumber } from './convert-api.ts';
import { partnersOf } from './convert-form.tsx';

describe('numbers of the wire', () => {
  it.each([
    [999.9438, '999.9438'],
    [0.0000001, '0.0000001'],
    [0.000000000001, '0.000000000001'],
    [12345678.12345678, '12345678.12345678'],
    [5, '5'],
  ])('%d is %s, without an exponent', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });
});

it('a coin becomes those that a market trades it for', () => {
  const pairs = [
    { base: 'BTC', quote: 'USDT' },
    { base: 'ETH', quote: 'BTC' },
    { base: 'ETH', quote: 'USDT' },
  ];
  expect(partnersOf('BTC', pairs)).toEqual(['USDT', 'ETH']);
  expect(partnersOf('USDT', pairs)).toEqual(['BTC', 'ETH']);
  expect(partnersOf('DOGE', pairs)).toEqual([]);
});
