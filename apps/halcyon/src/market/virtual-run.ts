/** Drives the participants in virtual time against the core and records what is measured. */
import type { LevelEvent, TradeEvent } from '@halcyon/domain';
import {
  BookRecorder,
  MarketSimulator,
  type PricePaths,
  ReferenceMarket,
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
  /** Shared tick; 0 = every event at its own millisecond. */
  readonly tickMs: number;
  readonly paths?: PricePaths;
  /** Recording begins after this much of the run. */
  readonly warmUpMs: number;
  readonly recordBooks: boolean;
  readonly onTrade?: (symbol: string, trade: TradeEvent) => void;
}

/** What came of it. */
export interface VirtualRun {
  readonly exchange: CoreExchange;
  readonly trades: ReadonlyMap<string, TradePrint[]>;
  readonly books: ReadonlyMap<string, BookRecorder>;
}

/** Runs to the end and gives the recordings. */
export function runVirtually(options: VirtualRunOptions): VirtualRun {
  const { rate, seed, startMs, lengthMs, instruments, tickMs, recordBooks } = options;
  const trades = new Map(instruments.map(({ symbol }) => [symbol, [] as TradePrint[]]));
  const books = new Map(instruments.map(({ symbol }) => [symbol, new BookRecorder()]));
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
  };
  const exchange = new CoreExchange(instruments, startMs, observer);
  const paths = options.paths ?? new ReferenceMarket(seed, startMs, instruments);
  const simulator = new MarketSimulator({ rate, seed, startMs, paths, instruments });
  const end = startMs + lengthMs;
  while (now < end) {
    let commands = simulator.step(now, exchange);
    for (let round = 0; commands.length > 0 && round < 5; round += 1) {
      const reports = exchange.submit(commands, now);
      commands = reports.flatMap((report) => simulator.report(report, now));
    }
    now = tickMs > 0 ? now + tickMs : Math.max(now + 1, Math.ceil(simulator.nextMs));
  }
  return { exchange, trades, books };
}
