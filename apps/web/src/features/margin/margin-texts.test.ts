import { expect, it } from 'vitest';
import { coinIn } from '../../data/state/margin.ts';
import { liquidationTicks } from './account/risk.ts';
import { ofValue, ofValueWhole } from './margin-texts.ts';
import { balance, placeWith } from './testing/place.ts';

it('values have cents, small costs all digits', () => {
  const place = placeWith([balance('USDT', 100)]);
  expect(ofValue(place, 12_345_678)).toBe('1,234.56 USDT');
  expect(ofValue(place, 1_000_000)).toBe('100.00 USDT');
  expect(ofValueWhole(place, 274)).toBe('0.0274 USDT');
});

it('nothing is said of what a coin without a price is worth, nor of where it is liquidated', () => {
  const balances = [balance('USDT', 60), balance('BTC', 0, 1)];
  const [unknown, known] = [placeWith(balances, 0), placeWith(balances)];
  expect(ofValue(unknown, 600_000)).toBe('–');
  expect(liquidationTicks(unknown, coinIn(unknown, 'BTC')!)).toBeNull();
  expect(liquidationTicks(known, coinIn(known, 'BTC')!)).toBeGreaterThan(5_000);
  // A coin that the account does not have says nothing of its sums.
  expect(ofValue(placeWith([balance('USDT', 60)], 0), 600_000)).toBe('60.00 USDT');
});
