/**
 * The live synthetic reference: one hidden price for every instrument, stepped together as time
 * passes, with cross pairs kept equal to the ratio of their legs. Its state is plain data, so that
 * a restart continues the same path.
 */
import { referencePriceOf, SEED_INSTRUMENTS, type SeedInstrument } from './instruments.ts';
import type { PricePath, PricePaths } from './price-path.ts';
import {
  CoinProcess,
  FactorProcess,
  type ProcessState,
  StableProcess,
} from './reference-process.ts';
import { seasonAt } from './seasonality.ts';

type DeviationState = ProcessState & { readonly deviation: number };

/** Everything that continues the path, JSON-safe. */
export interface ReferenceState {
  readonly version: 1;
  readonly timeMs: number;
  readonly factor: ProcessState;
  readonly logVolatility: number;
  readonly coins: Readonly<Record<string, DeviationState>>;
  readonly stables: Readonly<Record<string, DeviationState>>;
}

/** Longest single step; a longer silence is walked in steps of this size. */
const STEP_SECONDS_MAX = 5;
/** Gaps longer than this are downtime: the path stands still over them. */
const DOWNTIME_MS = 60_000;

/** How activity follows season and volatility. */
const ACTIVITY_SEASON = 1.3;
const ACTIVITY_VOLATILITY = 0.75;

/** Expected trading activity for a seasonal factor and a log volatility; about 1 on average. */
export function activityOf(season: number, logVolatility: number): number {
  return season ** ACTIVITY_SEASON * Math.exp(ACTIVITY_VOLATILITY * (logVolatility + 0.26));
}

/** The hidden reference of all instruments. */
export class ReferenceMarket implements PricePaths {
  readonly #factor: FactorProcess;
  readonly #coins = new Map<string, CoinProcess>();
  readonly #stables = new Map<string, StableProcess>();
  readonly #anchors = new Map<string, number>();
  readonly #instruments: readonly SeedInstrument[];
  #timeMs: number;
  #logVolatility = 0;
  #activity = 1;

  /** @param instruments those needed: legs of cross pairs are added by themselves. */
  constructor(
    seed: string,
    startMs: number,
    instruments: readonly SeedInstrument[] = SEED_INSTRUMENTS,
  ) {
    this.#timeMs = startMs;
    this.#instruments = instruments;
    this.#factor = new FactorProcess(seed);
    for (const instrument of instruments) {
      for (const asset of [instrument.base, instrument.quote]) {
        const leg = SEED_INSTRUMENTS.find((one) => one.symbol === `${asset}USDT`);
        if (leg === undefined) continue;
        this.#anchors.set(asset, referencePriceOf(leg));
        if (leg.kind === 'stable') this.#stables.set(asset, new StableProcess(seed, asset));
        else this.#coins.set(asset, new CoinProcess(seed, asset, leg.volatility, leg.beta));
      }
    }
    this.#activity = activityOf(seasonAt(startMs), this.#logVolatility);
  }

  pathOf(symbol: string): PricePath {
    const instrument = this.#instruments.find((one) => one.symbol === symbol);
    if (instrument === undefined) throw new Error(`no reference path for "${symbol}"`);
    const { base, quote } = instrument;
    return {
      priceAt: (timeMs) => {
        this.advance(timeMs);
        return this.#usdtPrice(base) / this.#usdtPrice(quote);
      },
      activityAt: (timeMs) => {
        this.advance(timeMs);
        return this.#activity;
      },
    };
  }

  /** Walks the path to `timeMs`; a time already passed changes nothing. */
  advance(timeMs: number): void {
    if (timeMs - this.#timeMs > DOWNTIME_MS) this.#timeMs = timeMs - 1000;
    while (this.#timeMs < timeMs) {
      const seconds = Math.min(STEP_SECONDS_MAX, (timeMs - this.#timeMs) / 1000);
      this.#step(seconds);
      this.#timeMs += seconds * 1000;
      if (timeMs - this.#timeMs < 1e-6) this.#timeMs = timeMs;
    }
  }

  /** Moves coins so that the reference equals the given USDT prices (a restart without state). */
  alignTo(usdtPrices: ReadonlyMap<string, number>): void {
    for (const [asset, price] of usdtPrices) {
      const process = this.#coins.get(asset) ?? this.#stables.get(asset);
      const anchor = this.#anchors.get(asset);
      if (process === undefined || anchor === undefined || !(price > 0)) continue;
      process.deviation = Math.log(price / anchor);
    }
  }

  state(): ReferenceState {
    const states = (processes: Map<string, CoinProcess | StableProcess>) =>
      Object.fromEntries([...processes].map(([asset, process]) => [asset, process.state()]));
    return {
      version: 1,
      timeMs: this.#timeMs,
      factor: this.#factor.state(),
      logVolatility: this.#logVolatility,
      coins: states(this.#coins),
      stables: states(this.#stables),
    };
  }

  /** Continues from a saved state; coins that the state lacks keep their start. */
  restore(state: ReferenceState): void {
    if (state.version !== 1) throw new Error(`reference state version ${state.version} is unknown`);
    this.#timeMs = state.timeMs;
    this.#factor.restore(state.factor);
    this.#logVolatility = state.logVolatility;
    for (const [asset, saved] of Object.entries(state.coins))
      this.#coins.get(asset)?.restore(saved);
    for (const [asset, saved] of Object.entries(state.stables)) {
      this.#stables.get(asset)?.restore(saved);
    }
    this.#activity = activityOf(seasonAt(this.#timeMs), this.#logVolatility);
  }

  #step(seconds: number): void {
    const season = seasonAt(this.#timeMs);
    const factor = this.#factor.step(seconds, season);
    this.#logVolatility = factor.logVolatility;
    this.#activity = activityOf(season, factor.logVolatility);
    for (const coin of this.#coins.values()) coin.step(seconds, season, factor);
    for (const stable of this.#stables.values()) stable.step(seconds);
  }

  #usdtPrice(asset: string): number {
    const anchor = this.#anchors.get(asset);
    if (anchor === undefined) return 1;
    const process = this.#coins.get(asset) ?? this.#stables.get(asset);
    return anchor * Math.exp(process?.deviation ?? 0);
  }
}
