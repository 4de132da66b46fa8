/** The return bands: statistics of one-minute bars. */
import type { Measurements } from './report.ts';
import {
  autocorrelation,
  correlation,
  excessKurtosis,
  hill,
  logSpacedLags,
  mean,
  powerLawDecay,
  standardDeviation,
  trimmedKurtosis,
} from './statistics.ts';

/** One-minute bars as columns of equal length; prices and volume in any one unit. */
export interface ReturnBars {
  /** Open time, Unix milliseconds UTC. */
  readonly timeMs: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
}

const MINUTE_MS = 60_000;

interface Series {
  readonly returns: Float64Array;
  readonly absolute: Float64Array;
  readonly logVolume: Float64Array;
  readonly logRange: Float64Array;
  readonly timeMs: Float64Array;
}

/** A minute without a trade counts as the smallest traded volume, so that its logarithm exists. */
function logVolume(volume: number, floor: number): number {
  return Math.log(Math.max(volume, floor));
}

function smallestPositive(values: ArrayLike<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (value > 0 && value < smallest) smallest = value;
  }
  return smallest;
}

/** Log returns between consecutive minutes only: pairs with a missing bar between are left out. */
function series(bars: ReturnBars): Series {
  const kept: number[] = [];
  for (let index = 1; index < bars.timeMs.length; index += 1) {
    if (bars.timeMs[index]! - bars.timeMs[index - 1]! === MINUTE_MS) kept.push(index);
  }
  const column = (value: (index: number) => number): Float64Array =>
    Float64Array.from(kept, (index) => value(index));
  const floor = smallestPositive(bars.volume);
  const returns = column((index) => Math.log(bars.close[index]! / bars.close[index - 1]!));
  return {
    returns,
    absolute: returns.map(Math.abs),
    logVolume: column((index) => logVolume(bars.volume[index]!, floor)),
    logRange: column((index) => Math.log(bars.high[index]! / bars.low[index]!)),
    timeMs: column((index) => bars.timeMs[index]!),
  };
}

function groupMean(
  { absolute, timeMs }: Series,
  groups: number,
  group: (date: Date) => number,
): number[] {
  const sums = new Array<number>(groups).fill(0);
  const counts = new Array<number>(groups).fill(0);
  for (let index = 0; index < absolute.length; index += 1) {
    const at = group(new Date(timeMs[index]!));
    sums[at] = sums[at]! + absolute[index]!;
    counts[at] = counts[at]! + 1;
  }
  return sums.map((sum, at) => sum / counts[at]!);
}

/** Largest over smallest mean |r| by UTC hour. */
function hourSeason(measured: Series): number {
  const hours = groupMean(measured, 24, (date) => date.getUTCHours());
  return Math.max(...hours) / Math.min(...hours);
}

/** Mean |r| on Saturday and Sunday over mean |r| on the other days. */
function weekendSeason(measured: Series): number {
  const [week, weekend] = groupMean(measured, 2, (date) => (date.getUTCDay() % 6 === 0 ? 1 : 0));
  return weekend! / week!;
}

/**
 * Measures every return band on one-minute bars.
 * @param role `btc` judges the standard deviation by BTC's band, `alt` by the other coins'.
 */
export function measureReturns(bars: ReturnBars, role: 'btc' | 'alt'): Measurements {
  const measured = series(bars);
  const { returns, absolute, logVolume } = measured;
  const deviation = standardDeviation(returns);
  const beyond = absolute.filter((value) => value > 3 * deviation).length;
  return {
    [`ret.std.${role}`]: deviation * 1e4,
    'ret.kurt': excessKurtosis(returns),
    'ret.kurtTrim': trimmedKurtosis(returns, 0.001),
    'ret.hill1': hill(absolute, 0.01),
    'ret.hill5': hill(absolute, 0.05),
    'ret.3sigma': beyond / absolute.length,
    'ret.acf1': autocorrelation(returns, 1),
    'abs.acf1': autocorrelation(absolute, 1),
    'abs.acf10': autocorrelation(absolute, 10),
    'abs.acf60': autocorrelation(absolute, 60),
    'abs.beta': powerLawDecay(absolute, logSpacedLags(240, 25, Math.round)),
    'ret.leverage': correlation(returns.subarray(0, -1), absolute.subarray(1)),
    'vol.absret': correlation(absolute, logVolume),
    'vol.acf1': autocorrelation(logVolume, 1),
    'vol.acf60': autocorrelation(logVolume, 60),
    'season.hour': hourSeason(measured),
    'season.weekend': weekendSeason(measured),
    'range.ratio': mean(measured.logRange) / mean(absolute),
  };
}

/** Correlation of two coins' returns and the slope of the second on the first, minute by minute. */
export function measureComovement(
  first: ReturnBars,
  second: ReturnBars,
): { readonly correlation: number; readonly beta: number } {
  const left = series(first).returns;
  const right = series(second).returns;
  if (left.length !== right.length) throw new Error('co-movement needs bars of the same minutes');
  const shared = correlation(left, right);
  return {
    correlation: shared,
    beta: (shared * standardDeviation(right)) / standardDeviation(left),
  };
}

/** Excess kurtosis of returns summed over each number of bars: it falls as bars are summed. */
export function kurtosisBySum(bars: ReturnBars, sizes: readonly number[]): number[] {
  const { returns } = series(bars);
  return sizes.map((size) => {
    const sums = new Float64Array(Math.floor(returns.length / size));
    for (let index = 0; index < sums.length * size; index += 1) {
      const block = Math.floor(index / size);
      sums[block] = sums[block]! + returns[index]!;
    }
    return excessKurtosis(sums);
  });
}
