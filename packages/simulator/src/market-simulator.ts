/** All simulated markets together: one list of commands a tick, in virtual or real time. */
import { contractInstrument, type SeedContract } from './contracts.ts';
import { SEED_INSTRUMENTS, type SeedInstrument } from './instruments.ts';
import { MarketAgent } from './participants/market-agent.ts';
import { parametersOf, type SimulatorRate } from './participants/parameters.ts';
import { Traders } from './participants/traders.ts';
import type { MarketPort, OrderReport, PortCommand, RestingReport } from './port.ts';
import type { PricePaths } from './price-path.ts';
import { Random } from './random.ts';

/** What a simulator needs to know. */
export interface MarketSimulatorOptions {
  readonly rate: SimulatorRate;
  readonly seed: string;
  readonly startMs: number;
  readonly paths: PricePaths;
  /** The instruments to keep alive; the seeded ones unless given. */
  readonly instruments?: readonly SeedInstrument[];
  /** The contracts to keep alive instead: an exchange of another product, whose paths these are. */
  readonly contracts?: readonly SeedContract[] | undefined;
}

/** The agents of every instrument. Pure logic: it owns no timer and no connection. */
export class MarketSimulator {
  readonly #agents: readonly MarketAgent[];
  readonly #bySymbol: ReadonlyMap<string, MarketAgent>;

  constructor(options: MarketSimulatorOptions) {
    const { instruments = SEED_INSTRUMENTS, contracts } = options;
    this.#agents =
      contracts === undefined
        ? instruments.map((instrument) => agentOf(options, instrument))
        : contracts.map((contract) => agentOf(options, contractInstrument(contract), contract));
    this.#bySymbol = new Map(this.#agents.map((agent) => [agent.symbol, agent]));
  }

  /** When something is next due, Unix ms. */
  get nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const agent of this.#agents) next = Math.min(next, agent.nextMs);
    return next;
  }

  /** Takes over orders that rest from an earlier run; gives the cancels of those without a place. */
  adopt(orders: readonly RestingReport[]): PortCommand[] {
    const out: PortCommand[] = [];
    for (const order of orders) this.#bySymbol.get(order.symbol)?.adopt(order, out);
    return out;
  }

  /** Everything due at `nowMs`, for all instruments, as one list. */
  step(nowMs: number, port: Pick<MarketPort, 'top' | 'position'>): PortCommand[] {
    const out: PortCommand[] = [];
    for (const agent of this.#agents) {
      if (agent.nextMs <= nowMs) agent.step(nowMs, port, out);
    }
    return out;
  }

  /** A report from the exchange; gives the commands that must follow. */
  report(report: OrderReport, nowMs: number): PortCommand[] {
    const out: PortCommand[] = [];
    this.#bySymbol.get(report.symbol)?.report(report, nowMs, out);
    return out;
  }
}

function agentOf(
  { rate, seed, startMs, paths }: MarketSimulatorOptions,
  instrument: SeedInstrument,
  contract: SeedContract | null = null,
): MarketAgent {
  const { symbol } = instrument;
  const parameters = parametersOf(instrument, rate, contract !== null);
  const random = new Random(seed, `traders:${symbol}`);
  const traders =
    contract === null ? null : new Traders(contract, parameters.minimumLots, random, startMs);
  const path = paths.pathOf(symbol);
  const ticksPerQuote = 10 ** instrument.pricePrecision;
  return new MarketAgent({ symbol, parameters, path, ticksPerQuote, traders, seed, startMs });
}
