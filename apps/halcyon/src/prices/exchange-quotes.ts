/** Makes quotes of index sources of the tickers of one exchange: its symbols, its coins, its clock. */
import type { PriceTicker } from '@halcyon/flow';
import { convertedPrice, type SourceQuote, tickerPrice } from '@halcyon/prices';
import { type ExchangeSource, quotesSymbol, type SourceMarket } from './source-file.ts';

/** A market whose index is wanted, with its coins. */
export interface SourcedMarket {
  readonly instrument: number;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

interface Told {
  readonly price: string;
  /** Unix ms. */
  readonly time: number;
}

/** An instrument and what its price is made of. */
interface Wanted extends SourceMarket {
  readonly instrument: number;
  /** Unified symbol there. */
  readonly symbol: string;
}

/** See the head of the file. */
export class ExchangeQuotes {
  readonly #source: ExchangeSource;
  readonly #wanted: readonly Wanted[];
  readonly #now: () => number;
  readonly #onQuote: (quote: SourceQuote) => void;
  readonly #told = new Map<string, Told>();

  constructor(
    source: ExchangeSource,
    markets: readonly SourcedMarket[],
    now: () => number,
    onQuote: (quote: SourceQuote) => void,
  ) {
    this.#source = source;
    this.#now = now;
    this.#onQuote = onQuote;
    this.#wanted = markets
      .filter(({ symbol }) => quotesSymbol(source, symbol))
      .map(wantedOf(source));
  }

  /** Unified symbols whose tickers are needed, those of rates too. */
  get symbols(): string[] {
    const all = this.#wanted.flatMap(({ symbol, rate }) =>
      rate === null ? symbol : [symbol, rate],
    );
    return [...new Set(all)];
  }

  /** Takes what the exchange told of a symbol. */
  take(symbol: string, ticker: PriceTicker): void {
    const arrival = this.#source.clock === 'arrival';
    const time = (arrival ? undefined : ticker.timestamp) ?? this.#now();
    this.#told.set(symbol, { price: tickerPrice(ticker), time });
    for (const one of this.#wanted) {
      if (one.symbol === symbol || one.rate === symbol) this.#quote(one);
    }
  }

  /** A price that is made of two is as old as the older one. */
  #quote({ instrument, symbol, rate, conversion }: Wanted): void {
    const told = this.#told.get(symbol);
    const by = rate === null ? undefined : this.#told.get(rate);
    if (told === undefined || (rate !== null && by === undefined)) return;
    const price = by === undefined ? told.price : convertedPrice(told.price, by.price, conversion);
    const time = by === undefined ? told.time : Math.min(told.time, by.time);
    this.#onQuote({ source: this.#source.name, instrument, price, time });
  }
}

function wantedOf(source: ExchangeSource): (market: SourcedMarket) => Wanted {
  return ({ instrument, symbol, base, quote }) => {
    const mapped = source.symbols[symbol] ?? { symbol: null, ...source.rate };
    const unified = mapped.symbol ?? `${base}/${source.quote ?? quote}`;
    return { ...mapped, instrument, symbol: unified };
  };
}
