import { expect, it } from 'vitest';
import { accountIn } from './terminal-account.ts';

it('is what the address names, else what was chosen last, else spot', () => {
  expect(accountIn('/spot/BTCUSDT', '?account=cross', 'isolated')).toBe('cross');
  expect(accountIn('/spot/BTCUSDT', '?account=futures', 'isolated')).toBe('isolated');
  expect(accountIn('/spot/BTCUSDT', '', 'nothing')).toBe('spot');
});

it('is one of margin in a terminal of margin alone', () => {
  expect(accountIn('/trade-margin/BTCUSDT', '?account=spot', 'spot')).toBe('cross');
  expect(accountIn('/trade-margin/BTCUSDT', '', 'isolated')).toBe('isolated');
});
