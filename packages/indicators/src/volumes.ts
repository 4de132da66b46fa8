/** Volatility, and what volume says of the price. */
import { bollWidth } from './bands.ts';
import {
  type CandleColumns,
  closePlace,
  decimal,
  type Indicator,
  inOwnPane,
  medianPrice,
  ofLength,
  trueRange,
  typicalPrice,
  whole,
} from './indicator.ts';
import {
  change,
  deviation,
  ema,
  highest,
  lowest,
  minus,
  ratio,
  rma,
  type Series,
  shifted,
  sma,
  sum,
  times,
  total,
  zipped,
} from './series.ts';

const volatility = inOwnPane('volatility', 'percent');
const volume = inOwnPane('volume', 'volume');
const BOLL = [whole('length', 20), decimal('multiplier', 2, 0.1, 10)];

export const VOLATILITIES: readonly Indicator[] = [
  volatility(
    'ATR',
    'Average True Range',
    ofLength(14),
    (candles, [n]) => [rma(trueRange(candles), n!)],
    { digits: 'difference' },
  ),
  volatility('NATR', 'Normalized Average True Range', ofLength(14), (candles, [n]) => [
    times(ratio(rma(trueRange(candles), n!), candles.close), 100),
  ]),
  volatility(
    'STDDEV',
    'Standard Deviation',
    ofLength(20),
    ({ close }, [n]) => [deviation(close, n!)],
    { digits: 'difference' },
  ),
  // Of a candle, percent: deviation of logarithmic returns.
  volatility('HV', 'Historical Volatility', ofLength(20), ({ close }, [n]) => [
    times(deviation(change(close.map((x) => Math.log(x))), n!), 100),
  ]),
  volatility('BBW', 'Bollinger Band Width', BOLL, ({ close }, [n, multiplier]) => [
    bollWidth(close, n!, multiplier!).width,
  ]),
  volatility('BBP', 'Bollinger %B', BOLL, ({ close }, [n, multiplier]) => [
    bollWidth(close, n!, multiplier!).place,
  ]),
  // Marc Chaikin: how the average range has grown, percent.
  volatility(
    'CHV',
    'Chaikin Volatility',
    [whole('length', 10), whole('slow', 10)],
    ({ high, low }, [length, ago]) => {
      const range = ema(minus(high, low), length!);
      return [times(ratio(change(range, ago!), shifted(range, ago!)), 100)];
    },
  ),
  // Donald Dorsey, Stocks & Commodities 10:6 (1992).
  volatility(
    'MASS',
    'Mass Index',
    [whole('length', 25), whole('fast', 9)],
    ({ high, low }, [length, fast]) => {
      const range = ema(minus(high, low), fast!);
      return [sum(ratio(range, ema(range, fast!)), length!)];
    },
  ),
  volatility('CHOP', 'Choppiness Index', [whole('length', 14, 2)], (candles, [n]) => {
    const way = sum(trueRange(candles), n!);
    const straight = minus(highest(candles.high, n!), lowest(candles.low, n!));
    return [
      zipped(way, straight, (a, b) => (b === 0 ? 0 : (100 * Math.log10(a / b)) / Math.log10(n!))),
    ];
  }),
];

/** Volume with the sign of the step of a price; 0 of the first candle. */
function signedVolume(price: Series, amounts: Series): Series {
  return zipped(change(price), amounts, (step, amount) => (Math.sign(step) || 0) * amount);
}

/** Volume by where the close stands in its candle (Chaikin). */
function flow(candles: CandleColumns): Series {
  return zipped(closePlace(candles), candles.volume, (place, amount) => place * amount);
}

export const VOLUMES: readonly Indicator[] = [
  // Joseph Granville (1963).
  volume('OBV', 'On Balance Volume', [], ({ close, volume: amounts }) => [
    total(signedVolume(close, amounts)),
  ]),
  volume('AD', 'Accumulation/Distribution', [], (candles) => [total(flow(candles))]),
  volume(
    'ADOSC',
    'Chaikin Oscillator',
    [whole('fast', 3), whole('slow', 10)],
    (candles, [fast, slow]) => {
      const line = total(flow(candles));
      return [minus(ema(line, fast!), ema(line, slow!))];
    },
  ),
  volume(
    'CMF',
    'Chaikin Money Flow',
    ofLength(20),
    (candles, [n]) => [times(ratio(sum(flow(candles), n!), sum(candles.volume, n!)), 100)],
    { digits: 'percent' },
  ),
  // Quong and Soudack, Stocks & Commodities 7:3 (1989): the RSI of value.
  volume(
    'MFI',
    'Money Flow Index',
    ofLength(14),
    (candles, [n]) => {
      const price = typicalPrice(candles);
      const value = zipped(price, candles.volume, (x, y) => x * y);
      const side = (sign: number) =>
        sum(
          zipped(change(price), value, (step, x) =>
            Number.isNaN(step) ? step : Math.sign(step) === sign ? x : 0,
          ),
          n!,
        );
      return [zipped(side(1), side(-1), (a, b) => (a + b === 0 ? 50 : (100 * a) / (a + b)))];
    },
    { digits: 'percent' },
  ),
  // Alexander Elder (1993).
  volume('FORCE', 'Force Index', ofLength(13), ({ close, volume: amounts }, [n]) => [
    ema(
      zipped(change(close), amounts, (step, x) => step * x),
      n!,
    ),
  ]),
  // Richard Arms: how far the middle goes, by the volume that a unit of range takes; ten thousandfold.
  volume(
    'EOM',
    'Ease of Movement',
    ofLength(14),
    (candles, [n]) => {
      const middle = medianPrice(candles);
      const range = minus(candles.high, candles.low);
      const way = zipped(change(middle), range, (a, b) => a * b);
      return [sma(times(ratio(way, candles.volume), 10_000), n!)];
    },
    { digits: 'difference' },
  ),
  volume('PVT', 'Price Volume Trend', [], ({ close, volume: amounts }) => [
    total(
      zipped(ratio(change(close), shifted(close, 1)), amounts, (share, amount) => share * amount),
    ),
  ]),
  volume(
    'VO',
    'Volume Oscillator',
    [whole('fast', 5), whole('slow', 10)],
    ({ volume: amounts }, [fast, slow]) => {
      const slower = ema(amounts, slow!);
      return [times(ratio(minus(ema(amounts, fast!), slower), slower), 100)];
    },
    { digits: 'percent' },
  ),
];
