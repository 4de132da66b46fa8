/**
 * Measures every band on the participants in virtual time: minutes at the real rate for trades and
 * books, days at the default rate for returns; and the returns of the seeded history.
 */
import {
  type BandResult,
  fundingsOfBasis,
  HistoryGenerator,
  judge,
  measureComovement,
  measureFunding,
  measureReturns,
  measureTrades,
  seedContract,
  seedInstrument,
} from '@halcyon/simulator';
import { MinuteBars } from './minute-bars.ts';
import { runVirtually } from './virtual-run.ts';

/** One table of the report. */
export interface BandTable {
  readonly title: string;
  readonly results: readonly BandResult[];
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const YEAR_DAYS = 365;

function roleOf(symbol: string): 'btc' | 'alt' {
  return symbol === 'BTCUSDT' ? 'btc' : 'alt';
}

/** Return bands of the seeded history that ends at `nowMs`. */
export function historyBands(seed: string, nowMs: number): BandTable[] {
  const generator = new HistoryGenerator(seed, nowMs);
  return SYMBOLS.map((symbol) => {
    const { m1 } = generator.history(seedInstrument(symbol));
    const { openTimeMs: timeMs, high, low, close, baseVolume: volume } = m1;
    const measured = measureReturns({ timeMs, high, low, close, volume }, roleOf(symbol));
    return { title: `${symbol}: seeded history, 30 days of minutes`, results: judge(measured) };
  });
}

/** Trade and book bands of the participants at the real rate. */
export function realRateBands(seed: string, startMs: number, minutes: number): BandTable[] {
  const { trades, books } = runVirtually({
    rate: 'real',
    seed,
    startMs,
    lengthMs: (minutes + 1) * MINUTE_MS,
    instruments: SYMBOLS.map(seedInstrument),
    tickMs: 0,
    warmUpMs: MINUTE_MS,
    recordBooks: true,
  });
  return SYMBOLS.map((symbol) => ({
    title: `${symbol}: ${minutes} minutes of participants at the real rate`,
    results: [...judge(measureTrades(trades.get(symbol)!)), ...judge(books.get(symbol)!.measure())],
  }));
}

/** Trade and book bands of the participants of the contracts at the real rate. */
export function contractRateBands(seed: string, startMs: number, minutes: number): BandTable[] {
  const contracts = [seedContract('BTCUSDT')];
  const { trades, books } = runVirtually({
    rate: 'real',
    seed,
    startMs,
    lengthMs: (minutes + 1) * MINUTE_MS,
    instruments: [],
    contracts,
    tickMs: 0,
    warmUpMs: MINUTE_MS,
    recordBooks: true,
  });
  return contracts.map(({ symbol }) => ({
    title: `${symbol} perpetual: ${minutes} minutes of participants at the real rate`,
    results: [...judge(measureTrades(trades.get(symbol)!)), ...judge(books.get(symbol)!.measure())],
  }));
}

/** Funding bands of the basis that makers of contracts quote around, over a year. */
export function fundingBands(seed: string): BandTable[] {
  return SYMBOLS.map((symbol) => {
    const contract = seedContract(symbol);
    const rates = fundingsOfBasis(contract, seed, YEAR_DAYS);
    const results = judge(measureFunding(rates, contract.terms.interestRate));
    return { title: `${symbol} perpetual: a year of fundings`, results };
  });
}

/** Return bands of the participants at the default rate over whole days, in ticks of a second. */
export function participantReturnBands(seed: string, startMs: number, days: number): BandTable[] {
  const bars = new Map(SYMBOLS.map((symbol) => [symbol, new MinuteBars(startMs, days * 1_440)]));
  runVirtually({
    rate: 'default',
    seed,
    startMs,
    lengthMs: days * DAY_MS,
    instruments: SYMBOLS.map(seedInstrument),
    tickMs: 1_000,
    warmUpMs: 0,
    recordBooks: false,
    onTrade: (symbol, trade) => {
      bars.get(symbol as (typeof SYMBOLS)[number])?.add(trade.time, trade.price, trade.quantity);
    },
  });
  const finished = SYMBOLS.map((symbol) => bars.get(symbol)!.finish());
  const together = measureComovement(finished[0]!, finished[1]!);
  const extra = `correlation ${together.correlation.toFixed(2)}, beta ${together.beta.toFixed(2)}`;
  return SYMBOLS.map((symbol, at) => ({
    title: `${symbol}: ${days} days of participants faster than time (${extra})`,
    results: judge(measureReturns(finished[at]!, roleOf(symbol))),
  }));
}
