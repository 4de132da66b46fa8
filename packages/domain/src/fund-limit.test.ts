/** What the protection fund may pay in an hour, and the size it is meant to have. */
import { expect, it } from 'vitest';
import { FUND_TARGET_PPM, fundHourLimit, fundTarget, loanFundHourLimit } from './fund-limit.ts';

const COIN = 100;

it('allows the same by the fund and by the open interest where the fund has its target', () => {
  expect(FUND_TARGET_PPM).toBe(20_000);
  const interest = 50_000_000 * COIN;
  const target = Number(fundTarget(BigInt(interest)));
  expect(target).toBe(1_000_000 * COIN);
  const limit = (fund: number) => fundHourLimit(fund, interest, COIN);
  expect(limit(target)).toBe(50_000 * COIN);
  expect(limit(target * 2)).toBe(limit(target));
  expect(limit(target / 2)).toBe(limit(target) / 2);
});

it('rounds a target down', () => {
  expect([0n, 49n, 50n, 99n, 100n].map(fundTarget)).toEqual([0n, 0n, 1n, 1n, 2n]);
});

it('allows a small sum for margin accounts in any case', () => {
  const least = 1_000_000;
  expect(loanFundHourLimit(0, 0)).toBe(least);
  expect(loanFundHourLimit(1_000 * least, 1_000 * least)).toBe(least);
  expect(loanFundHourLimit(1_000 * least, 2_000 * least)).toBe(2 * least);
  expect(loanFundHourLimit(60 * least, 1_000_000 * least)).toBe(3 * least);
});
