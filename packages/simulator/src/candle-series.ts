/** Columns of candles in integer ticks and lots, and exact aggregation into longer intervals. */

/**
 * Candles in time order. Every number is a safe integer; quote volume, which can pass 2^53, is a
 * 64-bit integer.
 */
export interface SimulatedCandles {
  /** Length of one candle in milliseconds. */
  readonly intervalMs: number;
  /** Open time, Unix milliseconds UTC, a multiple of the interval. */
  readonly openTimeMs: Float64Array;
  /** Prices in ticks. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Traded base in lots. */
  readonly baseVolume: Float64Array;
  /** Traded quote in units of one price tick times one lot. */
  readonly quoteVolume: BigInt64Array;
}

/** An empty series of `length` candles to be filled. */
export function emptyCandles(intervalMs: number, length: number): SimulatedCandles {
  return {
    intervalMs,
    openTimeMs: new Float64Array(length),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    baseVolume: new Float64Array(length),
    quoteVolume: new BigInt64Array(length),
  };
}

/**
 * Sums candles into a longer interval that is a multiple of theirs. A first or last group that is
 * only partly covered gives a partial candle.
 */
export function aggregate(source: SimulatedCandles, intervalMs: number): SimulatedCandles {
  if (intervalMs % source.intervalMs !== 0) {
    throw new Error(`interval ${intervalMs} ms is no multiple of ${source.intervalMs} ms`);
  }
  const { length } = source.openTimeMs;
  const bucket = (index: number): number =>
    Math.floor(source.openTimeMs[index]! / intervalMs) * intervalMs;
  let groups = 0;
  for (let index = 0; index < length; index += 1) {
    if (index === 0 || bucket(index) !== bucket(index - 1)) groups += 1;
  }
  const result = emptyCandles(intervalMs, groups);
  let at = -1;
  for (let index = 0; index < length; index += 1) {
    const time = bucket(index);
    if (at < 0 || result.openTimeMs[at] !== time) {
      at += 1;
      copyCandle(source, index, result, at);
      result.openTimeMs[at] = time;
      continue;
    }
    result.high[at] = Math.max(result.high[at]!, source.high[index]!);
    result.low[at] = Math.min(result.low[at]!, source.low[index]!);
    result.close[at] = source.close[index]!;
    result.baseVolume[at] = result.baseVolume[at]! + source.baseVolume[index]!;
    result.quoteVolume[at] = result.quoteVolume[at]! + source.quoteVolume[index]!;
  }
  return result;
}

/** Copies one candle between series. */
export function copyCandle(
  source: SimulatedCandles,
  from: number,
  target: SimulatedCandles,
  to: number,
): void {
  target.openTimeMs[to] = source.openTimeMs[from]!;
  target.open[to] = source.open[from]!;
  target.high[to] = source.high[from]!;
  target.low[to] = source.low[from]!;
  target.close[to] = source.close[from]!;
  target.baseVolume[to] = source.baseVolume[from]!;
  target.quoteVolume[to] = source.quoteVolume[from]!;
}

/** One series followed by another of the same interval. */
export function concatenate(first: SimulatedCandles, second: SimulatedCandles): SimulatedCandles {
  const total = first.openTimeMs.length + second.openTimeMs.length;
  const result = emptyCandles(first.intervalMs, total);
  for (const [series, offset] of [
    [first, 0],
    [second, first.openTimeMs.length],
  ] as const) {
    for (let index = 0; index < series.openTimeMs.length; index += 1) {
      copyCandle(series, index, result, offset + index);
    }
  }
  return result;
}
