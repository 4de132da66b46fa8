import { describe, expect, it } from 'vitest';
import { rateText } from './convert-api.ts';
import { partnersOf } from './convert-form.tsx';

describe('a price is that of one of the dearer coin', () => {
  it.each([
    ['USDT', 'BTC', '1000', '0.0106048087008', '0', '1 BTC = 94,296.844 USDT'],
    ['BTC', 'ETH', '2', '59.54324', '0', '1 BTC = 29.77162 ETH'],
    ['BTC', 'USDT', '1', '94217.18', '0', '1 BTC = 94,217.18 USDT'],
    ['SHIB', 'BTC', '1000000', '0.00000012', '0', '1 BTC = 8,333,333,333,333.33 SHIB'],
    ['USDT', 'USDC', '5', '5', '0', '1 USDT = 1 USDC'],
    ['BTC', 'USDT', '0', '0', '0', '–'],
    // What is listed as the fee is not in the price.
    ['BTC', 'USDT', '0.1', '8391.6', '8.4', '1 BTC = 84,000 USDT'],
    ['USDT', 'BTC', '8400', '0.0999', '0.0001', '1 BTC = 84,000 USDT'],
  ])('%s to %s, %s for %s and a fee of %s: %s', (fromCoin, toCoin, given, got, fee, text) => {
    const sizes = { fromCoinSize: given, toCoinSize: got, fee };
    expect(rateText({ fromCoin, toCoin, ...sizes })).toBe(text);
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
