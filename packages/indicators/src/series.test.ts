import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import {
  deviation,
  ema,
  highest,
  highestAgo,
  lowest,
  meanDistance,
  regression,
  rma,
  type Series,
  sma,
  sum,
  wma,
} from './series.ts';

const numbers = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 40 });
const cases = fc.tuple(numbers, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 12 }));

/** The last `length` numbers at each place where so many are known, put through `of`. */
function naive(series: Series, length: number, of: (window: number[]) => number): number[] {
  return [...series].map((_x, at) => {
    const window = [...series].slice(Math.max(0, at - length + 1), at + 1);
    return window.length < length || window.some(Number.isNaN) ? Number.NaN : of(window);
  });
}

const mean = (window: number[]) => window.reduce((all, x) => all + x, 0) / window.length;

describe('moving figures are those of each window by itself', () => {
  const figures: readonly [
    name: string,
    moving: (series: Series, length: number) => Series,
    of: (window: number[]) => number,
  ][] = [
    ['sum', sum, (window) => window.reduce((all, x) => all + x, 0)],
    ['sma', sma, mean],
    [
      'wma',
      wma,
      (window) =>
        window.reduce((all, x, n) => all + x * (n + 1), 0) /
        ((window.length * (window.length + 1)) / 2),
    ],
    ['highest', highest, (window) => Math.max(...window)],
    ['lowest', lowest, (window) => Math.min(...window)],
    [
      'highestAgo',
      highestAgo,
      (window) => window.length - 1 - window.lastIndexOf(Math.max(...window)),
    ],
    [
      'deviation',
      deviation,
      (window) => Math.sqrt(mean(window.map((x) => (x - mean(window)) ** 2))),
    ],
    ['meanDistance', meanDistance, (window) => mean(window.map((x) => Math.abs(x - mean(window))))],
    ['regression', regression, endOfLine],
  ];
  test.each(figures)('%s', (_name, moving, of) => {
    fc.assert(
      fc.property(cases, ([values, unknown, length]) => {
        const series = Float64Array.from([...Array(unknown).fill(Number.NaN), ...values]);
        const expected = naive(series, length, of);
        const got = moving(series, length);
        expect(got).toHaveLength(series.length);
        for (const [at, x] of got.entries()) {
          if (Number.isNaN(expected[at])) expect(x).toBeNaN();
          else expect(x).toBeCloseTo(expected[at]!, 6);
        }
      }),
    );
  });
});

/** The end of the least squares line through a window, by its normal equations. */
function endOfLine(window: number[]): number {
  const n = window.length;
  if (n === 1) return window[0]!;
  const xs = window.map((_y, x) => x);
  const slope =
    (mean(window.map((y, x) => x * y)) - mean(xs) * mean(window)) /
    (mean(xs.map((x) => x * x)) - mean(xs) ** 2);
  return mean(window) + slope * (n - 1 - mean(xs));
}

test('exponential averages begin with a simple one and go their share of the way', () => {
  const series = Float64Array.of(Number.NaN, 2, 4, 9, 1);
  expect([...ema(series, 2)]).toEqual([Number.NaN, Number.NaN, 3, 7, 3]);
  expect([...rma(series, 2)]).toEqual([Number.NaN, Number.NaN, 3, 6, 3.5]);
  expect([...ema(Float64Array.of(1), 2)]).toEqual([Number.NaN]);
});

test('a running sum does not drift', () => {
  const series = Float64Array.from({ length: 50_000 }, (_, n) => (n % 2 === 0 ? 1e9 : 1e-6));
  const last = sum(series, 10).at(-1)!;
  expect(last).toBeCloseTo(5e9 + 5e-6, 4);
});
