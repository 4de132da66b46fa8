import { expect, it } from 'vitest';
import { balance, PAIR, placeWith } from '../testing/place.ts';
import { liquidationOf } from './liquidation-line.ts';

it('is drawn at the index at which the account is liquidated, with what is owed', () => {
  // 60 USDT, one BTC owed of which 7 % are kept: 60 / 1.07.
  const short = placeWith([balance('USDT', 60), balance('BTC', 0, 1)]);
  expect(liquidationOf(short, PAIR)).toEqual({ price: '56.07', isCalled: false, owed: '-1 BTC' });
  const near = placeWith([balance('USDT', 60), balance('BTC', 0, 1)], 5_600);
  expect(liquidationOf(near, PAIR)?.isCalled).toBe(true);
  const both = placeWith([balance('USDT', 0, 40), balance('BTC', 2, 1)]);
  expect(liquidationOf(both, PAIR)?.owed).toBe('-1 BTC -40 USDT');
});

it('is not drawn where nothing is owed, or in a chart of another coin than the settle coin', () => {
  expect(liquidationOf(placeWith([balance('USDT', 60)]), PAIR)).toBeNull();
  const owing = placeWith([balance('USDT', 60), balance('BTC', 0, 1)]);
  expect(liquidationOf(owing, { symbol: 'BTCUSDC', base: 'BTC', quote: 'USDC' })).toBeNull();
  expect(liquidationOf(placeWith([balance('USDT', 60, 10)]), PAIR)).toBeNull();
});
