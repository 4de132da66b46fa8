/** Drives the participants in virtual time against the core and records what is measured. */
import type { LevelEvent } from '@halcyon/domain';
import {
  BookRecorder,
  ContractPaths,
  MarketSimulator,
  type PricePaths,
  ReferenceMarket,
  type SeedContract,
  type SeedInstrument,
  type SimulatorRate,
  type TradePrint,
} from '@halcyon/simulator';
import { CoreExchange, type CoreObserver } from './core-exchange.ts';

/** What one virtual run is made of. */
export interface VirtualRunOptions {
  readonly rate: SimulatorRate;
  readonly seed: string;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly instruments: readonly SeedInstrument[];
  /** Contracts instead of instruments; their index is the price of their coin. */
  readonly contracts?: readonly SeedContract[];
  /** Shared tick; 0 = every event at its own millisecond. */
  readonly tickMs: number;
  readonly paths?: PricePaths;
  /** Recording begins after this much of the run. */
  readonly warmUpMs: number;
  readonly recordBooks: boolean;
  readonly onTrade?: CoreObserver['onTrade'];
  readonly onFunding?: CoreObserver['onFunding'];
  readonly onLiquidation?: CoreObserver['onLiquidation'];
}

/** What came of it. */
export interface VirtualRun {
  readonly exchange: CoreExchange;
  readonly trades: ReadonlyMap<string, TradePrint[]>;
  readonly books: ReadonlyMap<string, BookRecorder>;
}

/** Between two indices, ms. */
const INDEX_MS = 1_000;

/** Runs to the end and gives the recordings. */
export function runVirtually(options: VirtualRunOptions): VirtualRun {
  const { rate, seed, startMs, lengthMs, instruments, tickMs, recordBooks } = options;
  const { contracts = [], onFunding, onLiquidation } = options;
  const listed = [...instruments, ...contracts];
  const trades = new Map(listed.map(({ symbol }) => [symbol, [] as TradePrint[]]));
  const books = new Map(listed.map(({ symbol }) => [symbol, new BookRecorder()]));
  const recordFrom = startMs + options.warmUpMs;
  let now = startMs;
  const observer: CoreObserver = {
    onTrade: (symbol, trade) => {
      options.onTrade?.(symbol, trade);
      if (now < recordFrom || options.onTrade !== undefined) return;
      const { price, quantity } = trade;
      const takerSide = trade.takerSide === 0 ? 'buy' : 'sell';
      trades.get(symbol)!.push({ timeMs: Math.floor(now), price, quantity, takerSide });
    },
    onLevel: (symbol, level: LevelEvent) => {
      if (!recordBooks) return;
      const book = books.get(symbol)!;
      if (now >= recordFrom) book.advance(now);
      book.set(level.side === 0 ? 'bid' : 'ask', level.price, level.total, now >= recordFrom);
    },
    ...(onFunding === undefined ? {} : { onFunding }),
    ...(onLiquidation === undefined ? {} : { onLiquidation }),
  };
  const exchange = new CoreExchange(instruments, startMs, observer, contracts);
  const coins = [...instruments, ...contracts.map(({ spot }) => spot)];
  const spot = options.paths ?? new ReferenceMarket(seed, startMs, coins);
  const isSpot = contracts.length === 0;
  const paths = isSpot ? spot : new ContractPaths({ contracts, spot, seed, startMs });
  const market = { rate, seed, startMs, paths, instruments };
  const simulator = new MarketSimulator(isSpot ? market : { ...market, contracts });
  const end = startMs + lengthMs;
  let indexMs = isSpot ? Number.POSITIVE_INFINITY : startMs;
  while (now < end) {
    if (now >= indexMs) {
      indexMs = now + INDEX_MS;
      const index = contracts.map(({ symbol, pricePrecision }) => {
        return [
          symbol,
          Math.round(spot.pathOf(symbol).priceAt(now) * 10 ** pricePrecision),
        ] as const;
      });
      for (const report of exchange.prices(new Map(index), now)) {
        exchange.submit(simulator.report(report, now), now);
      }
    }
    let commands = simulator.step(now, exchange);
    for (let round = 0; commands.length > 0 && round < 5; round += 1) {
      const reports = exchange.submit(commands, now);
      commands = reports.flatMap((report) => simulator.report(report, now));
    }
    now =
      tickMs > 0 ? now + tickMs : Math.max(now + 1, Math.min(indexMs, Math.ceil(simulator.nextMs)));
  }
  return { exchange, trades, books };
}
