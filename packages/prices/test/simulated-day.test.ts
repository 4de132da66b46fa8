/** A day of simulated sources around the simulator's prices, made into indices for a core. */
import { Core } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  INDEX_STALE_MS,
} from '@halcyon/domain';
import { Random, ReferenceMarket, seedInstrument } from '@halcyon/simulator';
import { expect, test } from 'vitest';
import {
  IndexMaker,
  type IndexTerms,
  SIMULATED_SOURCES,
  type SimulatedContract,
  SimulatedSources,
} from '../src/index.ts';

const START = Date.UTC(2026, 10, 2);
const DAY = 86_400_000;
const STEP = 250;
/** What is said of sound sources in simulated-sources.ts, and a tick for roundings. */
const APART = 1e-3;
const REFERENCE_AGE = 1_000;
const SYMBOLS = ['BTCUSDT', 'DOGEUSDT'].map(seedInstrument);

const TERMS: ContractTerms = {
  tiers: [{ upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 }],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 30_000,
  openInterestMax: 1_000_000_000,
  fundingIntervalMs: 8 * 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};
const LIMITS = {
  state: 0,
  quantityMin: 1,
  quantityMax: 100_000,
  notionalMin: 0,
  bandPpm: 50_000,
  openOrdersMax: 50,
} as const;

/** A core with the contracts as its first instruments. */
class Listener {
  readonly core = new Core();
  #seq = 0;

  constructor() {
    this.hear({ kind: CommandKind.setRules, version: 5 }, START);
    this.hear({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 }, START);
    for (const [i, { symbol, base: code, ...units }] of SYMBOLS.entries()) {
      this.hear({ kind: CommandKind.listAsset, code, name: code, scale: 8 }, START);
      const scales = { priceScale: units.pricePrecision, quantityScale: 1 };
      const parts = { symbol, base: i + 1, quote: 0, ...scales, contract: TERMS, ...LIMITS };
      this.hear({ kind: CommandKind.listContract, ...parts }, START);
    }
  }

  hear(input: CommandInput, time: number): void {
    this.#seq += 1;
    this.core.apply({ ...input, seq: this.#seq, time } as Command);
    const { code } = this.core.outcome;
    if (code !== 0) throw new Error(`command ${this.#seq} was refused: ${code}`);
    this.core.state.log.reset();
  }

  contract(instrument: number) {
    return this.core.state.markets[instrument]!.contract!;
  }
}

/** A contract that remembers which reference prices it was told in the last second. */
class Reference implements SimulatedContract {
  readonly instrument: number;
  readonly scale: number;
  readonly #path: { priceAt(time: number): number };
  #told: { readonly time: number; readonly price: number }[] = [];

  constructor(instrument: number, market: ReferenceMarket) {
    this.instrument = instrument;
    this.scale = SYMBOLS[instrument]!.pricePrecision;
    this.#path = market.pathOf(SYMBOLS[instrument]!.symbol);
  }

  priceAt(time: number): number {
    const price = this.#path.priceAt(time);
    this.#told.push({ time, price });
    return price;
  }

  /** The ticks between which an index at this time may be. */
  bounds(now: number): [low: number, high: number] {
    this.#told = this.#told.filter(({ time }) => time >= now - REFERENCE_AGE);
    const ticks = this.#told.map(({ price }) => price * 10 ** this.scale);
    return [Math.min(...ticks) * (1 - APART) - 1, Math.max(...ticks) * (1 + APART) + 1];
  }
}

function checkEntries(entries: readonly number[], bounds: readonly [number, number][]): void {
  for (let i = 0; i < entries.length; i += 2) {
    const [low, high] = bounds[entries[i]!]!;
    const ticks = entries[i + 1]!;
    if (!(ticks >= low && ticks <= high)) throw new Error(`${ticks} is not in ${low} to ${high}`);
  }
}

test('the index follows the reference all day, and ends with its sources', () => {
  const seed = 'a day';
  const market = new ReferenceMarket(seed, START, SYMBOLS);
  const references = SYMBOLS.map((_, instrument) => new Reference(instrument, market));
  const terms = references.map(({ instrument, scale }): IndexTerms => {
    const sources = SIMULATED_SOURCES.map((name) => ({ name, weight: 1, scale }) as const);
    const { symbol } = SYMBOLS[instrument]!;
    return { instrument, symbol, priceScale: scale, sources };
  });
  const sources = new SimulatedSources(references, (name) => new Random(seed, name), START);
  const maker = new IndexMaker(terms);
  const listener = new Listener();
  const states = new Map<string, number>();
  let now = START;
  let commands = 0;
  for (; now < START + DAY; now += STEP) {
    for (const quote of sources.advance(now)) maker.take(quote, now);
    const command = maker.make(now);
    const bounds = references.map((reference) => reference.bounds(now));
    if (command !== null) {
      commands += 1;
      listener.hear(command, now);
      checkEntries(command.entries, bounds);
    }
    if (now % 1_000 !== 750 || now < START + 1_000) continue;
    for (const index of maker.reports(now)) {
      // The core heard of it in this second, so that it takes its sample.
      if (index.toldAgeMs === null || index.toldAgeMs > 750) throw new Error(`silence at ${now}`);
      for (const { state } of index.sources) states.set(state, (states.get(state) ?? 0) + 1);
    }
  }
  expect(commands).toBeGreaterThan(DAY / 1_000);
  expect(commands).toBeLessThan((4.2 * DAY) / 1_000);
  const all = [...states.values()].reduce((a, b) => a + b);
  expect(states.get('fresh')! / all).toBeGreaterThan(0.9);
  for (const state of ['late', 'stopped', 'lying'])
    expect(states.get(state) ?? 0).toBeGreaterThan(0);

  expect(listener.contract(0).closed).toBe(false);
  for (const end = now + INDEX_STALE_MS + 10_000; now < end; now += 1_000) {
    const command = maker.make(now);
    if (command !== null) listener.hear(command, now);
    listener.hear({ kind: CommandKind.tick }, now);
  }
  expect(listener.contract(0).closed).toBe(true);
  for (const quote of [...sources.advance(now), ...sources.advance(now + 1_000)]) {
    maker.take(quote, now + 1_000);
  }
  listener.hear(maker.make(now + 1_000)!, now + 1_000);
  expect(listener.contract(0).closed).toBe(false);
});
