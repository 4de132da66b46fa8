import { marginWorth } from '@halcyon/domain';
import { expect, it } from 'vitest';
import { balance, COIN, placeWith } from '../testing/place.ts';
import { discountOf } from './risk.ts';

it('what does not count of the assets is told, and nothing where all of them count', () => {
  const whole = placeWith([balance('USDT', 7.125, 3), balance('BTC', 1, 0.375)], 5_003);
  expect(discountOf(marginWorth(whole))).toBe(0);
  const [usdt, btc] = whole.coins;
  const counts = [{ upTo: 100 * COIN, ppm: 900_000, deduction: 0 }];
  const discounted = { ...whole, coins: [usdt!, { ...btc!, risk: { ...btc!.risk, counts } }] };
  // A tenth of a BTC at 50.03, to four digits.
  const worth = marginWorth(discounted);
  expect(discountOf(worth)).toBe(50_030);
  expect(worth.assets - discountOf(worth) - worth.debts).toBe(worth.equity);
});
