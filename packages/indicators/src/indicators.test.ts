import { describe, expect, test } from 'vitest';
import { chosenOf, chosenText } from './chosen.ts';
import { type CandleColumns, INDICATORS, initialValues } from './index.ts';

/** A walk that is the same each time. */
function walk(count: number): CandleColumns {
  let [state, price] = [7, 100];
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const rows = Array.from({ length: count }, (_, n) => {
    const open = price;
    price = Math.max(1, price + (next() - 0.5) * 4);
    const [high, low] = [Math.max(open, price) + next(), Math.min(open, price) - next() * 0.5];
    return { time: n * 3_600_000, open, high, low, close: price, volume: 1 + next() * 10 };
  });
  const column = (name: keyof CandleColumns) => Float64Array.from(rows, (row) => row[name]);
  return {
    ...{ time: column('time'), open: column('open'), high: column('high') },
    ...{ low: column('low'), close: column('close'), volume: column('volume') },
  };
}

function cut(candles: CandleColumns, count: number): CandleColumns {
  const entries = Object.entries(candles).map(([name, series]) => [name, series.slice(0, count)]);
  return Object.fromEntries(entries) as unknown as CandleColumns;
}

function of(id: string, candles: CandleColumns, values?: readonly number[]) {
  const indicator = INDICATORS.find((one) => one.id === id)!;
  return indicator.compute(candles, values ?? initialValues(indicator));
}

const CANDLES = walk(400);
/** They look back or draw behind: what they said of the past may change. */
const REPAINTS = new Set(['ZIGZAG', 'ICHIMOKU']);

test('there are at least forty, each with a name of its own', () => {
  expect(INDICATORS.length).toBeGreaterThanOrEqual(40);
  for (const name of ['id', 'title'] as const) {
    expect(new Set(INDICATORS.map((one) => one[name])).size).toBe(INDICATORS.length);
  }
});

describe.each(INDICATORS.map((one) => [one.id, one] as const))('%s', (id, indicator) => {
  const values = initialValues(indicator);

  test('has a number for each candle and line, known in the end and never infinite', () => {
    const made = indicator.compute(CANDLES, values);
    expect(made).toHaveLength(indicator.lines.length);
    for (const series of made) {
      expect(series).toHaveLength(400);
      expect(series.filter((x) => x === Infinity || x === -Infinity)).toHaveLength(0);
      expect(series.filter((x) => !Number.isNaN(x)).length).toBeGreaterThan(20);
    }
  });

  test.skipIf(REPAINTS.has(id))('says of the past what it said then', () => {
    const whole = indicator.compute(CANDLES, values);
    for (const count of [1, 2, 150, 399]) {
      const then = indicator.compute(cut(CANDLES, count), values);
      for (const [n, series] of then.entries()) {
        expect([...series]).toEqual([...whole[n]!.slice(0, count)]);
      }
    }
  });

  test('survives no candles, settings at their ends, and a market that stands still', () => {
    const flat = Object.fromEntries(
      Object.entries(CANDLES).map(([name, series]) => [
        name,
        series.map((x: number) => (name === 'time' ? x : name === 'volume' ? 0 : 5)),
      ]),
    ) as unknown as CandleColumns;
    for (const candles of [cut(CANDLES, 0), cut(CANDLES, 3), flat]) {
      for (const at of ['min', 'max'] as const) {
        const ends = indicator.settings.map((setting) => setting[at]);
        for (const series of indicator.compute(candles, ends)) {
          expect(series).toHaveLength(candles.close.length);
        }
      }
    }
  });

  test('stays what it is where nobody trades any more', () => {
    const last = CANDLES.close[199]!;
    const silent = Object.fromEntries(
      Object.entries(CANDLES).map(([name, series]) => [
        name,
        series.map((x: number, at: number) =>
          at < 200 || name === 'time' ? x : name === 'volume' ? 0 : last,
        ),
      ]),
    ) as unknown as CandleColumns;
    for (const series of indicator.compute(silent, values)) {
      const end = series.slice(380).filter((x) => !Number.isNaN(x));
      if (indicator.onPrice) {
        for (const x of end) expect(Math.abs(x / last - 1)).toBeLessThan(0.5);
      }
      // No rounding is blown up: what stands still, stands still.
      if (indicator.group !== 'trend') {
        for (const x of end.slice(1))
          expect(Math.abs(x - end[0]!)).toBeLessThan(Math.abs(last) / 10);
      }
    }
  });

  test('is kept as a text', () => {
    const colors = indicator.lines.map((_line, n) => (n === 0 ? '#4c86e8' : ''));
    const chosen = { indicator, values, colors };
    expect(chosenOf(chosenText(chosen), INDICATORS)).toEqual(chosen);
    expect(chosenOf(indicator.id, INDICATORS)).toMatchObject({ indicator, values });
  });
});

describe('published examples', () => {
  /** Of StockCharts' school: closes, and their RSI of 14. */
  const CLOSES = [
    44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28,
    46.28, 46.0, 46.03, 46.41, 46.22, 45.64,
  ];
  const flatOf = (closes: readonly number[]): CandleColumns => {
    const close = Float64Array.from(closes);
    const time = close.map((_x: number, n: number) => n * 60_000);
    return { time, open: close, high: close, low: close, close, volume: close.map(() => 1) };
  };

  test('RSI', () => {
    const [line] = of('RSI', flatOf(CLOSES));
    // They are rounded to cents, as the closes are that they were published with.
    const published = [70.53, 66.32, 66.55, 69.41, 66.36, 57.97];
    for (const [n, x] of published.entries()) {
      expect(Math.abs(line![14 + n]! - x)).toBeLessThan(0.1);
    }
  });

  test('bands stand two deviations around the mean', () => {
    const [upper, middle, lower] = of('BOLL', flatOf(CLOSES)).map((series) => series.at(-1)!);
    const mean = CLOSES.reduce((all, x) => all + x, 0) / 20;
    const spread = Math.sqrt(CLOSES.reduce((all, x) => all + (x - mean) ** 2, 0) / 20);
    expect(middle).toBeCloseTo(mean, 10);
    expect(upper! - middle!).toBeCloseTo(2 * spread, 10);
    expect(middle! - lower!).toBeCloseTo(2 * spread, 10);
  });

  test('MACD is the difference of its averages, and its bars that to their average', () => {
    const [line, signal, bars] = of('MACD', CANDLES);
    const at = 399;
    const [fast, slow] = [12, 26].map((n) => of('EMA', CANDLES, [n])[0]!.at(at)!);
    expect(line!.at(at)).toBeCloseTo(fast! - slow!, 10);
    expect(bars!.at(at)).toBeCloseTo(line!.at(at)! - signal!.at(at)!, 10);
  });

  test('a straight rise is one-sided for all that count sides', () => {
    const up = flatOf(Array.from({ length: 100 }, (_, n) => 10 + n));
    const last = (id: string) => of(id, up).map((series) => series.at(-1)!);
    expect(last('RSI')).toEqual([100]);
    expect(last('CMO')).toEqual([100]);
    expect(last('PSY')).toEqual([100]);
    expect(last('AROON')).toEqual([100, 0]);
    expect(last('WR')).toEqual([0]);
    const [rises, falls, trend] = last('DMI');
    expect([rises, falls]).toEqual([100, 0]);
    expect(trend).toBeCloseTo(100, 8);
    expect(last('MFI')).toEqual([100]);
    expect(last('SMA')[0]).toBeCloseTo(109 - 9.5, 10);
    expect(last('LSMA')[0]).toBeCloseTo(109, 8);
    expect(last('HMA')[0]).toBeGreaterThan(last('SMA')[0]!);
    expect(last('ST')).toEqual([expect.any(Number), Number.NaN]);
    expect(last('OBV')).toEqual([99]);
  });

  test('volume counts: VWAP begins anew with a day, and VWMA follows the heavy candles', () => {
    const time = Float64Array.of(0, 3_600_000, 86_400_000);
    const price = Float64Array.of(10, 20, 40);
    const volume = Float64Array.of(1, 3, 2);
    const candles = { time, open: price, high: price, low: price, close: price, volume };
    expect([...of('VWAP', candles)[0]!]).toEqual([10, 17.5, 40]);
    expect(of('VWMA', candles, [3])[0]!.at(-1)).toBeCloseTo((10 + 60 + 80) / 6, 10);
  });

  test('pivots are of the day before', () => {
    const time = Float64Array.of(0, 3_600_000, 86_400_000);
    const candles = {
      ...{ time, open: Float64Array.of(10, 12, 13), high: Float64Array.of(14, 16, 15) },
      ...{ low: Float64Array.of(8, 10, 12), close: Float64Array.of(12, 12, 14), volume: time },
    };
    const last = of('PIVOT', candles).map((series) => series.at(-1));
    expect(last).toEqual([20, 16, 12, 8, 4]);
  });
});

test.each([
  '',
  'NONE(3)',
  'rsi(14)',
  'RSI(14',
  'RSI(14)#red',
  '__proto__',
  'RSI(1e9)',
  `RSI(${'1,'.repeat(90)})`,
])('%j is no choice, or one within its range', (text) => {
  const chosen = chosenOf(text, INDICATORS);
  if (chosen === null) return;
  const [setting] = chosen.indicator.settings;
  expect(chosen.values[0]).toBeGreaterThanOrEqual(setting!.min);
  expect(chosen.values[0]).toBeLessThanOrEqual(setting!.max);
  expect(chosen.colors.every((color) => /^(#[0-9a-f]{6})?$/.test(color))).toBe(true);
});
