import { Random } from '@halcyon/simulator';
import { describe, expect, test } from 'vitest';
import {
  type Chance,
  IndexMaker,
  SIMULATED_SOURCES,
  SimulatedSources,
  type SourceQuote,
} from '../src/index.ts';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;

const CONTRACTS = [
  { instrument: 1, scale: 2, priceAt: (time: number) => 50_000 + ((time / 1_000) % 100) },
  { instrument: 2, scale: 7, priceAt: () => 0.1 },
];

const chanceOf = (stream: string): Chance => new Random('seed', stream);

function run(everyMs: number, lengthMs: number, seed = 'seed'): SourceQuote[] {
  const chances = (stream: string): Chance => new Random(seed, stream);
  const sources = new SimulatedSources(CONTRACTS, chances, START);
  const all: SourceQuote[] = [];
  for (let ms = 0; ms <= lengthMs; ms += everyMs) all.push(...sources.advance(START + ms));
  return all;
}

describe('simulated sources', () => {
  test('the same streams give the same quotes however often they are asked', () => {
    const quotes = run(50, HOUR);
    expect(quotes.length).toBeGreaterThan(50_000);
    const text = JSON.stringify(quotes);
    expect(JSON.stringify(run(40_000, HOUR)) === text).toBe(true);
    expect(JSON.stringify(run(50, HOUR, 'other')) === text).toBe(false);
  });

  test('each source quotes each contract with prices of its own', () => {
    const quotes = run(50, 20_000);
    for (const { instrument } of CONTRACTS) {
      const mine = quotes.filter((quote) => quote.instrument === instrument);
      expect(new Set(mine.map(({ source }) => source))).toEqual(new Set(SIMULATED_SOURCES));
      expect(new Set(mine.map(({ price }) => price)).size).toBeGreaterThan(10);
    }
    expect(quotes.every(({ price }) => /^\d+\.\d{2}(\d{5})?$/.test(String(price)))).toBe(true);
  });

  test('nothing is told of a time when nobody asked', () => {
    const sources = new SimulatedSources(CONTRACTS, chanceOf, START);
    sources.advance(START + 1_000);
    const later = START + 1_000 + 24 * HOUR;
    const quotes = [...sources.advance(later), ...sources.advance(later + 2_000)];
    expect(quotes.length).toBeGreaterThan(20);
    expect(quotes.every(({ time }) => time >= later)).toBe(true);
  });

  test('a source that lies, one that is late and one that is silent can be seen', () => {
    const terms = CONTRACTS.map(({ instrument, scale }) => {
      const sources = SIMULATED_SOURCES.map((name) => ({ name, weight: 1, scale }) as const);
      return { instrument, symbol: `S${instrument}`, priceScale: scale, sources };
    });
    const maker = new IndexMaker(terms);
    const sources = new SimulatedSources(CONTRACTS, chanceOf, START);
    const seen = new Set<string>();
    let counted: number = SIMULATED_SOURCES.length;
    for (let now = START; now < START + 6 * HOUR; now += 1_000) {
      for (const quote of sources.advance(now)) {
        const fault = maker.take(quote, now);
        if (fault !== null) seen.add(fault);
      }
      maker.make(now);
      const [report] = maker.reports(now);
      for (const { state } of report!.sources) seen.add(state);
      if (now > START + 1_000) counted = Math.min(counted, report!.counted);
    }
    // One lies or is not believed again yet, one is silent.
    expect(counted).toBe(3);
    const faults = ['form', 'negative', 'zero', 'digits', 'back'];
    for (const what of ['fresh', 'late', 'stopped', 'lying', ...faults])
      expect(seen).toContain(what);
  });
});
