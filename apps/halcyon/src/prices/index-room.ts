/**
 * Index prices of a running exchange: what sources tell of its contracts, and of the pairs that value
 * coins of margin accounts, is made into indices here, in the main thread, and goes to the engine as
 * commands. The embedded exchange's sources quote in the thread of the simulator, which knows the
 * hidden reference prices.
 */
import {
  type CommandPort,
  type Instrument,
  NO_PAIR,
  type PartReport,
  Product,
} from '@halcyon/domain';
import {
  IndexMaker,
  type IndexReport,
  pricesHealth,
  SIMULATED_SOURCES,
  type SourceQuote,
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

/** What the room works with. */
export interface IndexRoomParts {
  readonly engine: Pick<CommandPort, 'submit'>;
  readonly views: IndexedViews;
  /** Told when other markets are to be quoted than before. */
  readonly onMarkets: (markets: readonly QuotedMarket[]) => void;
  readonly now?: () => number;
}

/** Between two looks at what the core must hear, ms; see the pace of `IndexMaker`. */
const LOOK_MS = 50;

/** What `prices` of the health board says where nobody tells prices. */
export const NO_SOURCES: PartReport = {
  state: 'ok',
  detail:
    'no source tells index prices, as the simulator is off: ' +
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

function quotedMarket({ id, symbol, priceScale, contract }: Instrument): QuotedMarket {
  return { instrument: id, symbol, scale: priceScale, isContract: contract !== null };
}

/** See the head of the file. */
export class IndexRoom {
  readonly #parts: IndexRoomParts;
  readonly #now: () => number;
  #listed = -1;
  #maker = new IndexMaker([]);
  /** Names of markets without a source. */
  #unpriced: readonly string[] = [];
  #refusal = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: IndexRoomParts) {
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

  health(): PartReport {
    if (this.#refusal !== '') return { state: 'degraded', detail: this.#refusal };
    const report = pricesHealth(this.reports());
    if (report.detail !== '' || this.#unpriced.length === 0) return report;
    return { ...report, detail: `no source tells prices of ${this.#unpriced.join(', ')}` };
  }

  /** What has an index has it for ever: another number of them means that some are new. */
  #follow(indexed: readonly Instrument[]): void {
    this.#listed = indexed.length;
    const quoted = indexed.filter(isQuoted);
    this.#unpriced = indexed.filter((market) => !isQuoted(market)).map(nameOf);
    this.#maker = new IndexMaker(
      quoted.map((market) => {
        const { id, priceScale } = market;
        const sources = SIMULATED_SOURCES.map(
          (name) => ({ name, weight: 1, scale: priceScale }) as const,
        );
        return { instrument: id, symbol: nameOf(market), priceScale, sources };
      }),
    );
    this.#parts.onMarkets(quoted.map(quotedMarket));
  }
}
