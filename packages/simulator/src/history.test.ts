import { describe, expect, it } from 'vitest';
import { formatReport, judge } from './bands/report.ts';
import { measureComovement, measureReturns, type ReturnBars } from './bands/returns.ts';
import { aggregate, type SimulatedCandles } from './candle-series.ts';
import { HistoryGenerator } from './history.ts';
import { SEED_INSTRUMENTS, seedInstrument } from './instruments.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 4, 33, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

function bars(series: SimulatedCandles): ReturnBars {
  const { openTimeMs: timeMs, high, low, close, baseVolume: volume } = series;
  return { timeMs, high, low, close, volume };
}

function tail(series: SimulatedCandles, from: number): SimulatedCandles {
  return {
    intervalMs: series.intervalMs,
    openTimeMs: series.openTimeMs.subarray(from),
    open: series.open.subarray(from),
    high: series.high.subarray(from),
    low: series.low.subarray(from),
    close: series.close.subarray(from),
    baseVolume: series.baseVolume.subarray(from),
    quoteVolume: series.quoteVolume.subarray(from),
  };
}

function expectWellFormed(series: SimulatedCandles): void {
  for (let index = 0; index < series.openTimeMs.length; index += 1) {
    const [open, high, low, close] = [
      series.open[index]!,
      series.high[index]!,
      series.low[index]!,
      series.close[index]!,
    ];
    const volume = series.baseVolume[index]!;
    const integers = [open, high, low, close, volume].every(Number.isSafeInteger);
    const ordered = low >= 1 && low <= Math.min(open, close) && high >= Math.max(open, close);
    const quote = series.quoteVolume[index]!;
    const priced = quote >= BigInt(low) * BigInt(volume) && quote <= BigInt(high) * BigInt(volume);
    const timed =
      index === 0 ||
      series.openTimeMs[index]! - series.openTimeMs[index - 1]! === series.intervalMs;
    if (!(integers && ordered && priced && timed && volume > 0)) {
      throw new Error(`candle ${index} of ${series.intervalMs} ms is malformed`);
    }
  }
}

describe('seeded history', () => {
  const generator = new HistoryGenerator('halcyon', NOW_MS);
  const bitcoin = generator.history(seedInstrument('BTCUSDT'));
  const ether = generator.history(seedInstrument('ETHUSDT'));

  it('covers 30 days of minutes, two years of hours and five years of thirds of days', () => {
    const { m1, h1, h8 } = bitcoin;
    expect(m1.openTimeMs.at(-1)).toBe(Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - MINUTE_MS);
    expect(NOW_MS - m1.openTimeMs[0]!).toBeGreaterThanOrEqual(30 * DAY_MS);
    expect(NOW_MS - h1.openTimeMs[0]!).toBeGreaterThanOrEqual(730 * DAY_MS);
    expect(NOW_MS - h8.openTimeMs[0]!).toBeGreaterThanOrEqual(1826 * DAY_MS);
    for (const series of [m1, h1, h8]) expectWellFormed(series);
  });

  it('aggregates exactly from minutes to hours and from hours to thirds of days where they overlap', () => {
    for (const { m1, h1, h8 } of [bitcoin, generator.history(seedInstrument('ETHBTC'))]) {
      const hours = aggregate(m1, HOUR_MS);
      expect(tail(h1, h1.openTimeMs.length - hours.openTimeMs.length)).toEqual(hours);
      const thirds = aggregate(h1, 8 * HOUR_MS);
      expect(tail(h8, h8.openTimeMs.length - thirds.openTimeMs.length)).toEqual(thirds);
      expect(hours.openTimeMs.length).toBeGreaterThan(30 * 24);
      expect(thirds.openTimeMs.length).toBeGreaterThan(3 * 730);
    }
  });

  it('ends at the reference price where the live path starts, cross pairs too', () => {
    for (const symbol of ['BTCUSDT', 'ETHBTC', 'ETHUSDC', 'USDCUSDT']) {
      const instrument = seedInstrument(symbol);
      const { m1 } = generator.history(instrument);
      expect(m1.close.at(-1)).toBe(Number(instrument.referencePrice.replace('.', '')));
    }
  });

  it('is the same for the same seed and another for another', () => {
    const instrument = seedInstrument('SOLUSDT');
    const first = new HistoryGenerator('halcyon', NOW_MS).history(instrument);
    expect(generator.history(instrument).m1).toEqual(first.m1);
    expect(new HistoryGenerator('other', NOW_MS).history(instrument).m1).not.toEqual(first.m1);
  });

  it('falls in every return band over its 30 days of minutes', () => {
    const results = judge(measureReturns(bars(bitcoin.m1), 'btc'));
    const alts = ['ETHUSDT', 'SOLUSDT', 'DOGEUSDT'].map((symbol) => {
      const history = generator.history(seedInstrument(symbol));
      return { symbol, results: judge(measureReturns(bars(history.m1), 'alt')) };
    });
    console.log(formatReport('BTCUSDT, 30 days of seeded minutes', results));
    for (const alt of alts) console.log(formatReport(alt.symbol, alt.results));
    const all = [...results, ...alts.flatMap((alt) => alt.results)];
    expect(all.filter((result) => result.verdict !== 'in')).toEqual([]);
    const together = measureComovement(bars(bitcoin.m1), bars(ether.m1));
    expect(together.correlation).toBeGreaterThan(0.6);
    expect(together.correlation).toBeLessThan(0.9);
    expect(together.beta).toBeGreaterThan(1);
    expect(together.beta).toBeLessThan(1.8);
  });

  it('gives every listed instrument a history of its own', () => {
    const symbols = ['ADAUSDT', 'SOLBTC', 'BTCUSDC'];
    for (const symbol of symbols) expectWellFormed(generator.history(seedInstrument(symbol)).m1);
    expect(SEED_INSTRUMENTS.length).toBeGreaterThanOrEqual(20);
  });
});
