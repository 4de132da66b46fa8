/** Averages of the price. */
import {
  dayStarts,
  decimal,
  type Indicator,
  type IndicatorSetting,
  lines,
  ofLength,
  typicalPrice,
  whole,
} from './indicator.ts';
import {
  change,
  ema,
  firstKnown,
  mapped,
  minus,
  plus,
  ratio,
  regression,
  rma,
  type Series,
  sma,
  sum,
  times,
  unknown,
  weighted,
  wma,
  zipped,
} from './series.ts';

/** One line over the candles, an average of the close. */
function average(
  id: string,
  title: string,
  of: (close: Series, values: readonly number[]) => Series,
  settings: readonly IndicatorSetting[] = ofLength(20),
): Indicator {
  return {
    ...{ id, title, settings, group: 'average', onPrice: true, digits: 'price' },
    lines: lines(''),
    compute: ({ close }, values) => [of(close, values)],
  };
}

/** 2·EMA - EMA(EMA): Mulloy, Stocks & Commodities 12:1 (1994). */
function dema(close: Series, length: number): Series {
  const once = ema(close, length);
  return minus(times(once, 2), ema(once, length));
}

/** 3·EMA - 3·EMA(EMA) + EMA(EMA(EMA)): Mulloy, Stocks & Commodities 12:2 (1994). */
function tema(close: Series, length: number): Series {
  const once = ema(close, length);
  const twice = ema(once, length);
  return plus(times(minus(once, twice), 3), ema(twice, length));
}

/** WMA(2·WMA(n/2) - WMA(n), √n): Alan Hull (2005). */
function hma(close: Series, length: number): Series {
  const half = wma(close, Math.max(1, Math.floor(length / 2)));
  const faster = minus(times(half, 2), wma(close, length));
  return wma(faster, Math.max(1, Math.floor(Math.sqrt(length))));
}

/** An average as fast as the way is straight: Kaufman, Trading Systems and Methods (1998). */
function kama(close: Series, [length, fast, slow]: readonly number[]): Series {
  const out = unknown(close.length);
  const way = sum(
    change(close).map((step) => Math.abs(step)),
    length!,
  );
  const straight = change(close, length!).map((step) => Math.abs(step));
  const efficiency = ratio(straight, way);
  const [fastest, slowest] = [2 / (fast! + 1), 2 / (slow! + 1)];
  const start = firstKnown(efficiency);
  let last = close[start - 1] ?? Number.NaN;
  for (let at = start; at < close.length; at++) {
    const share = (efficiency[at]! * (fastest - slowest) + slowest) ** 2;
    last += share * (close[at]! - last);
    out[at] = last;
  }
  return out;
}

/** A bell of weights whose top is `offset` of the way: Legoux and Kouzis-Loukas (2009), width `shape`. */
function alma(close: Series, [length, offset, shape]: readonly number[]): Series {
  const top = offset! * (length! - 1);
  const width = length! / shape!;
  const weight = (n: number) => Math.exp(-((n - top) ** 2) / (2 * width * width));
  return weighted(
    close,
    Array.from({ length: length! }, (_, n) => weight(n)),
  );
}

/** The day's value by its volume, from 00:00 UTC on. */
const vwap: Indicator = {
  ...{ id: 'VWAP', title: 'Volume Weighted Average Price', group: 'average' },
  ...{ onPrice: true, digits: 'price', settings: [], lines: lines('') },
  compute: (candles) => {
    const price = typicalPrice(candles);
    const { time, volume } = candles;
    const starts = dayStarts(time);
    // Of a day whose beginning is not known nothing is.
    let [coins, value] = [Number.NaN, Number.NaN];
    const line = mapped(price.length, (at) => {
      const start = starts[at];
      if (start !== '') coins = value = start === 'whole' ? 0 : Number.NaN;
      coins += volume[at]!;
      value += volume[at]! * price[at]!;
      return coins === 0 ? price[at]! : value / coins;
    });
    return [line];
  },
};

/** Weighted by volume. */
const vwma: Indicator = {
  ...average('VWMA', 'Volume Weighted Moving Average', (close) => close),
  compute: ({ close, volume }, [length]) => [
    zipped(
      sum(
        zipped(close, volume, (x, y) => x * y),
        length!,
      ),
      sum(volume, length!),
      (value, coins) => (coins === 0 ? Number.NaN : value / coins),
    ),
  ],
};

/** Several lengths at once, as exchanges show them first. */
const LENGTHS = [whole('fast', 5), whole('slow', 10), whole('third', 30), whole('fourth', 60)];

export const AVERAGES: readonly Indicator[] = [
  {
    ...{ id: 'MA', title: 'Moving Averages', group: 'average', onPrice: true, digits: 'price' },
    settings: LENGTHS,
    lines: LENGTHS.map((_length, setting) => ({ name: '', shape: 'line', setting })),
    compute: ({ close }, values) => values.map((length) => sma(close, length)),
  },
  average('SMA', 'Simple Moving Average', (close, [n]) => sma(close, n!)),
  average('EMA', 'Exponential Moving Average', (close, [n]) => ema(close, n!)),
  average('WMA', 'Weighted Moving Average', (close, [n]) => wma(close, n!)),
  average('SMMA', 'Smoothed Moving Average', (close, [n]) => rma(close, n!)),
  average('DEMA', 'Double Exponential Moving Average', (close, [n]) => dema(close, n!)),
  average('TEMA', 'Triple Exponential Moving Average', (close, [n]) => tema(close, n!)),
  average('HMA', 'Hull Moving Average', (close, [n]) => hma(close, n!)),
  average('LSMA', 'Least Squares Moving Average', (close, [n]) => regression(close, n!)),
  average('KAMA', "Kaufman's Adaptive Moving Average", kama, [
    whole('length', 10),
    whole('fast', 2),
    whole('slow', 30),
  ]),
  average('ALMA', 'Arnaud Legoux Moving Average', alma, [
    whole('length', 9),
    decimal('offset', 0.85, 0, 1),
    decimal('smoothing', 6, 1, 100),
  ]),
  vwma,
  vwap,
];
