/** The participants on a recorded path, and over days faster than time. */
import { describe, expect, it } from 'vitest';
import { MinuteBars } from '../../../apps/halcyon/src/market/minute-bars.ts';
import { runVirtually } from '../../../apps/halcyon/src/market/virtual-run.ts';
import {
  kurtosisBySum,
  measureReturns,
  parseCandles,
  RecordedPath,
  seedInstrument,
} from '../src/index.ts';

const START_MS = Date.UTC(2026, 10, 18);
const MINUTE_MS = 60_000;

/** Candles of a price that climbs 2 % in half an hour and falls back. */
function recording(): string {
  const rows = ['open_time_ms,open,high,low,close,volume'];
  for (let minute = 0; minute < 60; minute += 1) {
    const price = (at: number): number => 60_000 * (1 + 0.02 * Math.sin((Math.PI * at) / 60));
    const [open, close] = [price(minute), price(minute + 1)];
    const [high, low] = [Math.max(open, close) * 1.0003, Math.min(open, close) * 0.9997];
    rows.push([minute * MINUTE_MS, open, high, low, close, 5].join(','));
  }
  return rows.join('\n');
}

describe('participants on a recorded path', () => {
  it('lead the market along the recording, scaled to where it stood', () => {
    const instrument = seedInstrument('BTCUSDT');
    const points = parseCandles(recording());
    const path = new RecordedPath({ points, startMs: START_MS, startPrice: 94_250 });
    const follower = new RecordedPath({ points, startMs: START_MS, startPrice: 94_250 });
    let worst = 0;
    let highest = 0;
    let trades = 0;
    runVirtually({
      rate: 'default',
      seed: 'recorded',
      startMs: START_MS,
      lengthMs: 60 * MINUTE_MS,
      instruments: [instrument],
      tickMs: 100,
      warmUpMs: 0,
      recordBooks: false,
      paths: { pathOf: () => path },
      onTrade: (_symbol, trade) => {
        trades += 1;
        const ratio = trade.price / 100 / follower.priceAt(trade.time);
        worst = Math.max(worst, Math.abs(Math.log(ratio)));
        highest = Math.max(highest, trade.price / 100);
      },
    });
    expect(trades).toBeGreaterThan(500);
    expect(worst).toBeLessThan(0.002);
    expect(highest).toBeGreaterThan(94_250 * 1.018);
  });
});

describe('participants faster than time', () => {
  it('make a day whose returns have the spread, tails and memory of the bands', () => {
    const days = 1;
    const bars = new MinuteBars(START_MS, days * 1_440);
    const { exchange } = runVirtually({
      rate: 'default',
      seed: 'halcyon',
      startMs: START_MS,
      lengthMs: days * 86_400_000,
      instruments: [seedInstrument('BTCUSDT')],
      tickMs: 1_000,
      warmUpMs: 0,
      recordBooks: false,
      onTrade: (_symbol, trade) => bars.add(trade.time, trade.price, trade.quantity),
    });
    const measured = measureReturns(bars.finish(), 'btc');
    console.log('a day of BTCUSDT participants', measured);
    // Seasons and slow memory need the 30 days of the long run; these show within one.
    for (const [id, low, high] of [
      ['ret.std.btc', 3, 12],
      ['ret.kurt', 3, 150],
      ['ret.3sigma', 0.008, 0.025],
      ['ret.acf1', -0.1, 0.08],
      ['abs.acf1', 0.1, 0.5],
      ['vol.acf1', 0.4, 0.9],
      ['range.ratio', 1.4, 2.1],
    ] as const) {
      expect(measured[id], id).toBeGreaterThan(low);
      expect(measured[id], id).toBeLessThan(high);
    }
    const [minute, quarter] = kurtosisBySum(bars.finish(), [1, 60]);
    expect(quarter!).toBeLessThan(minute!);
    exchange.core.state.ledger.assertConserved();
  });
});
