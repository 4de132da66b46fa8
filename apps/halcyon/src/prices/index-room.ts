/**
 * Index prices of a running exchange: what sources tell of its contracts is made into indices here,
 * in the main thread, and goes to the engine as commands. The embedded exchange's sources quote in
 * the thread of the simulator, which knows the hidden reference prices.
 */
import { type CommandPort, type Instrument, type PartReport, Product } from '@halcyon/domain';
import {
  IndexMaker,
  type IndexReport,
  pricesHealth,
  SIMULATED_SOURCES,
  type SourceQuote,
} from '@halcyon/prices';
import { SEED_INSTRUMENTS } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';

/** A contract that the simulated sources quote, as their thread is told of it. */
export interface QuotedContract {
  readonly instrument: number;
  readonly symbol: string;
  /** Digits of their prices after the point. */
  readonly scale: number;
}

/** What the room works with. */
export interface IndexRoomParts {
  readonly engine: Pick<CommandPort, 'submit'>;
  readonly views: Pick<Views, 'instruments'>;
  /** Told when other contracts are to be quoted than before. */
  readonly onContracts: (contracts: readonly QuotedContract[]) => void;
  readonly now?: () => number;
}

/** Between two looks at what the core must hear, ms; see the pace of `IndexMaker`. */
const LOOK_MS = 50;

/** What `prices` of the health board says where nobody tells prices. */
export const NO_SOURCES: PartReport = {
  state: 'ok',
  detail: 'no source tells index prices, as the simulator is off: contracts take no new positions',
};

/** The contracts whose coin has a hidden reference price: all others have no source here. */
export function quotedContracts(contracts: readonly Instrument[]): QuotedContract[] {
  const priced = new Set(SEED_INSTRUMENTS.map(({ symbol }) => symbol));
  return contracts
    .filter(({ symbol }) => priced.has(symbol))
    .map(({ id, symbol, priceScale }) => ({ instrument: id, symbol, scale: priceScale }));
}

/** See the head of the file. */
export class IndexRoom {
  readonly #parts: IndexRoomParts;
  readonly #now: () => number;
  #listed = -1;
  #maker = new IndexMaker([]);
  /** Of contracts without a source. */
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
    const contracts = views.instruments(Product.usdtFutures);
    if (contracts.length !== this.#listed) this.#follow(contracts);
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

  /** A contract stays for ever: another number of them means that some are new. */
  #follow(listed: readonly Instrument[]): void {
    this.#listed = listed.length;
    const contracts = quotedContracts(listed);
    const quoted = new Set(contracts.map(({ instrument }) => instrument));
    this.#unpriced = listed.filter(({ id }) => !quoted.has(id)).map(({ symbol }) => symbol);
    this.#maker = new IndexMaker(
      contracts.map(({ instrument, symbol, scale }) => {
        const sources = SIMULATED_SOURCES.map((name) => ({ name, weight: 1, scale }) as const);
        return { instrument, symbol, priceScale: scale, sources };
      }),
    );
    this.#parts.onContracts(contracts);
  }
}
