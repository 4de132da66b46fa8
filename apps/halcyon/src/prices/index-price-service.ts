/**
 * The index price service of a running exchange: what sources tell of its contracts, and of the pairs that value
 * coins of margin accounts, is made into indices here, in the main thread, and goes to the engine as
 * commands. The embedded exchange's sources quote in the thread of the simulator, which knows the
 * hidden reference prices; an operator's in a thread of their own, and by signed messages.
 */
import {
  type CommandPort,
  formatFixed,
  type Instrument,
  type InstrumentId,
  NO_PAIR,
  type PartReport,
  Product,
} from '@halcyon/domain';
import type { IndexPriceRow } from '@halcyon/domain/web';
import {
  IndexMaker,
  type IndexReport,
  JUDGES_MIN,
  pricesHealth,
  SIMULATED_SOURCES,
  type SourceQuote,
  type SourceTerms,
} from '@halcyon/prices';
import { SEED_INSTRUMENTS } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import { nameOf } from '../exchange/operations.ts';

/** A market that the simulated sources quote, as their thread is told of it. */
export interface QuotedMarket {
  readonly instrument: number;
  readonly symbol: string;
  /** Digits of their prices after the point. */
  readonly scale: number;
  /** Whether it is a contract, or a pair that a coin of margin accounts is valued by. */
  readonly isContract: boolean;
}

/** Where the markets stand that have an index. */
type IndexedViews = Pick<Views, 'instruments' | 'instrument'> & {
  readonly loans: Pick<Views['loans'], 'coins'>;
};

/** What the service works with. */
export interface IndexPriceServiceParts {
  readonly engine: Pick<CommandPort, 'submit'>;
  readonly views: IndexedViews;
  /** Who quotes prices of a market; fewer than three make no index. */
  readonly sourcesOf: (market: Instrument) => readonly SourceTerms[];
  /** Told when other markets are to be quoted than before. */
  readonly onMarkets: (markets: readonly QuotedMarket[]) => void;
  readonly now?: () => number;
}

/** Between two looks at what the core must hear, ms; see the pace of `IndexMaker`. */
const LOOK_MS = 50;

/** What `prices` of the health registry says where nobody quotes prices. */
export const NO_SOURCES: PartReport = {
  state: 'ok',
  detail:
    'no source quotes index prices, as the simulator is off and HALCYON_PRICE_SOURCES not set: ' +
    'contracts take no new positions, and nothing is lent',
};

/** All markets that the core wants an index of: contracts, and pairs that coins are valued by. */
function indexedMarkets(views: IndexedViews): Instrument[] {
  const pairs = views.loans.coins().filter(({ market }) => market !== NO_PAIR);
  return [
    ...views.instruments(Product.usdtFutures),
    ...pairs.flatMap(({ market }) => views.instrument(market) ?? []),
  ];
}

/** The markets whose coin has a hidden reference price: all others have no source here. */
export function quotedMarkets(views: IndexedViews): QuotedMarket[] {
  return indexedMarkets(views).filter(isQuoted).map(quotedMarket);
}

function isQuoted({ symbol }: Instrument): boolean {
  return SEED_INSTRUMENTS.some((seed) => seed.symbol === symbol);
}

/** The simulated sources of a market. */
export function simulatedSources(market: Instrument): SourceTerms[] {
  if (!isQuoted(market)) return [];
  return SIMULATED_SOURCES.map((name) => ({ name, weight: 1, scale: market.priceScale }));
}

function quotedMarket({ id, symbol, priceScale, contract }: Instrument): QuotedMarket {
  return { instrument: id, symbol, scale: priceScale, isContract: contract !== null };
}

/** See the head of the file. */
export class IndexPriceService {
  readonly #parts: IndexPriceServiceParts;
  readonly #now: () => number;
  #listed = -1;
  readonly #maker = new IndexMaker([]);
  /** Markets with an index, by id. */
  #indexed: ReadonlyMap<InstrumentId, Instrument> = new Map();
  /** Names of markets without a source. */
  #unpriced: readonly string[] = [];
  #refusal = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: IndexPriceServiceParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  start(): void {
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Takes what sources told; each fault of a source is counted with the source. */
  take(quotes: readonly SourceQuote[]): void {
    const now = this.#now();
    for (const quote of quotes) this.#maker.take(quote, now);
  }

  /** Takes the price of a symbol, for all that is indexed by it; says why it is not taken. */
  takeSymbol(source: string, symbol: string, price: unknown, time: number): string | null {
    const now = this.#now();
    let refused: string | null = 'unknown';
    for (const [instrument, indexed] of this.#indexed) {
      if (indexed.symbol !== symbol) continue;
      const fault = this.#maker.take({ source, instrument, price, time }, now);
      if (refused === 'unknown') refused = fault;
    }
    return refused;
  }

  /** Makes all indices anew and hands the engine what the core must hear now. */
  look(): void {
    const { engine, views } = this.#parts;
    const markets = indexedMarkets(views);
    if (markets.length !== this.#listed) this.#follow(markets);
    const command = this.#maker.make(this.#now());
    if (command === null) return;
    engine.submit(command).then(
      ({ code }) => {
        this.#refusal = code === 0 ? '' : `index prices were refused with code ${code}`;
      },
      // The engine itself tells why it takes nothing.
      () => undefined,
    );
  }

  /** How each index and its sources are. */
  reports(): IndexReport[] {
    return this.#maker.reports(this.#now());
  }

  /** The same for everybody. */
  rows(): IndexPriceRow[] {
    return this.reports().flatMap((report) => {
      const market = this.#indexed.get(report.instrument);
      return market === undefined ? [] : priceRow(market, report);
    });
  }

  health(): PartReport {
    if (this.#refusal !== '') return { state: 'degraded', detail: this.#refusal };
    const report = pricesHealth(this.reports());
    if (report.detail !== '' || this.#unpriced.length === 0) return report;
    return { ...report, detail: `no source quotes prices of ${this.#unpriced.join(', ')}` };
  }

  /** What has an index has it for ever: another number of them means that some are new. */
  #follow(markets: readonly Instrument[]): void {
    this.#listed = markets.length;
    const { sourcesOf } = this.#parts;
    const sourced = markets.map((market) => ({ market, sources: sourcesOf(market) }));
    const indexed = sourced.filter(({ sources }) => sources.length >= JUDGES_MIN);
    this.#indexed = new Map(indexed.map(({ market }) => [market.id, market]));
    this.#unpriced = markets.filter(({ id }) => !this.#indexed.has(id)).map(nameOf);
    this.#maker.add(
      indexed.map(({ market, sources }) => {
        const { id, priceScale } = market;
        return { instrument: id, symbol: nameOf(market), priceScale, sources };
      }),
    );
    this.#parts.onMarkets(indexed.map(({ market }) => quotedMarket(market)));
  }
}

function priceRow(
  { product, symbol, priceScale }: Instrument,
  { state, ticks, sources }: IndexReport,
): IndexPriceRow {
  const text = (price: number): string => (price === 0 ? '' : formatFixed(price, priceScale));
  return {
    product: product === Product.spot ? 'spot' : 'futures',
    symbol,
    state,
    price: text(ticks),
    sources: sources.map((one) => {
      const refused = Object.values(one.refused).reduce((sum, count) => sum + count, 0);
      return {
        name: one.name,
        state: one.state,
        price: text(one.ticks),
        ageMs: one.ageMs,
        refused,
      };
    }),
  };
}
