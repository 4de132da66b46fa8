/**
 * One cross margin account from its loan to its liquidation, by numbers that Binance publishes and by hand.
 *
 * Binance, "How to calculate the Max Borrow Limit on Cross Margin Pro", example 1
 * (https://www.binance.com/en/support/faq/how-to-calculate-the-maximum-borrow-limit-on-cross-margin-pro-84aac4a694f54c55a95f721b33cfd174):
 * user A has 2 BTC at 10,000, of which 1 is borrowed, and borrows 79,928 USDC, the most that he may. Its margin
 * level is equity over maintenance, and it liquidates at 1
 * (https://www.binance.com/en/support/faq/how-to-calculate-the-margin-level-on-cross-margin-pro-12a78d8aa813470f96be283b45f75410);
 * the ratio here is the inverse, with a call at 80 % and a fee that is left out to have its numbers.
 * What follows the loan is worked by hand from that rule: he buys 7.9928 BTC, and the price falls.
 */
import { expect, test } from 'vitest';
import { crossRisk, isCalled, loanRatio, marginSums, type PricedCoin } from './loan-math.ts';
import type { LoanTerms } from './loans.ts';

const units = (coins: number): number => Math.round(coins * 100_000_000);
const money = (dollars: number): number => Math.round(dollars * 10_000);

/** The first tier of its table: 10 times, and a rate of its own for each coin. */
const termsOf = (coins: number, maintenancePpm: number): LoanTerms => ({
  tiers: [{ upTo: units(coins), leverageMax: 10, maintenancePpm }],
  collateral: [{ upTo: units(coins), valuePpm: 1_000_000 }],
  curve: { idlePpm: 0, kinkPpm: 0, fullPpm: 0, kinkAtPpm: 500_000 },
  lentMax: units(coins),
  levelMax: [units(coins)],
  loanMin: 1,
  liquidationPpm: 0,
});
const BTC = crossRisk(termsOf(100, 20_000));
const USDC = crossRisk(termsOf(1_000_000, 30_000));

/** What is held and owed of each, in coins. @param price of a BTC, to cents */
function account(
  price: number,
  btc: readonly [held: number, debt: number],
  usdc: readonly [held: number, debt: number],
): PricedCoin[] {
  const ticks = Math.round(price * 100);
  return [
    {
      risk: BTC,
      held: units(btc[0]),
      debt: units(btc[1]),
      scale: { price: ticks, divisor: 1_000_000 },
    },
    {
      risk: USDC,
      held: units(usdc[0]),
      debt: units(usdc[1]),
      scale: { price: 1, divisor: 10_000 },
    },
  ];
}

const LOAN = 79_928;

test('the loan: equity, what is needed and what is kept are as published', () => {
  const sums = marginSums(account(10_000, [2, 1], [LOAN, LOAN]));
  expect(sums.equity).toBe(money(10_000));
  // 10,000 · 2 % + 79,928 · 3 %; their level of 3.849.
  expect(sums.keeps).toBe(money(2_597.84));
  expect(1_000_000 / loanRatio(sums)).toBeCloseTo(3.849, 3);
  // They round the ninth part to 11.12 %, and so need all of the 10,000.
  expect(Math.abs(sums.needs / money(10_000) - 1)).toBeLessThan(0.001);
});

/** With the loan spent at 10,000. */
const bought = (price: number) => marginSums(account(price, [9.9928, 1], [0, LOAN]));

test('the call: 0.8 · (8.9928 p − 79,928) = 0.02 p + 2,397.84 at p = 9,247.01', () => {
  expect(isCalled(bought(9_247.01))).toBe(false);
  expect(isCalled(bought(9_247))).toBe(true);
  expect(loanRatio(bought(9_247))).toBeLessThan(1_000_000);
});

test('the liquidation: 8.9928 p − 79,928 = 0.02 p + 2,397.84 at p = 9,175.05', () => {
  const isKept = (price: number): boolean => bought(price).equity >= bought(price).keeps;
  expect(isKept(9_175.05)).toBe(true);
  expect(isKept(9_175.03)).toBe(false);
});

test('its end: the borrowed BTC is paid back, and 4.0227 sold for what is owed bring 50 %', () => {
  const price = 9_175.03;
  const sold = (btc: number) => {
    const owed = LOAN - btc * price;
    return loanRatio(marginSums(account(price, [8.9928 - btc, 0], [0, owed])));
  };
  // 0.03 · 79,928 of 8.9928 p − 79,928 = 2,581.21.
  expect(sold(0)).toBeCloseTo(928_959, -2);
  // 0.03 · (79,928 − p x) = 0.5 · 2,581.21 at x = 4.02264.
  expect(sold(4.0226)).toBeGreaterThan(500_000);
  expect(sold(4.0227)).toBeLessThanOrEqual(500_000);
});
