/**
 * Prices of one exchange: by its streams where it has them, and by asking for what no stream told of
 * for a while. So a quiet market on a sound connection has a price of now, and a stream that has
 * fallen silent is not taken for one. Nothing here judges a price: whoever takes it does.
 */

/** Of a market, as the exchange reports it; what it does not tell is absent or null. */
export interface PriceTicker {
  readonly bid?: number | null | undefined;
  readonly ask?: number | null | undefined;
  readonly last?: number | null | undefined;
  /** Unix ms by its clock. */
  readonly timestamp?: number | null | undefined;
}

/** An exchange whose prices can be had. */
export interface PriceExchange {
  /** Unified symbols of its spot markets as it was opened. */
  readonly symbols: ReadonlySet<string>;
  /** The same as they are now. @throws when it cannot be had */
  relist(): Promise<ReadonlySet<string>>;
  /** The next ticker of a market; null where there are no streams. @throws when it is lost */
  readonly watch: ((symbol: string) => Promise<PriceTicker>) | null;
  /** Tickers as they are now, without those that it has none of. @throws when it has none at all */
  fetch(symbols: readonly string[]): Promise<ReadonlyMap<string, PriceTicker>>;
  close(): Promise<void>;
}

/** An exchange that has not opened, or not answered, for so long is given up, ms. */
const OPEN_MS_MAX = 60_000;
const FETCH_MS_MAX = 10_000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** An exchange that does not list all that is wanted is asked again what it lists after so long, ms. */
export const RELIST_MS = 300_000;

/** Stands for the list of its markets among what is not heard; no symbol is named so. */
const LIST = 'list';

/** What a stream works with. */
export interface PriceStreamOptions {
  readonly open: () => Promise<PriceExchange>;
  /** Unified symbols that are wanted. */
  readonly symbols: readonly string[];
  /** A market of which nothing was heard for so long is asked for, ms. */
  readonly pollMs: number;
  readonly now: () => number;
  readonly onTicker: (symbol: string, ticker: PriceTicker) => void;
  /** What is wrong; '' = it is right again. */
  readonly onTrouble: (problem: string) => void;
}

/** When a market that is not told is asked for again. */
interface Rest {
  readonly until: number;
  readonly pause: number;
}

/** See the head of the file. */
export class PriceStream {
  readonly #options: PriceStreamOptions;
  readonly #stopped = new AbortController();
  readonly #heard = new Map<string, number>();
  readonly #rests = new Map<string, Rest>();
  /** What is not heard: symbols, the exchange as '', and what it lists as LIST. */
  readonly #troubled = new Set<string>();
  /** What was told of it last. */
  #trouble = '';
  readonly #ended: Promise<void>;
  #exchange: PriceExchange | null = null;

  /** Begins to listen. */
  constructor(options: PriceStreamOptions) {
    this.#options = options;
    this.#ended = this.#keep();
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#exchange?.close();
    await this.#ended;
  }

  get #over(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Opens the exchange, however often that takes, and listens until the end. */
  async #keep(): Promise<void> {
    for (let pause = RETRY_FIRST_MS; !this.#over; pause = Math.min(pause * 2, RETRY_MAX_MS)) {
      try {
        const exchange = await this.#open();
        this.#exchange = exchange;
        this.#well('');
        return await this.#listen(exchange);
      } catch (error) {
        this.#tell('', error);
      }
      await this.#sleep(pause);
    }
  }

  /** One that opens when nobody waits for it any more is closed. */
  async #open(): Promise<PriceExchange> {
    const opening = this.#options.open();
    try {
      return await this.#within(OPEN_MS_MAX, opening);
    } catch (error) {
      opening.then((late) => late.close()).catch(() => {});
      throw error;
    }
  }

  async #listen(exchange: PriceExchange): Promise<void> {
    const { symbols } = this.#options;
    const known = new Set(symbols.filter((symbol) => exchange.symbols.has(symbol)));
    const streams = [...known].map((symbol) => this.#stream(exchange, symbol));
    await Promise.all([this.#poll(exchange, known), this.#relist(exchange, known), ...streams]);
  }

  async #stream({ watch }: PriceExchange, symbol: string): Promise<void> {
    if (watch !== null) await this.#watch(symbol, watch);
  }

  /** Takes up what the exchange lists later. @param known gets it */
  async #relist(exchange: PriceExchange, known: Set<string>): Promise<void> {
    const streams: Promise<void>[] = [];
    while (!this.#over && known.size < this.#options.symbols.length) {
      await this.#sleep(RELIST_MS);
      if (this.#over) break;
      try {
        const listed = await this.#within(OPEN_MS_MAX, exchange.relist());
        this.#well(LIST);
        for (const symbol of this.#options.symbols) {
          if (known.has(symbol) || !listed.has(symbol)) continue;
          known.add(symbol);
          streams.push(this.#stream(exchange, symbol));
        }
      } catch (error) {
        this.#tell(LIST, error);
      }
    }
    await Promise.all(streams);
  }

  async #watch(symbol: string, watch: NonNullable<PriceExchange['watch']>): Promise<void> {
    for (let pause = RETRY_FIRST_MS; !this.#over; ) {
      try {
        this.#take(symbol, await this.#within(Number.POSITIVE_INFINITY, watch(symbol)));
        pause = RETRY_FIRST_MS;
      } catch (error) {
        this.#tell(symbol, error);
        await this.#sleep(pause);
        pause = Math.min(pause * 2, RETRY_MAX_MS);
      }
    }
  }

  async #poll(exchange: PriceExchange, known: ReadonlySet<string>): Promise<void> {
    while (!this.#over) {
      await this.#sleep(this.#options.pollMs);
      const silent = [...known].filter((symbol) => this.#isWanted(symbol));
      if (silent.length === 0 || this.#over) continue;
      try {
        const tickers = await this.#within(FETCH_MS_MAX, exchange.fetch(silent));
        this.#well('');
        for (const symbol of silent) this.#answer(symbol, tickers.get(symbol));
      } catch (error) {
        this.#tell('', error);
      }
    }
  }

  /** Whether nothing was heard of a market for so long that it is asked for. */
  #isWanted(symbol: string): boolean {
    const { now, pollMs } = this.#options;
    if (now() < (this.#rests.get(symbol)?.until ?? 0)) return false;
    return now() - (this.#heard.get(symbol) ?? 0) >= pollMs;
  }

  /** What the exchange has no ticker of is asked for less and less often. */
  #answer(symbol: string, ticker: PriceTicker | undefined): void {
    if (ticker !== undefined) {
      this.#take(symbol, ticker);
      return;
    }
    const before = this.#rests.get(symbol)?.pause ?? RETRY_FIRST_MS;
    const pause = Math.min(before * 2, RETRY_MAX_MS);
    this.#rests.set(symbol, { until: this.#options.now() + pause, pause });
    this.#tell(symbol, `${symbol} is not told`);
  }

  #take(symbol: string, ticker: PriceTicker): void {
    if (this.#over) return;
    // A stream that quotes no price says nothing of the market: it is asked for.
    if (typeof ticker.last === 'number') this.#heard.set(symbol, this.#options.now());
    this.#rests.delete(symbol);
    this.#well(symbol);
    this.#options.onTicker(symbol, ticker);
  }

  #well(symbol: string): void {
    if (!this.#troubled.delete(symbol) || this.#troubled.size > 0) return;
    this.#trouble = '';
    this.#options.onTrouble('');
  }

  /** Each trouble is told once, until nothing is wrong any more. */
  #tell(symbol: string, error: unknown): void {
    if (this.#over || this.#troubled.has(symbol)) return;
    this.#troubled.add(symbol);
    const problem = error instanceof Error ? error.message : String(error);
    if (problem === this.#trouble) return;
    this.#trouble = problem;
    this.#options.onTrouble(problem);
  }

  /** An answer, for which nobody waits longer than this nor after the end. @throws Error in words */
  async #within<T>(ms: number, answer: Promise<T>): Promise<T> {
    const { signal } = this.#stopped;
    const given = new AbortController();
    const both = AbortSignal.any([signal, given.signal]);
    const late = this.#sleep(ms, both).then(() => {
      throw new Error(signal.aborted ? 'stopped' : `no answer for ${ms / 1_000} seconds`);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      late.catch(() => {});
      given.abort();
    }
  }

  #sleep(ms: number, signal = this.#stopped.signal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}
