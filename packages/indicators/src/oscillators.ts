/** Oscillators: how fast, how far, and how one-sidedly the price moves. */
import {
  type CandleColumns,
  type Indicator,
  type IndicatorLine,
  inOwnPane,
  lines,
  medianPrice,
  moves,
  ofLength,
  trueRange,
  typicalPrice,
  whole,
} from './indicator.ts';
import {
  change,
  ema,
  highest,
  highestAgo,
  lowest,
  lowestAgo,
  mapped,
  meanDistance,
  minus,
  ratio,
  rma,
  type Series,
  shifted,
  sma,
  sum,
  times,
  wma,
  zipped,
} from './series.ts';

const BARS: IndicatorLine = { name: 'histogram', shape: 'bars' };

const oscillator = inOwnPane('oscillator', 'percent');
const FAST_SLOW_SIGNAL = [whole('fast', 12), whole('slow', 26), whole('signal', 9)];

/** A line, its average, and the difference of both. */
function withSignal(line: Series, length: number, of = ema): Series[] {
  const signal = of(line, length);
  return [line, signal, minus(line, signal)];
}

/** Rises by rises and falls together, percent (Wilder, 1978). */
function rsi(series: Series, length: number): Series {
  const { up, down } = moves(series);
  const [rise, fall] = [rma(up, length), rma(down, length)];
  return zipped(rise, fall, (a, b) => (a + b === 0 ? 50 : (100 * a) / (a + b)));
}

/** Where `value` stands between the lowest and the highest, percent; 50 where they are one. */
function placeBetween(value: Series, low: Series, high: Series): Series {
  return mapped(value.length, (at) => {
    const range = high[at]! - low[at]!;
    const isFlat = range <= Math.abs(high[at]!) * 1e-12;
    return isFlat ? 50 : (100 * (value[at]! - low[at]!)) / range;
  });
}

function stochastic({ high, low, close }: CandleColumns, length: number): Series {
  return placeBetween(close, lowest(low, length), highest(high, length));
}

/** Percent of the way from `ago` candles before. */
function rate(series: Series, ago: number): Series {
  return zipped(change(series, ago), shifted(series, ago), (a, b) => (100 * a) / b);
}

/** Directional movement and its strength (Wilder, 1978). */
function directional(candles: CandleColumns, length: number): Series[] {
  const [rises, falls] = [change(candles.high), times(change(candles.low), -1)];
  // As the moves, from the second candle on.
  const range = rma(trueRange(candles).fill(Number.NaN, 0, 1), length);
  const side = (own: Series, other: Series) => {
    const moved = zipped(own, other, (a, b) => (Number.isNaN(a) ? a : a > b && a > 0 ? a : 0));
    return times(ratio(rma(moved, length), range), 100);
  };
  const [plusSide, minusSide] = [side(rises, falls), side(falls, rises)];
  const apart = zipped(plusSide, minusSide, (a, b) =>
    a + b === 0 ? 0 : (100 * Math.abs(a - b)) / (a + b),
  );
  return [plusSide, minusSide, rma(apart, length)];
}

/** Buying pressure over three lengths: Larry Williams (1985). */
function ultimate(candles: CandleColumns, lengths: readonly number[]): Series {
  const { low, close } = candles;
  const pressure = mapped(
    close.length,
    (at) => close[at]! - Math.min(low[at]!, close[at - 1] ?? low[at]!),
  );
  const range = trueRange(candles);
  const [a, b, c] = lengths.map((length) => ratio(sum(pressure, length), sum(range, length)));
  return mapped(close.length, (at) => (100 * (4 * a![at]! + 2 * b![at]! + c![at]!)) / 7);
}

/** The middle price through the Fisher transform: Ehlers, Stocks & Commodities 20:11 (2002). */
function fisher(candles: CandleColumns, length: number): Series[] {
  const middle = medianPrice(candles);
  const place = placeBetween(middle, lowest(middle, length), highest(middle, length));
  let [value, line] = [0, 0];
  const out = place.map((percent) => {
    if (Number.isNaN(percent)) return percent;
    value = Math.max(-0.999, Math.min(0.999, 0.66 * (percent / 100 - 0.5) + 0.67 * value));
    line = 0.5 * Math.log((1 + value) / (1 - value)) + 0.5 * line;
    return line;
  });
  return [out, shifted(out, 1)];
}

/** A step smoothed twice by its size smoothed twice: Blau (1991). */
function strength(close: Series, slow: number, fast: number): Series {
  const step = change(close);
  const twice = (series: Series) => ema(ema(series, slow), fast);
  return times(ratio(twice(step), twice(step.map((x) => Math.abs(x)))), 100);
}

export const OSCILLATORS: readonly Indicator[] = [
  // Gerald Appel (1979).
  oscillator(
    'MACD',
    'Moving Average Convergence Divergence',
    FAST_SLOW_SIGNAL,
    ({ close }, [fast, slow, signal]) =>
      withSignal(minus(ema(close, fast!), ema(close, slow!)), signal!),
    { digits: 'difference', lines: [...lines('MACD', 'signal'), BARS] },
  ),
  oscillator(
    'PPO',
    'Percentage Price Oscillator',
    FAST_SLOW_SIGNAL,
    ({ close }, [fast, slow, signal]) => {
      const slower = ema(close, slow!);
      return withSignal(times(ratio(minus(ema(close, fast!), slower), slower), 100), signal!);
    },
    { lines: [...lines('PPO', 'signal'), BARS] },
  ),
  oscillator('RSI', 'Relative Strength Index', ofLength(14), ({ close }, [n]) => [rsi(close, n!)]),
  // As exchanges have it: Lane's lines smoothed as Wilder does, J is 3·K - 2·D.
  oscillator(
    'KDJ',
    'Stochastic with J',
    [whole('length', 9), whole('smoothing', 3), whole('signal', 3)],
    (candles, [length, smoothing, signal]) => {
      const k = rma(stochastic(candles, length!), smoothing!);
      const d = rma(k, signal!);
      return [k, d, zipped(k, d, (a, b) => 3 * a - 2 * b)];
    },
    { lines: lines('K', 'D', 'J') },
  ),
  oscillator(
    'STOCH',
    'Stochastic',
    [whole('length', 14), whole('smoothing', 3), whole('signal', 3)],
    (candles, [length, smoothing, signal]) => {
      const k = sma(stochastic(candles, length!), smoothing!);
      return [k, sma(k, signal!)];
    },
    { lines: lines('K', 'D') },
  ),
  // Chande and Kroll (1994).
  oscillator(
    'STOCHRSI',
    'Stochastic RSI',
    [whole('length', 14), whole('slow', 14), whole('smoothing', 3), whole('signal', 3)],
    ({ close }, [length, slow, smoothing, signal]) => {
      const index = rsi(close, length!);
      const k = sma(placeBetween(index, lowest(index, slow!), highest(index, slow!)), smoothing!);
      return [k, sma(k, signal!)];
    },
    { lines: lines('K', 'D') },
  ),
  // Donald Lambert (1980).
  oscillator('CCI', 'Commodity Channel Index', ofLength(20), (candles, [n]) => {
    const price = typicalPrice(candles);
    return [ratio(minus(price, sma(price, n!)), times(meanDistance(price, n!), 0.015))];
  }),
  oscillator('WR', 'Williams %R', ofLength(14), (candles, [n]) => [
    stochastic(candles, n!).map((percent) => percent - 100),
  ]),
  oscillator('ROC', 'Rate of Change', ofLength(9), ({ close }, [n]) => [rate(close, n!)]),
  oscillator('MOM', 'Momentum', ofLength(10), ({ close }, [n]) => [change(close, n!)], {
    digits: 'difference',
  }),
  // Jack Hutson (1983).
  oscillator(
    'TRIX',
    'Triple Exponential Rate',
    [whole('length', 18), whole('signal', 9)],
    ({ close }, [length, signal]) => {
      const line = rate(ema(ema(ema(close, length!), length!), length!), 1);
      return [line, ema(line, signal!)];
    },
    { lines: lines('TRIX', 'signal') },
  ),
  // Bill Williams (1995).
  oscillator(
    'AO',
    'Awesome Oscillator',
    [whole('fast', 5), whole('slow', 34)],
    (candles, [fast, slow]) => {
      const middle = medianPrice(candles);
      return [minus(sma(middle, fast!), sma(middle, slow!))];
    },
    { digits: 'difference', lines: [{ name: '', shape: 'bars' }] },
  ),
  oscillator(
    'UO',
    'Ultimate Oscillator',
    [whole('fast', 7), whole('slow', 14), whole('third', 28)],
    (candles, lengths) => [ultimate(candles, lengths)],
  ),
  oscillator(
    'DMI',
    'Directional Movement Index',
    ofLength(14),
    (candles, [length]) => directional(candles, length!),
    { lines: lines('+DI', '-DI', 'ADX') },
  ),
  // Tushar Chande (1995).
  oscillator(
    'AROON',
    'Aroon',
    ofLength(14),
    ({ high, low }, [n]) => {
      const since = (ago: Series) => ago.map((x) => (100 * (n! - x)) / n!);
      return [since(highestAgo(high, n! + 1)), since(lowestAgo(low, n! + 1))];
    },
    { lines: lines('up', 'down') },
  ),
  // Botes and Siepman, Stocks & Commodities 28:1 (2010).
  oscillator(
    'VI',
    'Vortex Indicator',
    ofLength(14),
    (candles, [length]) => {
      const { high, low } = candles;
      const range = sum(trueRange(candles), length!);
      const way = (a: Series, b: Series) =>
        sum(
          zipped(a, shifted(b, 1), (x, y) => Math.abs(x - y)),
          length!,
        );
      return [ratio(way(high, low), range), ratio(way(low, high), range)];
    },
    { lines: lines('+VI', '-VI') },
  ),
  oscillator(
    'TSI',
    'True Strength Index',
    [whole('slow', 25), whole('fast', 13), whole('signal', 13)],
    ({ close }, [slow, fast, signal]) => {
      const line = strength(close, slow!, fast!);
      return [line, ema(line, signal!)];
    },
    { lines: lines('TSI', 'signal') },
  ),
  // Tushar Chande (1994).
  oscillator('CMO', 'Chande Momentum Oscillator', ofLength(9), ({ close }, [n]) => {
    const { up, down } = moves(close);
    const [rise, fall] = [sum(up, n!), sum(down, n!)];
    return [zipped(rise, fall, (a, b) => (a + b === 0 ? 0 : (100 * (a - b)) / (a + b)))];
  }),
  oscillator(
    'DPO',
    'Detrended Price Oscillator',
    ofLength(21),
    ({ close }, [n]) => [minus(close, shifted(sma(close, n!), Math.floor(n! / 2) + 1))],
    { digits: 'difference' },
  ),
  oscillator(
    'FISHER',
    'Fisher Transform',
    ofLength(9),
    (candles, [length]) => fisher(candles, length!),
    { lines: lines('Fisher', 'trigger') },
  ),
  // Edwin Coppock (1962).
  oscillator(
    'COPPOCK',
    'Coppock Curve',
    [whole('length', 10), whole('fast', 11), whole('slow', 14)],
    ({ close }, [length, fast, slow]) => [
      wma(
        zipped(rate(close, fast!), rate(close, slow!), (a, b) => a + b),
        length!,
      ),
    ],
  ),
  oscillator('BIAS', 'Bias', ofLength(12), ({ close }, [n]) => {
    const middle = sma(close, n!);
    return [times(ratio(minus(close, middle), middle), 100)];
  }),
  oscillator('PSY', 'Psychological Line', ofLength(12), ({ close }, [n]) => {
    const rises = change(close).map((step) => (Number.isNaN(step) ? step : step > 0 ? 1 : 0));
    return [times(sma(rises, n!), 100)];
  }),
  // Tushar Chande (1994).
  oscillator(
    'QSTICK',
    'Qstick',
    ofLength(8),
    ({ open, close }, [n]) => [sma(minus(close, open), n!)],
    { digits: 'difference' },
  ),
];
