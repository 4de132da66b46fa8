/**
 * How far a contract trades from the price of its coin. Demand for leverage wanders, most of the time
 * on the side of the longs; who holds the other side collects the funding, and the more that is, the
 * harder the contract is pulled back. A second, short-lived part is the noise of minutes.
 */
import { fundingRate, RATE_SCALE } from '@halcyon/domain';
import type { SeedContract } from './contracts.ts';
import type { PricePath, PricePaths } from './price-path.ts';
import { Random } from './random.ts';

const HOUR_S = 3_600;
/** What the basis returns to without funding, how far it wanders, and how long it remembers. */
const CENTRE = 7e-4;
const WANDER = 1.35e-3;
const MEMORY_S = 72 * HOUR_S;
const NOISE = 1e-4;
const NOISE_MEMORY_S = 900;
/** Part of a round's funding rate by which arbitrage moves the basis in a round. */
const FUNDING_PULL = 0.5;
/** No contract leaves its coin further than this. */
const BASIS_MAX = 0.01;
/** Longest single step; a longer silence is walked in steps of this size, or is downtime. */
const STEP_S_MAX = 60;
const DOWNTIME_MS = 60_000;

/** The basis of one contract as a part of the coin's price, stepped as time passes. */
export class BasisProcess {
  readonly #terms: SeedContract['terms'];
  readonly #random: Random;
  #wander: number;
  #noise = 0;

  constructor(contract: SeedContract, seed: string) {
    this.#terms = contract.terms;
    this.#random = new Random(seed, `basis:${contract.symbol}`);
    // A new market begins near the prices of its coin.
    this.#wander = CENTRE / 2 + (WANDER / 4) * this.#random.normal();
  }

  get value(): number {
    return Math.max(-BASIS_MAX, Math.min(BASIS_MAX, this.#wander + this.#noise));
  }

  /** Goes on from where a market stands. */
  moveTo(value: number): void {
    this.#wander = Math.max(-BASIS_MAX, Math.min(BASIS_MAX, value));
    this.#noise = 0;
  }

  step(seconds: number): void {
    const rate = fundingRate(Math.round(this.#wander * RATE_SCALE), this.#terms) / RATE_SCALE;
    const rounds = (seconds * 1_000) / this.#terms.fundingIntervalMs;
    const pull = ((this.#wander - CENTRE) * seconds) / MEMORY_S + FUNDING_PULL * rate * rounds;
    const shock = WANDER * Math.sqrt((2 * seconds) / MEMORY_S) * this.#random.normal();
    this.#wander += shock - pull;
    const keep = Math.exp(-seconds / NOISE_MEMORY_S);
    this.#noise = keep * this.#noise + NOISE * Math.sqrt(1 - keep * keep) * this.#random.normal();
  }
}

/** What prices of contracts are made of. */
export interface ContractPathsOptions {
  readonly contracts: readonly SeedContract[];
  /** Prices of the coins. */
  readonly spot: PricePaths;
  readonly seed: string;
  readonly startMs: number;
  /** In ticks by symbol, of contracts that have traded: their basis goes on from there. */
  readonly lastPrices?: ReadonlyMap<string, number>;
}

/** Prices of contracts: those of their coins, and the basis of each. */
export class ContractPaths implements PricePaths {
  readonly #paths: ReadonlyMap<string, ContractPath>;

  constructor({ contracts, spot, seed, startMs, lastPrices }: ContractPathsOptions) {
    const paths = contracts.map((contract) => {
      const coin = spot.pathOf(contract.spot.symbol);
      const basis = new BasisProcess(contract, seed);
      const last = lastPrices?.get(contract.symbol) ?? 0;
      const price = coin.priceAt(startMs) * 10 ** contract.pricePrecision;
      if (last > 0) basis.moveTo(last / price - 1);
      return [contract.symbol, new ContractPath(coin, basis, startMs)] as const;
    });
    this.#paths = new Map(paths);
  }

  pathOf(symbol: string): PricePath {
    const path = this.#paths.get(symbol);
    if (path === undefined) throw new Error(`no contract is named "${symbol}"`);
    return path;
  }
}

class ContractPath implements PricePath {
  readonly #coin: PricePath;
  readonly #basis: BasisProcess;
  #timeMs: number;

  constructor(coin: PricePath, basis: BasisProcess, startMs: number) {
    this.#coin = coin;
    this.#basis = basis;
    this.#timeMs = startMs;
  }

  priceAt(timeMs: number): number {
    if (timeMs - this.#timeMs > DOWNTIME_MS) this.#timeMs = timeMs - 1_000;
    while (this.#timeMs < timeMs) {
      const stepMs = Math.min(STEP_S_MAX * 1_000, timeMs - this.#timeMs);
      this.#basis.step(stepMs / 1_000);
      this.#timeMs += stepMs;
    }
    return this.#coin.priceAt(timeMs) * (1 + this.#basis.value);
  }

  activityAt(timeMs: number): number {
    return this.#coin.activityAt(timeMs);
  }
}
