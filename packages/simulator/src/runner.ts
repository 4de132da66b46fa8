/**
 * Runs the simulated markets in real time against a port: by shared ticks at the default rate, event
 * by event at the real rate. On start the participants find the orders of an earlier run again.
 */
import { ContractPaths } from './basis.ts';
import type { SeedContract } from './contracts.ts';
import { SEED_INSTRUMENTS, type SeedInstrument } from './instruments.ts';
import { MarketSimulator } from './market-simulator.ts';
import type { SimulatorRate } from './participants/parameters.ts';
import type { MarketPort, PortCommand } from './port.ts';
import type { PricePaths } from './price-path.ts';
import { ReferenceMarket, type ReferenceState } from './reference-path.ts';

/** Time and timers, so that tests can bring their own. */
export interface SimulatorClock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls back once after `delayMs`; gives the way to call it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** What `startSimulator` needs. */
export interface SimulatorOptions {
  readonly port: MarketPort;
  readonly rate: SimulatorRate;
  readonly seed: string;
  readonly instruments?: readonly SeedInstrument[];
  /** A recorded path to follow; the synthetic reference unless given. */
  readonly paths?: PricePaths;
  /** The contracts to trade instead of instruments, where the exchange behind the port has those. */
  readonly contracts?: SimulatedContracts;
  /** The synthetic reference's state from an earlier run. */
  readonly state?: ReferenceState | null;
  /** Called every few seconds with the state to keep. */
  readonly saveState?: (state: ReferenceState) => void;
  readonly onError?: (error: unknown) => void;
  readonly clock?: SimulatorClock;
}

/** Contracts, and the prices of their coins. */
export interface SimulatedContracts {
  readonly contracts: readonly SeedContract[];
  readonly spot: PricePaths;
}

/** Figures of a running simulator. */
export interface SimulatorStats {
  readonly ticks: number;
  readonly commands: number;
}

/** A simulator that runs. */
export interface RunningSimulator {
  /** The hidden prices that the participants follow. */
  readonly paths: PricePaths;
  readonly stats: SimulatorStats;
  /** Stops trading and disconnects; the orders stay in the books. */
  stop(): Promise<void>;
}

/** Length of a shared tick at the default rate, and the shortest wait at the real one. */
const TICK_MS = 100;
const EVENT_MS = 1;
const SAVE_EVERY_MS = 5_000;
/** A saved reference this far from the last trade is moved to it. */
const DRIFT_MAX = 0.02;

/** The machine's own clock. */
export const SYSTEM_CLOCK: SimulatorClock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Restores or aligns the synthetic reference so that it continues where the market stands. */
function referenceFor(
  options: SimulatorOptions,
  nowMs: number,
  lastPrices: ReadonlyMap<string, number>,
): ReferenceMarket {
  const { seed, state, instruments = SEED_INSTRUMENTS } = options;
  const reference = new ReferenceMarket(seed, nowMs, instruments);
  if (state !== undefined && state !== null) reference.restore(state);
  const moved = new Map<string, number>();
  for (const instrument of instruments) {
    const ticks = lastPrices.get(instrument.symbol);
    if (ticks === undefined || instrument.quote !== 'USDT') continue;
    const last = ticks / 10 ** instrument.pricePrecision;
    const path = reference.pathOf(instrument.symbol).priceAt(nowMs);
    if (Math.abs(Math.log(path / last)) > DRIFT_MAX || !state) moved.set(instrument.base, last);
  }
  reference.alignTo(moved);
  return reference;
}

/** One running simulator: the loop, its reports and its saved state. */
class Runner implements RunningSimulator {
  readonly #options: SimulatorOptions;
  readonly #clock: SimulatorClock;
  readonly #reference: ReferenceMarket | null;
  readonly #simulator: MarketSimulator;
  readonly paths: PricePaths;
  #pending: PortCommand[] = [];
  #callOff: () => void = () => undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #savedMs = 0;
  #stopped = false;
  #ticks = 0;
  #commands = 0;

  constructor(
    options: SimulatorOptions,
    clock: SimulatorClock,
    simulator: MarketSimulator,
    reference: ReferenceMarket | null,
    paths: PricePaths,
  ) {
    this.#options = options;
    this.paths = paths;
    this.#clock = clock;
    this.#simulator = simulator;
    this.#reference = reference;
  }

  get stats(): SimulatorStats {
    return { ticks: this.#ticks, commands: this.#commands };
  }

  /** Adds commands to the next tick; at the real rate that is at once. */
  queue(commands: readonly PortCommand[]): void {
    this.#pending.push(...commands);
  }

  report(report: Parameters<MarketSimulator['report']>[0]): void {
    if (this.#stopped) return;
    this.queue(this.#simulator.report(report, this.#clock.now()));
    if (this.#options.rate === 'real') this.#schedule();
  }

  begin(): void {
    this.#tick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#callOff();
    this.#save(Number.POSITIVE_INFINITY);
    await this.#options.port.stop();
  }

  #tick(): void {
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (this.#stopped) return;
    const nowMs = this.#clock.now();
    try {
      const { port } = this.#options;
      const commands = [...this.#pending.splice(0), ...this.#simulator.step(nowMs, port)];
      this.#ticks += 1;
      this.#commands += commands.length;
      if (commands.length > 0) port.submit(commands);
      this.#save(nowMs);
    } catch (error) {
      this.#options.onError?.(error);
    }
    this.#schedule();
  }

  /** Arms the timer for the next thing due, unless it is armed for something sooner. */
  #schedule(): void {
    const nowMs = this.#clock.now();
    const real = this.#options.rate === 'real';
    const next = this.#pending.length > 0 ? nowMs : this.#simulator.nextMs;
    const grid = (Math.floor(nowMs / TICK_MS) + 1) * TICK_MS;
    const dueMs = real ? Math.max(nowMs + EVENT_MS, next) : grid;
    if (dueMs >= this.#dueMs) return;
    this.#callOff();
    this.#dueMs = dueMs;
    this.#callOff = this.#clock.after(dueMs - nowMs, () => this.#tick());
  }

  #save(nowMs: number): void {
    const { saveState } = this.#options;
    if (saveState === undefined || this.#reference === null) return;
    if (nowMs - this.#savedMs < SAVE_EVERY_MS) return;
    this.#savedMs = nowMs;
    saveState(this.#reference.state());
  }
}

/**
 * Connects the port, takes over orders of an earlier run, and keeps every market alive until
 * stopped. Rejects when the port cannot start.
 */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { port, rate, seed, instruments = SEED_INSTRUMENTS, clock = SYSTEM_CLOCK } = options;
  // Reports that arrive before the agents exist belong to orders that adoption reads anew.
  let runner: Runner | null = null;
  await port.start({ onOrder: (report) => runner?.report(report) });
  const [orders, lastPrices] = await Promise.all([port.openOrders(), port.lastPrices()]);
  const startMs = clock.now();
  // Participants decide anew after a restart: the same draws again would repeat the same minutes.
  const drawn = `${seed}:${startMs}`;
  const contracts = options.contracts?.contracts;
  const given = options.contracts
    ? new ContractPaths({ ...options.contracts, seed: drawn, startMs, lastPrices })
    : options.paths;
  const reference = given === undefined ? referenceFor(options, startMs, lastPrices) : null;
  const paths = given ?? reference;
  if (paths === null) throw new Error('the simulator has no price path');
  const market = { rate, seed: drawn, startMs, paths, instruments, contracts };
  const simulator = new MarketSimulator(market);
  runner = new Runner(options, clock, simulator, reference, paths);
  runner.queue(simulator.adopt(orders));
  runner.begin();
  return runner;
}
