/** Bands around the price, and lines that follow its trend. */
import {
  type CandleColumns,
  dayStarts,
  decimal,
  type Indicator,
  lines,
  medianPrice,
  trueRange,
  whole,
} from './indicator.ts';
import {
  deviation,
  ema,
  firstKnown,
  highest,
  lowest,
  mapped,
  minus,
  plus,
  rma,
  type Series,
  shifted,
  sma,
  times,
  unknown,
  zipped,
} from './series.ts';

/** A middle and a distance on both sides of it: upper, middle, lower. */
function around(middle: Series, distance: Series): Series[] {
  return [plus(middle, distance), middle, minus(middle, distance)];
}

const BAND = { group: 'band', onPrice: true, digits: 'price' } as const;
const UPPER_TO_LOWER = lines('upper', 'middle', 'lower');

/** Bollinger on Bollinger Bands (2001). */
const boll: Indicator = {
  ...{ ...BAND, id: 'BOLL', title: 'Bollinger Bands', lines: UPPER_TO_LOWER },
  settings: [whole('length', 20), decimal('multiplier', 2, 0.1, 10)],
  compute: ({ close }, [length, multiplier]) =>
    around(sma(close, length!), times(deviation(close, length!), multiplier!)),
};

/** An EMA with ranges around it: Keltner (1960), as Raschke has it. */
const keltner: Indicator = {
  ...{ ...BAND, id: 'KC', title: 'Keltner Channels', lines: UPPER_TO_LOWER },
  settings: [whole('length', 20), decimal('multiplier', 2, 0.1, 10)],
  compute: (candles, [length, multiplier]) =>
    around(ema(candles.close, length!), times(rma(trueRange(candles), length!), multiplier!)),
};

const donchian: Indicator = {
  ...{ ...BAND, id: 'DC', title: 'Donchian Channels', lines: UPPER_TO_LOWER },
  settings: [whole('length', 20)],
  compute: ({ high, low }, [length]) => {
    const [upper, lower] = [highest(high, length!), lowest(low, length!)];
    return [upper, zipped(upper, lower, (a, b) => (a + b) / 2), lower];
  },
};

const envelope: Indicator = {
  ...{ ...BAND, id: 'ENV', title: 'Moving Average Envelope', lines: UPPER_TO_LOWER },
  settings: [whole('length', 20), decimal('percent', 2.5, 0.01, 50)],
  compute: ({ close }, [length, percent]) => {
    const middle = sma(close, length!);
    return around(middle, times(middle, percent! / 100));
  },
};

/** Pivot, supports and resistances of the day before (UTC), the floor traders' formula. */
const pivots: Indicator = {
  ...{ ...BAND, id: 'PIVOT', title: 'Pivot Points' },
  settings: [],
  lines: lines('R2', 'R1', 'P', 'S1', 'S2'),
  compute: ({ time, high, low, close }) => {
    const out = Array.from({ length: 5 }, () => unknown(time.length));
    const starts = dayStarts(time);
    let levels: readonly number[] = [];
    let [isWhole, top, bottom] = [false, -Infinity, Infinity];
    for (let at = 0; at < time.length; at++) {
      if (starts[at] !== '') {
        levels = isWhole ? floorLevels(top, bottom, close[at - 1]!) : [];
        [isWhole, top, bottom] = [starts[at] === 'whole', -Infinity, Infinity];
      }
      top = Math.max(top, high[at]!);
      bottom = Math.min(bottom, low[at]!);
      for (const [n, level] of levels.entries()) out[n]![at] = level;
    }
    return out;
  },
};

function floorLevels(high: number, low: number, close: number): number[] {
  const pivot = (high + low + close) / 3;
  const range = high - low;
  return [pivot + range, 2 * pivot - low, pivot, 2 * pivot - high, pivot - range];
}

const TREND = { group: 'trend', onPrice: true, digits: 'price' } as const;

/** Parabolic stop and reverse: Wilder (1978). */
function parabolic({ high, low }: CandleColumns, step: number, maximum: number): Series {
  const out = unknown(high.length);
  if (high.length < 2) return out;
  let rises = high[1]! + low[1]! >= high[0]! + low[0]!;
  let stop = rises ? low[0]! : high[0]!;
  let extreme = rises ? high[0]! : low[0]!;
  const slowest = Math.min(step, maximum);
  let speed = slowest;
  for (let at = 1; at < high.length; at++) {
    stop += speed * (extreme - stop);
    const [one, two] = [at - 1, Math.max(0, at - 2)];
    // Never inside the last two candles.
    stop = rises ? Math.min(stop, low[one]!, low[two]!) : Math.max(stop, high[one]!, high[two]!);
    const isBroken = rises ? low[at]! < stop : high[at]! > stop;
    if (isBroken) {
      rises = !rises;
      stop = extreme;
      extreme = rises ? high[at]! : low[at]!;
      speed = slowest;
    } else if (rises ? high[at]! > extreme : low[at]! < extreme) {
      extreme = rises ? high[at]! : low[at]!;
      speed = Math.min(maximum, speed + step);
    }
    out[at] = stop;
  }
  return out;
}

const sar: Indicator = {
  ...{ ...TREND, id: 'SAR', title: 'Parabolic Stop and Reverse' },
  settings: [decimal('step', 0.02, 0.001, 1), decimal('maximum', 0.2, 0.001, 1)],
  lines: [{ name: '', shape: 'dots' }],
  compute: (candles, [step, maximum]) => [parabolic(candles, step!, maximum!)],
};

/** A stop some ranges away that moves with the trend alone: Olivier Seban. Rising and falling are two lines. */
function superTrend(candles: CandleColumns, length: number, multiplier: number): Series[] {
  const { close } = candles;
  const middle = medianPrice(candles);
  const distance = times(rma(trueRange(candles), length), multiplier);
  const [up, down] = [unknown(close.length), unknown(close.length)];
  let [upper, lower, rises] = [Number.NaN, Number.NaN, true];
  for (let at = firstKnown(distance); at < close.length; at++) {
    const before = close[at - 1] ?? Number.NaN;
    const [high, low] = [middle[at]! + distance[at]!, middle[at]! - distance[at]!];
    upper = high < upper || before > upper || Number.isNaN(upper) ? high : upper;
    lower = low > lower || before < lower || Number.isNaN(lower) ? low : lower;
    if (close[at]! > upper) rises = true;
    else if (close[at]! < lower) rises = false;
    if (rises) up[at] = lower;
    else down[at] = upper;
  }
  return [up, down];
}

const supertrend: Indicator = {
  ...{ ...TREND, id: 'ST', title: 'SuperTrend', lines: lines('up', 'down') },
  settings: [whole('length', 10), decimal('multiplier', 3, 0.1, 20)],
  compute: (candles, [length, multiplier]) => superTrend(candles, length!, multiplier!),
};

/** Goichi Hosoda (1969): turning line, base line, the cloud's two ends ahead, the close behind. */
const ichimoku: Indicator = {
  ...{ ...TREND, id: 'ICHIMOKU', title: 'Ichimoku Cloud' },
  settings: [whole('fast', 9), whole('slow', 26), whole('third', 52), whole('shift', 26, 0)],
  lines: lines('tenkan', 'kijun', 'senkou A', 'senkou B', 'chikou'),
  compute: ({ high, low, close }, [fast, slow, third, shift]) => {
    const middle = (length: number) =>
      zipped(highest(high, length), lowest(low, length), (a, b) => (a + b) / 2);
    const [turning, base] = [middle(fast!), middle(slow!)];
    const ahead = zipped(turning, base, (a, b) => (a + b) / 2);
    return [
      ...[turning, base, shifted(ahead, shift!), shifted(middle(third!), shift!)],
      shifted(close, -shift!),
    ];
  },
};

/** Straight lines between turns of at least so many percent; the last one is still moving. */
function zigzag({ high, low }: CandleColumns, percent: number): Series {
  const out = unknown(high.length);
  if (high.length === 0) return out;
  const turns: { at: number; price: number }[] = [{ at: 0, price: high[0]! }];
  let way: 1 | -1 | 0 = 0;
  let [top, bottom] = [0, 0];
  for (let at = 1; at < high.length; at++) {
    if (high[at]! > high[top]!) top = at;
    if (low[at]! < low[bottom]!) bottom = at;
    const falls = way !== -1 && low[at]! <= high[top]! * (1 - percent / 100);
    const climbs = way !== 1 && high[at]! >= low[bottom]! * (1 + percent / 100);
    if (falls) {
      turns.push({ at: top, price: high[top]! });
      [way, bottom] = [-1, at];
    } else if (climbs) {
      turns.push({ at: bottom, price: low[bottom]! });
      [way, top] = [1, at];
    }
  }
  const end = way === -1 ? { at: bottom, price: low[bottom]! } : { at: top, price: high[top]! };
  turns.push(end);
  for (const [n, to] of turns.entries()) {
    const from = turns[n - 1];
    if (from === undefined || to.at <= from.at) continue;
    const slope = (to.price - from.price) / (to.at - from.at);
    for (let at = from.at; at <= to.at; at++) out[at] = from.price + slope * (at - from.at);
  }
  return out;
}

const zigzags: Indicator = {
  ...{ ...TREND, id: 'ZIGZAG', title: 'Zig Zag', lines: lines('') },
  settings: [decimal('percent', 3, 0.1, 50)],
  compute: (candles, [percent]) => [zigzag(candles, percent!)],
};

/** Some ranges below the highest high and above the lowest low: Charles Le Beau. */
const chandelier: Indicator = {
  ...{ ...TREND, id: 'CE', title: 'Chandelier Exit', lines: lines('long', 'short') },
  settings: [whole('length', 22), decimal('multiplier', 3, 0.1, 20)],
  compute: (candles, [length, multiplier]) => {
    const distance = times(rma(trueRange(candles), length!), multiplier!);
    return [
      minus(highest(candles.high, length!), distance),
      plus(lowest(candles.low, length!), distance),
    ];
  },
};

/** An SMA with ranges around it: Manning Stoller. */
const starc: Indicator = {
  ...{ ...BAND, id: 'STARC', title: 'Stoller Average Range Channels', lines: UPPER_TO_LOWER },
  settings: [whole('length', 6), whole('slow', 15), decimal('multiplier', 2, 0.1, 10)],
  compute: (candles, [length, slow, multiplier]) =>
    around(sma(candles.close, length!), times(rma(trueRange(candles), slow!), multiplier!)),
};

export const BANDS: readonly Indicator[] = [boll, keltner, donchian, envelope, starc, pivots];
export const TRENDS: readonly Indicator[] = [sar, supertrend, ichimoku, zigzags, chandelier];

/** Width and place in the bands of `BOLL`. */
export function bollWidth(close: Series, length: number, multiplier: number) {
  const [upper, middle, lower] = around(
    sma(close, length),
    times(deviation(close, length), multiplier),
  ) as [Series, Series, Series];
  const width = mapped(close.length, (at) => ((upper[at]! - lower[at]!) / middle[at]!) * 100);
  const place = mapped(close.length, (at) => {
    const range = upper[at]! - lower[at]!;
    return range === 0 ? 50 : ((close[at]! - lower[at]!) / range) * 100;
  });
  return { width, place };
}
