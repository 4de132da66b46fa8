/** Starts the thread that listens to the exchanges of HALCYON_PRICE_SOURCES. */
import { Worker } from 'node:worker_threads';
import type { SourceQuote } from '@halcyon/prices';
import type { Views } from '@halcyon/views';
import type { Logger } from 'pino';
import { keepRunning } from '../exchange/simulator-process.ts';
import type { SourcedMarket } from './exchange-quotes.ts';
import type { QuotedMarket } from './index-price-service.ts';
import type { ExchangeSource } from './source-file.ts';
import type { SourcesWorkerData, ToSources } from './sources-worker.ts';

/** A running thread. */
export interface PriceSources {
  /** From now on these markets are wanted. */
  quote(markets: readonly QuotedMarket[]): void;
  stop(): Promise<void>;
}

/** Starts it, or starts it again where it ends by itself. @param onQuotes takes what it hears */
export function startPriceSources(
  sources: readonly ExchangeSource[],
  views: Pick<Views, 'instrument' | 'asset'>,
  log: Logger,
  onQuotes: (quotes: readonly SourceQuote[]) => void,
): PriceSources {
  let markets: readonly SourcedMarket[] = [];
  let worker: Worker | null = null;
  const running = keepRunning(
    () => {
      const workerData: SourcesWorkerData = { sources, markets };
      worker = new Worker(new URL('./sources-worker.ts', import.meta.url), { workerData });
      return worker;
    },
    log,
    onQuotes,
    'price sources',
  );
  return {
    quote: (quoted) => {
      markets = quoted.map((market) => sourcedMarket(views, market));
      worker?.postMessage({ kind: 'markets', markets } satisfies ToSources);
    },
    stop: () => running.stop(),
  };
}

function sourcedMarket(
  views: Pick<Views, 'instrument' | 'asset'>,
  { instrument, symbol }: QuotedMarket,
): SourcedMarket {
  const listed = views.instrument(instrument);
  const code = (asset: number | undefined) => views.asset(asset ?? -1)?.code ?? '';
  return { instrument, symbol, base: code(listed?.base), quote: code(listed?.quote) };
}
