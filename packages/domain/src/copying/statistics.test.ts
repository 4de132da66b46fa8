import { describe, expect, test } from 'vitest';
import {
  type EquityPoint,
  moneyWeighted,
  monthOf,
  portfolioStatistics,
  proportion,
  sharpeRatio,
} from './statistics.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/** Points at the ends of days; `paid` is what came in at that moment. */
function days(
  worth: readonly number[],
  paid: Readonly<Record<number, number>> = {},
  exposure: Readonly<Record<number, number>> = {},
): EquityPoint[] {
  return worth.map((before, i) => ({
    time: START + i * DAY,
    before: BigInt(before),
    after: BigInt(before + (paid[i] ?? 0)),
    exposure: BigInt(exposure[i] ?? 0),
  }));
}

const NO_TRADES = { closed: 0, won: 0 };

describe('the result of a portfolio', () => {
  test('is not changed by money that is paid in or out', () => {
    // +10 %, then 900 more come in, then +10 %, then a half is taken out, then -50 %.
    const points = days([100, 110, 1_111, 275], { 1: 900, 2: -561 });
    const { timeWeighted } = portfolioStatistics(points, NO_TRADES);
    expect(timeWeighted).toBeCloseTo(1.1 * 1.1 * 0.5 - 1, 12);
  });

  test('stays lost when all was lost, whatever is paid in later', () => {
    const points = days([100, 0, 100, 200], { 1: 100 });
    expect(portfolioStatistics(points, NO_TRADES).timeWeighted).toBe(-1);
  });

  test('has the deepest fall, and the longest time below a highest point', () => {
    const points = days([100, 200, 100, 150, 210, 200, 190, 205, 200, 205]);
    expect(portfolioStatistics(points, NO_TRADES).drawdown).toEqual({
      depth: 0.5,
      from: START + DAY,
      lowest: START + 2 * DAY,
      recovered: START + 4 * DAY,
      longestMs: 5 * DAY,
    });
    expect(portfolioStatistics(days([100, 101]), NO_TRADES).drawdown).toBeNull();
  });

  test('names the worst month by the last point in each', () => {
    const worth = [100, ...Array.from({ length: 31 }, () => 120), ...Array(27).fill(110), 90];
    const { worstMonth } = portfolioStatistics(days(worth), NO_TRADES);
    expect(worstMonth).toEqual({ month: Date.UTC(2026, 1), value: 90 / 120 - 1 });
  });

  test('begins a month where the calendar does', () => {
    for (let day = 0; day < 60_000; day++) {
      const date = new Date(day * DAY + 3_600_000);
      const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
      if (monthOf(date.getTime()) !== month) throw new Error(date.toISOString());
    }
  });

  test('says how much was borrowed for it, and how long it was in the market', () => {
    const points = days([100, 100, 100, 100, 100], {}, { 0: 200, 1: 500 });
    const { leverage, timeInMarket } = portfolioStatistics(points, NO_TRADES);
    expect(leverage).toEqual({ average: (2 + 5) / 4, highest: 5 });
    expect(timeInMarket).toBe(0.5);
  });

  test('is too short below 30 days or 30 trades', () => {
    const month = days(Array(31).fill(100));
    const trades = { closed: 30, won: 20 };
    expect(portfolioStatistics(month, trades)).toMatchObject({ days: 30, tooShort: false });
    expect(portfolioStatistics(month, { closed: 29, won: 20 }).tooShort).toBe(true);
    expect(portfolioStatistics(month.slice(1), trades).tooShort).toBe(true);
    expect(portfolioStatistics(month, trades).winRate!.value).toBeCloseTo(2 / 3, 12);
  });

  test('refuses moments that are not in order', () => {
    const [a, b] = days([100, 110]);
    expect(() => portfolioStatistics([b!, a!], NO_TRADES)).toThrow('not in order');
    expect(() => portfolioStatistics([], NO_TRADES)).toThrow('no moment');
  });
});

describe('estimates', () => {
  test('a Sharpe ratio has the range of Lo (2002)', () => {
    // Mean 0.001, deviation of the sample exactly 0.01 times √(n / (n − 1)).
    const returns = Array.from({ length: 100 }, (_, i) => 0.001 + (i % 2 === 0 ? 0.01 : -0.01));
    const { value, low, high } = sharpeRatio(returns)!;
    const daily = 0.1 * Math.sqrt(99 / 100);
    expect(value).toBeCloseTo(daily * Math.sqrt(365), 10);
    expect((high - low) / 2).toBeCloseTo(
      1.959964 * Math.sqrt((1 + daily ** 2 / 2) / 100) * Math.sqrt(365),
      5,
    );
    expect(sharpeRatio(returns.slice(0, 29))).toBeNull();
    expect(sharpeRatio(Array(40).fill(0.5))).toBeNull();
  });

  test('a proportion has the range of Wilson (1927)', () => {
    // 8 of 10: (0.4902, 0.9433), as tables have it.
    const { low, high } = proportion(8, 10)!;
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(proportion(0, 0)).toBeNull();
    expect(proportion(0, 5)!.low).toBe(0);
    expect(proportion(5, 5)!.high).toBe(1);
  });
});

describe('the return of all money together', () => {
  const flow = (day: number, amount: number) => ({
    time: START + day * DAY,
    amount: BigInt(amount),
  });

  test('is the rate that makes of the payments what is there', () => {
    expect(moneyWeighted([flow(0, 1_000)], 1_100n, START + 10 * DAY)).toBeCloseTo(0.1, 10);
    // Half of the time only for the second thousand: 1000 (1 + r) + 1000 √(1 + r) = 2310 has r = 0.21.
    const both = [flow(0, 1_000), flow(5, 1_000)];
    expect(moneyWeighted(both, 2_310n, START + 10 * DAY)).toBeCloseTo(0.21, 10);
  });

  test('counts a loss of much more than a gain of little', () => {
    // 100 doubled, then 10,000 came in and a tenth of all was lost: time-weighted it is +80 %.
    const points = days([100, 200, 9_180], { 1: 10_000 });
    expect(portfolioStatistics(points, NO_TRADES).timeWeighted).toBeCloseTo(0.8, 12);
    const money = moneyWeighted([flow(0, 100), flow(1, 10_000)], 9_180n, START + 2 * DAY)!;
    expect(money).toBeLessThan(-0.16);
  });

  test('is none where nothing was paid in', () => {
    expect(moneyWeighted([], 0n, START)).toBeNull();
    expect(moneyWeighted([flow(0, 100)], 0n, START + DAY)).toBeCloseTo(-1, 12);
  });
});
