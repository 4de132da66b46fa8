/**
 * Moving figures of a series. A series has a number for every candle, NaN where it is not known yet; each
 * figure begins where enough of its series is known. These numbers are drawn, never money.
 */

/** A number for every candle. */
export type Series = Float64Array;

/** A series of `length` unknown numbers. */
export function unknown(length: number): Series {
  return new Float64Array(length).fill(Number.NaN);
}

/** A series made number by number. */
export function mapped(length: number, of: (at: number) => number): Series {
  const out = new Float64Array(length);
  for (let at = 0; at < length; at++) out[at] = of(at);
  return out;
}

/** Two series of one length, number by number. */
export function zipped(a: Series, b: Series, of: (a: number, b: number) => number): Series {
  return mapped(a.length, (at) => of(a[at]!, b[at]!));
}

export function minus(a: Series, b: Series): Series {
  return zipped(a, b, (x, y) => x - y);
}

export function plus(a: Series, b: Series): Series {
  return zipped(a, b, (x, y) => x + y);
}

export function times(a: Series, factor: number): Series {
  return a.map((x) => x * factor);
}

/** `a` by `b`; 0 where `b` is 0. */
export function ratio(a: Series, b: Series): Series {
  return zipped(a, b, (x, y) => (y === 0 ? 0 : x / y));
}

/** Where a series begins to be known; its length where it never is. */
export function firstKnown(series: Series): number {
  const at = series.findIndex((x) => !Number.isNaN(x));
  return at === -1 ? series.length : at;
}

/** The sum of the last `length` numbers. */
export function sum(series: Series, length: number): Series {
  const out = unknown(series.length);
  const first = firstKnown(series);
  let [running, zeros] = [0, 0];
  for (let at = first; at < series.length; at++) {
    const gone = at - first;
    running += series[at]!;
    zeros = series[at] === 0 ? zeros + 1 : 0;
    if (gone >= length) running -= series[at - length]!;
    // Summed afresh each time it has gone its length, and nothing where nothing is left: no error grows.
    if (zeros >= length) running = 0;
    else if (gone >= length && gone % length === 0) {
      running = 0;
      for (let back = 0; back < length; back++) running += series[at - back]!;
    }
    if (gone >= length - 1) out[at] = running;
  }
  return out;
}

/** Simple moving average. */
export function sma(series: Series, length: number): Series {
  return times(sum(series, length), 1 / length);
}

/** A number goes `share` of its way to the next one, from a simple average of the first `length` on. */
function smoothed(series: Series, length: number, share: number): Series {
  const out = unknown(series.length);
  const start = firstKnown(series) + length - 1;
  if (start >= series.length) return out;
  let last = 0;
  for (let at = start - length + 1; at <= start; at++) last += series[at]! / length;
  out[start] = last;
  for (let at = start + 1; at < series.length; at++) {
    last += share * (series[at]! - last);
    out[at] = last;
  }
  return out;
}

/** Exponential moving average, weight 2 / (length + 1). */
export function ema(series: Series, length: number): Series {
  return smoothed(series, length, 2 / (length + 1));
}

/** Wilder's average, weight 1 / length (New Concepts in Technical Trading Systems, 1978). */
export function rma(series: Series, length: number): Series {
  return smoothed(series, length, 1 / length);
}

/** A weighted sum of the last numbers. @param weights the oldest one first */
export function weighted(series: Series, weights: readonly number[]): Series {
  const out = unknown(series.length);
  const { length } = weights;
  const total = weights.reduce((all, weight) => all + weight, 0);
  for (let at = firstKnown(series) + length - 1; at < series.length; at++) {
    let value = 0;
    for (let n = 0; n < length; n++) value += weights[n]! * series[at - length + 1 + n]!;
    out[at] = value / total;
  }
  return out;
}

/** Linearly weighted moving average: the newest number counts `length` times. */
export function wma(series: Series, length: number): Series {
  return weighted(
    series,
    Array.from({ length }, (_, n) => n + 1),
  );
}

/** Least squares: where the line through the last `length` numbers ends. */
export function regression(series: Series, length: number): Series {
  const middle = (length - 1) / 2;
  const spread = (length * (length * length - 1)) / 12;
  const weights = Array.from(
    { length },
    (_, n) => 1 / length + (spread === 0 ? 0 : ((n - middle) * middle) / spread),
  );
  return weighted(series, weights);
}

/** A spread that is only the rounding of its mean is none. */
function withoutNoise(spread: number, mean: number): number {
  return spread < Math.abs(mean) * 1e-12 ? 0 : spread;
}

/** Standard deviation of the last `length` numbers, as of a whole population. */
export function deviation(series: Series, length: number): Series {
  const mean = sma(series, length);
  const out = unknown(series.length);
  for (let at = firstKnown(mean); at < series.length; at++) {
    let squares = 0;
    for (let back = 0; back < length; back++) squares += (series[at - back]! - mean[at]!) ** 2;
    out[at] = withoutNoise(Math.sqrt(squares / length), mean[at]!);
  }
  return out;
}

/** Mean distance of the last `length` numbers from their mean. */
export function meanDistance(series: Series, length: number): Series {
  const mean = sma(series, length);
  const out = unknown(series.length);
  for (let at = firstKnown(mean); at < series.length; at++) {
    let distance = 0;
    for (let back = 0; back < length; back++) distance += Math.abs(series[at - back]! - mean[at]!);
    out[at] = withoutNoise(distance / length, mean[at]!);
  }
  return out;
}

/** How many candles ago the extreme of the last `length` was, the newest of equals. */
function extremeAgo(series: Series, length: number, isBeyond: (a: number, b: number) => boolean) {
  const out = unknown(series.length);
  const first = firstKnown(series);
  // Candidates, each beyond all after it.
  const queue: number[] = [];
  let head = 0;
  for (let at = first; at < series.length; at++) {
    while (queue.length > head && !isBeyond(series[queue.at(-1)!]!, series[at]!)) queue.pop();
    queue.push(at);
    if (queue[head]! <= at - length) head += 1;
    if (at - first >= length - 1) out[at] = at - queue[head]!;
  }
  return out;
}

export function highestAgo(series: Series, length: number): Series {
  return extremeAgo(series, length, (a, b) => a > b);
}

export function lowestAgo(series: Series, length: number): Series {
  return extremeAgo(series, length, (a, b) => a < b);
}

/** The highest of the last `length` numbers. */
export function highest(series: Series, length: number): Series {
  const ago = highestAgo(series, length);
  return mapped(series.length, (at) => series[at - ago[at]!] ?? Number.NaN);
}

/** The lowest of the last `length` numbers. */
export function lowest(series: Series, length: number): Series {
  const ago = lowestAgo(series, length);
  return mapped(series.length, (at) => series[at - ago[at]!] ?? Number.NaN);
}

/** What a series was `ago` candles before; negative = will be. */
export function shifted(series: Series, ago: number): Series {
  return mapped(series.length, (at) => series[at - ago] ?? Number.NaN);
}

/** The difference to `ago` candles before. */
export function change(series: Series, ago = 1): Series {
  return minus(series, shifted(series, ago));
}

/** The running total of what is known. */
export function total(series: Series): Series {
  let running = 0;
  return series.map((x) => {
    running += Number.isNaN(x) ? 0 : x;
    return running;
  });
}
