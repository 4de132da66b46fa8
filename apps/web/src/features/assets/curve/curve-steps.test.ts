import { describe, expect, it } from 'vitest';
import { endsOf, fromFirst, heightsOf, spanOf, spansOf, stepsOf } from './curve-steps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ONE = 10n ** 18n;

/** Rows an hour apart. */
function rows(start: number, ...told: [spot: number, futures: number, inflow: number][]) {
  return told.map(([spot, futures, inflow], i) => ({
    time: start + i * HOUR,
    worth: [`${spot}`, '0.5', `${futures}`, '0'],
    inflow: [`${inflow}`, '0', '0', '0'],
  }));
}

describe('what a curve says', () => {
  const steps = stepsOf(rows(DAY - 2 * HOUR, [1, 1, 0], [5, 2, 3], [4, 2, 0], [9, 2, 6]), 'all');

  it('accounts are added up, or told by themselves', () => {
    expect(steps.map(({ worth }) => Number(worth / (ONE / 10n)))).toEqual([25, 75, 65, 115]);
    const futures = stepsOf(rows(0, [1, -7, 2]), 'futures');
    expect(futures).toEqual([{ time: 0, worth: -7n * ONE, inflow: 0n }]);
  });

  it('opening + inflow + profit = closing, and the days add up to the whole', () => {
    const days = spansOf(steps, true);
    expect(days.map(({ from, to }) => [from, to])).toEqual([
      [DAY - 2 * HOUR, DAY],
      [DAY, DAY + HOUR],
    ]);
    expect(days.map(({ profit }) => profit)).toEqual([ONE, -ONE]);
    const whole = spanOf(steps);
    expect(whole?.profit).toBe(0n);
    expect(whole?.inflow).toBe(9n * ONE);
    for (const spans of [days, spansOf(steps, false)]) {
      expect(spans.reduce((sum, { profit }) => sum + profit, 0n)).toBe(whole?.profit);
      for (const { opening, closing, inflow, profit } of spans) {
        expect(opening + inflow + profit).toBe(closing);
      }
    }
    expect(spansOf(steps, false)).toHaveLength(3);
    expect([spanOf(steps.slice(0, 1)), spansOf([], true)]).toEqual([null, []]);
  });

  it('steps a day apart are a day each, the last one as far as it goes', () => {
    const daily = [0, DAY, 2 * DAY, 2 * DAY + 5 * HOUR].map((time) => ({
      ...{ time, worth: ONE, inflow: 0n },
    }));
    const days = spansOf(daily, true).map(({ from, to }) => (to - from) / HOUR);
    expect(days).toEqual([24, 24, 5]);
  });

  it('of a new account only what is its own', () => {
    const empty = { worth: 0n, inflow: 0n };
    const late = [0, 1, 2, 3].map((time) => ({
      time,
      ...(time < 2 ? empty : { ...empty, worth: 1n }),
    }));
    expect(fromFirst(late).map(({ time }) => time)).toEqual([1, 2, 3]);
    expect(fromFirst([{ time: 0, ...empty }])).toEqual([]);
  });

  it('places in a box do not depend on how large the money is', () => {
    expect(heightsOf([0n, 10n ** 40n, 5n * 10n ** 39n])).toEqual([1, 0, 0.5]);
    expect(heightsOf([-1n, 1n, 0n])).toEqual([1, 0, 0.5]);
    expect(heightsOf([7n, 7n])).toEqual([0.5, 0.5]);
  });

  it('has the highest and the lowest value as the ends of its scale, or none', () => {
    expect(endsOf([3n, -5n, 9n, 0n])).toEqual([9n, -5n]);
    expect(endsOf([7n, 7n])).toBeUndefined();
    expect(endsOf([])).toBeUndefined();
  });
});
