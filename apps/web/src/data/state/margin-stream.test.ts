import { expect, it } from 'vitest';
import { withDebts } from './margin-stream.ts';

it('knows what is owed, by pair and coin, until it is paid back', () => {
  const row = (symbol: string, borrow: string, interest: string) => ({
    symbol,
    coin: 'USDT',
    borrow,
    interest,
  });
  const some = withDebts(new Set(), [row('BTCUSDT', '0', '0.00000001'), row('ETHUSDT', '0', '0')]);
  expect([...some]).toEqual(['BTCUSDT USDT']);
  const more = withDebts(some, [{ coin: 'BTC', borrow: '1', interest: '0' }]);
  expect([...withDebts(more, [row('BTCUSDT', '0', '0')])]).toEqual([' BTC']);
});
