import { describe, expect, it } from 'vitest';
import { rateText } from './convert-api.ts';
import { partnersOf } from './convert-form.tsx';

describe('a price is that of one of the dearer coin', () => {
  it.each([
    ['USDT', 'BTC', '0.0000106048087008', '1 BTC = 94,296.844 USDT'],
    ['BTC', 'ETH', '29.77162060907903', '1 BTC = 29.77162 ETH'],
    ['BTC', 'USDT', '94217.18', '1 BTC = 94,217.18 USDT'],
    ['SHIB', 'BTC', '0.00000000000012', '1 BTC = 8,333,333,333,333.33 SHIB'],
    ['USDT', 'USDC', '1', '1 USDT = 1 USDC'],
    ['BTC', 'USDT', '0', '–'],
  ])('%s to %s at %s: %s', (fromCoin, toCoin, cnvtPrice, text) => {
    expect(rateText({ fromCoin, toCoin, cnvtPrice })).toBe(text);
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
