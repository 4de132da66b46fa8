/** Plain estimators shared by the band measurements. All take and give floats: nothing is money. */

/** Arithmetic mean; NaN for an empty sample. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  return sum / values.length;
}

/** Population variance. */
export function variance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (values[index]! - centre) ** 2;
  return sum / values.length;
}

/** Population standard deviation. */
export function standardDeviation(values: ArrayLike<number>): number {
  return Math.sqrt(variance(values));
}

/** Excess kurtosis (0 for a Gaussian). */
export function excessKurtosis(values: ArrayLike<number>): number {
  const centre = mean(values);
  let second = 0;
  let fourth = 0;
  for (let index = 0; index < values.length; index += 1) {
    const square = (values[index]! - centre) ** 2;
    second += square;
    fourth += square * square;
  }
  const { length } = values;
  return fourth / length / (second / length) ** 2 - 3;
}

/** Excess kurtosis after removing the `share` of values that lie farthest from zero. */
export function trimmedKurtosis(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort((a, b) => Math.abs(a) - Math.abs(b));
  const kept = sorted.length - Math.ceil(sorted.length * share);
  return excessKurtosis(sorted.subarray(0, kept));
}

/**
 * Hill tail index of the largest `share` of the positive values: the inverse mean log excess over
 * the smallest value kept (that one included, which is how the published figures were made).
 */
export function hill(values: ArrayLike<number>, share: number): number {
  const positive = Float64Array.from(values)
    .filter((value) => value > 0)
    .sort();
  const count = Math.floor(positive.length * share);
  if (count < 2) return Number.NaN;
  const threshold = positive[positive.length - count]!;
  let sum = 0;
  for (let index = positive.length - count; index < positive.length; index += 1) {
    sum += Math.log(positive[index]! / threshold);
  }
  return count / sum;
}

/** Pearson correlation of two samples of equal length. */
export function correlation(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const leftMean = mean(left);
  const rightMean = mean(right);
  let covariance = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index += 1) {
    const a = left[index]! - leftMean;
    const b = right[index]! - rightMean;
    covariance += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  return covariance / Math.sqrt(leftSquares * rightSquares);
}

/** Autocorrelation at one lag: mean lagged product over the whole sample's variance. */
export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  const centre = mean(values);
  const { length } = values;
  let total = 0;
  let lagged = 0;
  for (let index = 0; index < length; index += 1) {
    const value = values[index]! - centre;
    total += value * value;
    if (index >= lag) lagged += value * (values[index - lag]! - centre);
  }
  return lagged / (length - lag) / (total / length);
}

/** Up to `count` distinct whole lags from 1 to `last`, evenly spaced in the logarithm. */
export function logSpacedLags(
  last: number,
  count: number,
  round: (value: number) => number,
): number[] {
  const lags = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    // The nudge keeps whole powers whole when floating point lands just below them.
    lags.add(round(last ** (index / (count - 1)) + 1e-9));
  }
  return [...lags];
}

/** Slope of the least-squares line through (x, y). */
export function slope(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const xMean = mean(x);
  const yMean = mean(y);
  let covariance = 0;
  let squares = 0;
  for (let index = 0; index < x.length; index += 1) {
    covariance += (x[index]! - xMean) * (y[index]! - yMean);
    squares += (x[index]! - xMean) ** 2;
  }
  return covariance / squares;
}

/** Exponent b of acf ~ c * lag^-b over the given lags; lags with a non-positive acf are left out. */
export function powerLawDecay(values: ArrayLike<number>, lags: readonly number[]): number {
  const x: number[] = [];
  const y: number[] = [];
  for (const lag of lags) {
    const acf = autocorrelation(values, lag);
    if (acf <= 0) continue;
    x.push(Math.log(lag));
    y.push(Math.log(acf));
  }
  return x.length < 2 ? Number.NaN : -slope(x, y);
}

/** Fano factor (variance over mean) of event counts in windows of `windowMs`. */
export function fanoFactor(times: ArrayLike<number>, windowMs: number): number {
  const counts = windowCounts(times, windowMs);
  return variance(counts) / mean(counts);
}

/** Event counts in consecutive whole windows from the first event to the last. */
function windowCounts(times: ArrayLike<number>, windowMs: number): Float64Array {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  const counts = new Float64Array(Math.max(0, Math.floor((last - first) / windowMs)));
  for (let index = 0; index < times.length; index += 1) {
    const window = Math.floor((times[index]! - first) / windowMs);
    if (window < counts.length) counts[window] = counts[window]! + 1;
  }
  return counts;
}
