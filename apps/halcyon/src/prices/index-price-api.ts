/** Index prices as the gateway, the health registry and the command line see them. */
import { type Instrument, PART_OK, type PartReport, SCALE_MAX } from '@halcyon/domain';
import {
  type FeedAnswer,
  type FeedFault,
  INDEX_SOURCE_STATES,
  type IndexPort,
  type IndexPriceRow,
  type IndexSourceRow,
  type IndexSourceSummary,
  type SignedPrices,
} from '@halcyon/domain/web';
import type { SourceTerms } from '@halcyon/prices';
import type { IndexPriceService } from './index-price-service.ts';
import { SignedFeeds } from './signed-feed.ts';
import { type FeedSource, type PriceSourceConfig, quotesSymbol } from './source-file.ts';

/** So long after the start a source that has told nothing is not yet missed, ms. */
const STARTING_MS = 20_000;

/** The terms of an operator's sources of a market. */
export function configuredSources(
  sources: readonly PriceSourceConfig[],
  market: Instrument,
): SourceTerms[] {
  return sources
    .filter((source) => quotesSymbol(source, market.symbol))
    .map(({ name }) => ({ name, weight: 1, scale: SCALE_MAX }));
}

/** See the head of the file. */
export class IndexPriceApi implements IndexPort {
  readonly #service: IndexPriceService;
  readonly #feeds: SignedFeeds;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(
    service: IndexPriceService,
    sources: readonly PriceSourceConfig[],
    now: () => number = Date.now,
  ) {
    this.#service = service;
    this.#now = now;
    this.#startedAt = now();
    const feeds = sources.filter((source): source is FeedSource => source.kind === 'feed');
    this.#feeds = new SignedFeeds(feeds, service.takeSymbol.bind(service), now);
  }

  rows(): readonly IndexPriceRow[] {
    return this.#service.rows();
  }

  summaries(): readonly IndexSourceSummary[] {
    const told = this.rows().flatMap(({ sources }) => sources);
    const bySource = Map.groupBy(told, ({ name }) => name);
    return [...bySource].map(([name, rows]) => summaryOf(name, rows, this.#feeds.refused(name)));
  }

  take(message: SignedPrices): FeedAnswer | FeedFault {
    return this.#feeds.take(message);
  }

  /** How an operator's sources are: well while each tells all that is asked of it. */
  health(): PartReport {
    const ill = this.summaries().filter((source) => unused(source) > 0);
    if (ill.length === 0) return PART_OK;
    const detail = ill.map((source) => {
      return `${source.name}: ${source.fresh} of ${source.fresh + unused(source)} prices can be used`;
    });
    const untold = ill.every(({ late, lying, disagree }) => late + lying + disagree === 0);
    const starting = untold && this.#now() - this.#startedAt < STARTING_MS;
    const state = starting ? 'starting' : 'degraded';
    return { state, detail: [...detail, ...this.#disputed()].join('; ') };
  }

  /** Markets whose sources disagree so that nobody knows who is right, and what helps. */
  #disputed(): readonly string[] {
    const markets = this.rows().filter(({ sources }) => {
      return sources.some(({ state }) => state === 'disagree');
    });
    if (markets.length === 0) return [];
    const symbols = new Set(markets.map(({ symbol }) => symbol));
    return [`sources disagree on ${[...symbols].join(', ')}: a further source shows who is right`];
  }
}

/** Prices of a source that cannot be used. */
function unused({ late, stopped, lying, disagree }: IndexSourceSummary): number {
  return late + stopped + lying + disagree;
}

function summaryOf(
  name: string,
  rows: readonly IndexSourceRow[],
  messages: number,
): IndexSourceSummary {
  const states = INDEX_SOURCE_STATES.map((state) => {
    return [state, rows.filter((row) => row.state === state).length] as const;
  });
  const refused = rows.reduce((sum, row) => sum + row.refused, messages);
  return {
    name,
    refused,
    ...(Object.fromEntries(states) as Record<IndexSourceRow['state'], number>),
  };
}
