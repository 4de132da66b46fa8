import { marginWorth } from '@halcyon/domain';
import { expect, it } from 'vitest';
import { coinIn } from '../../../data/state/margin.ts';
import { tiersOf } from '../pools/coin-terms.tsx';
import { hourlyText } from '../pools/pool-list.tsx';
import { balance, COIN, placeWith } from '../testing/place.ts';
import { exampleDebt, sharesOf } from './own-numbers.tsx';

it('the rows of the table sum up to the sums that the rule divides', () => {
  // An index that no unit divides, so that each row is rounded.
  const place = placeWith([balance('USDT', 7.125, 3), balance('BTC', 1, 0.375)], 5_003);
  const { equity, keeps } = marginWorth(place);
  const shares = place.coins.map(sharesOf);
  expect(shares.reduce((sum, share) => sum + share.equity, 0)).toBe(equity);
  expect(shares.reduce((sum, share) => sum + share.keeps, 0)).toBe(keeps);
});

it('an example is what may be borrowed, and where that is nothing a hundred smallest loans', () => {
  const rich = placeWith([balance('USDT', 100)]);
  expect(exampleDebt(rich, coinIn(rich, 'USDT')!) / COIN).toBeCloseTo(400, 0);
  const poor = placeWith([]);
  expect(exampleDebt(poor, coinIn(poor, 'USDT')!)).toBe(10 * COIN);
});

it('tiers have the leverage of which their rates were made, and an hour its part of a year, up', () => {
  const { risk } = coinIn(placeWith([]), 'BTC')!;
  expect(tiersOf(risk)).toEqual([{ upTo: 1_000 * COIN, leverage: 5, maintenancePpm: 50_000 }]);
  const initial = [2, 3, 4, 5, 8, 10, 20].map((leverage) => Math.ceil(1_000_000 / (leverage - 1)));
  const rates = initial.map((ppm) => ({ upTo: 1, ppm, deduction: 0 }));
  const shown = tiersOf({ ...risk, initial: rates, maintenance: rates });
  expect(shown.map(({ leverage }) => leverage)).toEqual([2, 3, 4, 5, 8, 10, 20]);
  expect([hourlyText(0), hourlyText(87_600), hourlyText(1)]).toEqual([
    '0%',
    '0.001%',
    '0.00000002%',
  ]);
});
