/** The thread that listens to the exchanges of HALCYON_PRICE_SOURCES; see startPriceSources. */
import { parentPort, workerData } from 'node:worker_threads';
import { openPrices, PriceStream } from '@halcyon/flow';
import type { SourceQuote } from '@halcyon/prices';
import type { FromSimulator } from '../exchange/simulator-worker.ts';
import { ExchangeQuotes, type SourcedMarket } from './exchange-quotes.ts';
import type { ExchangeSource } from './source-file.ts';

/** What the worker is given. */
export interface SourcesWorkerData {
  readonly sources: readonly ExchangeSource[];
  readonly markets: readonly SourcedMarket[];
}

/** What it is told. */
export type ToSources =
  | { readonly kind: 'stop' }
  /** Other markets are wanted than before. */
  | { readonly kind: 'markets'; readonly markets: readonly SourcedMarket[] };

/** Between two batches of quotes, ms. */
const QUOTES_MS = 100;

const { sources, markets } = workerData as SourcesWorkerData;

/** Only the newest of a source and market is kept: nothing piles up, however much is told. */
const waiting = new Map<string, SourceQuote>();

function post(message: FromSimulator): void {
  parentPort?.postMessage(message);
}

function listen(source: ExchangeSource, wanted: readonly SourcedMarket[]): PriceStream {
  const onQuote = (quote: SourceQuote): void => {
    waiting.set(`${quote.source} ${quote.instrument}`, quote);
  };
  const quotes = new ExchangeQuotes(source, wanted, Date.now, onQuote);
  const open = async () => {
    const exchange = await openPrices(source.exchange);
    const missing = quotes.symbols.filter((symbol) => !exchange.symbols.has(symbol));
    if (missing.length > 0) tell(source.name, `does not list ${missing.join(', ')}`);
    return exchange;
  };
  return new PriceStream({
    open,
    symbols: quotes.symbols,
    pollMs: source.pollMs,
    now: Date.now,
    onTicker: (symbol, ticker) => quotes.take(symbol, ticker),
    onTrouble: (problem) => tell(source.name, problem === '' ? 'is heard again' : problem),
  });
}

function tell(source: string, problem: string): void {
  post({ kind: 'problem', message: `${source}: ${problem}` });
}

// What one exchange's code throws where nobody waits for it must not silence the others.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error: unknown) =>
    tell('a fault', error instanceof Error ? error.message : String(error)),
  );
}

let streams = sources.map((source) => listen(source, markets));
setInterval(() => {
  if (waiting.size === 0) return;
  post({ kind: 'quotes', quotes: [...waiting.values()] });
  waiting.clear();
}, QUOTES_MS);
post({ kind: 'running' });
parentPort?.on('message', (message: ToSources) => {
  const before = streams;
  const closed = Promise.allSettled(before.map((stream) => stream.close()));
  if (message.kind === 'stop') void closed.then(() => process.exit(0));
  else streams = sources.map((source) => listen(source, message.markets));
});
