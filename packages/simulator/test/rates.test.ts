/** The participants on a core in this process: the bands at the real rate, the cost at the default. */
import { describe, expect, it } from 'vitest';
import { runVirtually } from '../../../apps/halcyon/src/market/virtual-run.ts';
import {
  formatReport,
  judge,
  measureTrades,
  SEED_INSTRUMENTS,
  seedInstrument,
} from '../src/index.ts';

const START_MS = Date.UTC(2026, 10, 18, 14);
const MINUTE_MS = 60_000;

describe('participants at the real rate', () => {
  it('fall in every trade and book band on BTCUSDT and ETHUSDT over 15 minutes', () => {
    const symbols = ['BTCUSDT', 'ETHUSDT'];
    const { trades, books, exchange } = runVirtually({
      rate: 'real',
      seed: 'halcyon',
      startMs: START_MS,
      lengthMs: 16 * MINUTE_MS,
      instruments: symbols.map(seedInstrument),
      tickMs: 0,
      warmUpMs: MINUTE_MS,
      recordBooks: true,
    });
    const results = symbols.flatMap((symbol) => {
      const book = books.get(symbol)!;
      expect(book.crossed, symbol).toBe(0);
      const judged = [...judge(measureTrades(trades.get(symbol)!)), ...judge(book.measure())];
      console.log(formatReport(`${symbol}, 15 minutes at the real rate`, judged));
      return judged;
    });
    expect(results.filter((result) => result.verdict !== 'in')).toEqual([]);
    exchange.core.state.ledger.assertConserved();
  });
});

describe('participants at the default rate', () => {
  it('keep every instrument alive in shared ticks, few enough commands for the disk bound', () => {
    const minutes = 6;
    const { trades, books, exchange } = runVirtually({
      rate: 'default',
      seed: 'halcyon',
      startMs: START_MS,
      lengthMs: minutes * MINUTE_MS,
      instruments: SEED_INSTRUMENTS,
      tickMs: 100,
      warmUpMs: MINUTE_MS,
      recordBooks: true,
    });
    for (const { symbol } of SEED_INSTRUMENTS) {
      const measured = books.get(symbol)!.measure();
      expect(books.get(symbol)!.crossed, symbol).toBe(0);
      expect(trades.get(symbol)!.length, symbol).toBeGreaterThan(minutes * 4);
      expect(measured['book.1tick'], symbol).toBeGreaterThan(0.9);
      expect(measured['book.updates'], symbol).toBeGreaterThan(0.5);
    }
    const seconds = minutes * 60;
    expect(exchange.commits / seconds).toBeLessThan(15);
    expect(exchange.commands / seconds).toBeLessThan(100);
    const refused = [...exchange.refused.values()].reduce((sum, count) => sum + count, 0);
    expect(refused / exchange.commands).toBeLessThan(0.02);
    exchange.core.state.ledger.assertConserved();
  });
});
