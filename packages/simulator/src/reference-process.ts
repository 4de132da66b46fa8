/**
 * The random process behind the reference prices: a market factor (BTC's own return) and one
 * process a coin. Volatility is the exponential of a sum of mean-reverting components whose decay
 * times run from seconds to weeks, which gives the slow, power-law memory of real markets; jumps
 * and the fast components give the heavy tails. Every law is stated in continuous time, so the
 * step may be a tenth of a second (live) or an hour (history) and the bars look alike.
 */
import { Random, type RandomState } from './random.ts';

/** One mean-reverting component of log volatility. */
interface VolatilityComponent {
  readonly decaySeconds: number;
  readonly variance: number;
}

const DAY_S = 86_400;

/** Log-volatility components of the market factor. */
const FACTOR_COMPONENTS: readonly VolatilityComponent[] = [
  { decaySeconds: 25, variance: 0.09 },
  { decaySeconds: 240, variance: 0.08 },
  { decaySeconds: 1_500, variance: 0.065 },
  { decaySeconds: 7_200, variance: 0.045 },
  { decaySeconds: 36_000, variance: 0.035 },
  { decaySeconds: 2.5 * DAY_S, variance: 0.02 },
  { decaySeconds: 20 * DAY_S, variance: 0.015 },
];

/** Log-volatility components that each coin adds of its own. */
const COIN_COMPONENTS: readonly VolatilityComponent[] = [
  { decaySeconds: 25, variance: 0.08 },
  { decaySeconds: 600, variance: 0.05 },
  { decaySeconds: 14_400, variance: 0.04 },
];

/** How strongly a coin's own noise follows the market's volatility. */
const COMMON_VOLATILITY = 0.85;
const JUMPS_PER_SECOND = 1 / 7_200;
const JUMP_MINIMUM = 2.5;
const JUMP_EXPONENT = 3;
const JUMP_MAXIMUM = 12;
/** Pull of the log price towards its anchor; weak enough to be invisible within months. */
const PULL_SECONDS = 450 * DAY_S;

/** Standard deviation of BTC's one-minute return, in natural log units (5.9 bp). */
const BTC_MINUTE_VOLATILITY = 5.9e-4;

/** Volatility never sinks below this share of its long-run level: no market is ever quite still. */
const LEVEL_FLOOR = 0.42;

/** Sum of independent mean-reverting components, stepped exactly for any dt. */
class LogVolatility {
  readonly #components: readonly VolatilityComponent[];
  readonly values: Float64Array;
  readonly #keep: Float64Array;
  readonly #shock: Float64Array;
  #stepSeconds = Number.NaN;

  constructor(components: readonly VolatilityComponent[], random: Random) {
    this.#components = components;
    this.values = new Float64Array(components.length);
    this.#keep = new Float64Array(components.length);
    this.#shock = new Float64Array(components.length);
    for (const [index, { variance }] of components.entries()) {
      this.values[index] = Math.sqrt(variance) * random.normal();
    }
  }

  /** Advances by `seconds` and gives the sum. */
  step(seconds: number, random: Random): number {
    if (seconds !== this.#stepSeconds) this.#prepare(seconds);
    let sum = 0;
    for (let index = 0; index < this.values.length; index += 1) {
      const value =
        this.#keep[index]! * this.values[index]! + this.#shock[index]! * random.normal();
      this.values[index] = value;
      sum += value;
    }
    return sum;
  }

  #prepare(seconds: number): void {
    this.#stepSeconds = seconds;
    for (const [index, { decaySeconds, variance }] of this.#components.entries()) {
      const keep = Math.exp(-seconds / decaySeconds);
      this.#keep[index] = keep;
      this.#shock[index] = Math.sqrt(variance * (1 - keep * keep));
    }
  }
}

function totalVariance(components: readonly VolatilityComponent[]): number {
  return components.reduce((sum, component) => sum + component.variance, 0);
}

/** Diffusion and rare jumps of one step, in units of the one-minute standard deviation. */
function innovation(seconds: number, random: Random): number {
  let value = Math.sqrt(seconds / 60) * random.normal();
  const jumps = random.poisson(JUMPS_PER_SECOND * seconds);
  for (let jump = 0; jump < jumps; jump += 1) {
    const size = Math.min(random.pareto(JUMP_MINIMUM, JUMP_EXPONENT), JUMP_MAXIMUM);
    value += random.chance(0.5) ? size : -size;
  }
  return value;
}

/** Serialisable state of one process. */
export interface ProcessState {
  readonly random: RandomState;
  readonly volatility: readonly number[];
}

/** What one step of the market factor did; coins read it. */
export interface FactorStep {
  /** Log return of the market (BTC) in this step. */
  readonly change: number;
  /** Log volatility relative to its mean level, season left out. */
  readonly logVolatility: number;
  /** Standard deviation that the diffusion of this step had, in log units. */
  readonly deviation: number;
}

/** The market factor: BTC's own return and the volatility that all coins share. */
export class FactorProcess {
  readonly #volatility: LogVolatility;
  #random: Random;

  constructor(seed: string) {
    this.#random = new Random(seed, 'reference:factor');
    this.#volatility = new LogVolatility(FACTOR_COMPONENTS, this.#random);
  }

  /** @param seconds the step; @param season the seasonal volatility factor at its start. */
  step(seconds: number, season: number): FactorStep {
    const random = this.#random;
    const logVolatility = this.#volatility.step(seconds, random) - FACTOR_VARIANCE;
    const level = BTC_MINUTE_VOLATILITY * Math.max(LEVEL_FLOOR, season * Math.exp(logVolatility));
    const change = level * innovation(seconds, random);
    return { change, logVolatility, deviation: level * Math.sqrt(seconds / 60) };
  }

  state(): ProcessState {
    return { random: this.#random.state(), volatility: [...this.#volatility.values] };
  }

  restore(state: ProcessState): void {
    this.#random = Random.fromState(state.random);
    this.#volatility.values.set(state.volatility);
  }
}

const FACTOR_VARIANCE = totalVariance(FACTOR_COMPONENTS);
const COIN_VARIANCE = totalVariance(COIN_COMPONENTS);
/** E of the squared level, so that a coin's own noise has the variance asked for. */
const COIN_LEVEL = COIN_VARIANCE + COMMON_VOLATILITY * COMMON_VOLATILITY * FACTOR_VARIANCE;

/** A coin: beta times the factor and noise of its own, pulled weakly to its anchor. */
export class CoinProcess {
  readonly #beta: number;
  readonly #ownMinute: number;
  readonly #volatility: LogVolatility;
  #random: Random;
  /** Log price relative to the anchor. */
  deviation = 0;

  /** @param volatility total one-minute standard deviation relative to the factor's. */
  constructor(seed: string, coin: string, volatility: number, beta: number) {
    this.#random = new Random(seed, `reference:coin:${coin}`);
    this.#volatility = new LogVolatility(COIN_COMPONENTS, this.#random);
    this.#beta = beta;
    this.#ownMinute = BTC_MINUTE_VOLATILITY * Math.sqrt(Math.max(0, volatility ** 2 - beta ** 2));
  }

  /** Advances the log deviation by one step; gives the standard deviation of its diffusion. */
  step(seconds: number, season: number, factor: FactorStep): number {
    const random = this.#random;
    let change = this.#beta * factor.change;
    let own = 0;
    if (this.#ownMinute > 0) {
      const shared = COMMON_VOLATILITY * (factor.logVolatility + FACTOR_VARIANCE);
      const log = this.#volatility.step(seconds, random) + shared - COIN_LEVEL;
      const level = this.#ownMinute * Math.max(LEVEL_FLOOR, season * Math.exp(log));
      change += level * innovation(seconds, random);
      own = level * Math.sqrt(seconds / 60);
    }
    this.deviation += change - (this.deviation * seconds) / PULL_SECONDS;
    return Math.hypot(this.#beta * factor.deviation, own);
  }

  state(): ProcessState & { readonly deviation: number } {
    const volatility = [...this.#volatility.values];
    return { random: this.#random.state(), volatility, deviation: this.deviation };
  }

  restore(state: ProcessState & { readonly deviation: number }): void {
    this.#random = Random.fromState(state.random);
    this.#volatility.values.set(state.volatility);
    this.deviation = state.deviation;
  }
}

const STABLE_DECAY_S = 21_600;
const STABLE_DEVIATION = 1.2e-4;

/** A stable coin's price against its peg: a narrow wander with a memory of hours. */
export class StableProcess {
  #random: Random;
  deviation = 0;

  constructor(seed: string, coin: string) {
    this.#random = new Random(seed, `reference:stable:${coin}`);
  }

  /** Advances by `seconds`; gives the standard deviation of the step. */
  step(seconds: number): number {
    const keep = Math.exp(-seconds / STABLE_DECAY_S);
    const shock = STABLE_DEVIATION * Math.sqrt(1 - keep * keep);
    this.deviation = keep * this.deviation + shock * this.#random.normal();
    return shock;
  }

  state(): ProcessState & { readonly deviation: number } {
    return { random: this.#random.state(), volatility: [], deviation: this.deviation };
  }

  restore(state: ProcessState & { readonly deviation: number }): void {
    this.#random = Random.fromState(state.random);
    this.deviation = state.deviation;
  }
}
