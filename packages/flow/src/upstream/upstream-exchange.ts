/** What an upstream source needs of another exchange, and ccxt's streams as one. */
import type { Exchange } from 'ccxt';
import { listed, makerOf, spotSymbols } from './ccxt-exchange.ts';

/** A whole book as a client library keeps it; best levels first. */
export interface UpstreamBook {
  /** Unix ms there; absent where the exchange does not say. */
  readonly timestamp?: number | undefined;
  readonly bids: Iterable<readonly (number | undefined)[]>;
  readonly asks: Iterable<readonly (number | undefined)[]>;
}

export interface UpstreamTrade {
  readonly id?: string | undefined;
  readonly timestamp?: number | undefined;
  /** Side of the taker. */
  readonly side?: string | undefined;
  readonly price?: number | undefined;
  readonly amount?: number | undefined;
}

/** Book and trades of one instrument, on connections of their own. */
export interface UpstreamStream {
  /** The book after its next change. @throws when it is lost or cannot be trusted */
  nextBook(): Promise<UpstreamBook>;
  /** Trades since the last call. @throws when they are lost */
  nextTrades(): Promise<readonly UpstreamTrade[]>;
  /** When a connection last answered a ping, Unix ms; 0 = never. */
  heardMs(): number;
  /** Ends it; what is awaited fails. */
  close(): Promise<void>;
}

export interface UpstreamExchange {
  /** Unified symbols of its spot markets, `BTC/USDT`. */
  readonly symbols: ReadonlySet<string>;
  /** A stream that knows nothing of any before it. */
  open(symbol: string): Promise<UpstreamStream>;
}

/**
 * Opens the public streams of an exchange through the package ccxt. Each instrument has an instance of
 * its own, so that after a failure nothing is left of it: what the package keeps of a book outlives
 * the connection that it came by.
 * @param name ccxt's id of an exchange, or the address of another Halcyon
 * @param pingMs time between two pings
 * @throws Error when ccxt is not installed, does not know the exchange, or cannot list its markets
 */
export async function openUpstream(name: string, pingMs: number): Promise<UpstreamExchange> {
  const make = await makerOf(name, pingMs);
  const markets = await listed(await make(), name);
  return {
    symbols: spotSymbols(markets),
    open: async (symbol) => {
      const exchange = await make();
      exchange.setMarkets(markets);
      return streamOf(exchange, symbol);
    },
  };
}

function streamOf(exchange: Exchange, symbol: string): UpstreamStream {
  return {
    nextBook: () => exchange.watchOrderBook(symbol) as Promise<UpstreamBook>,
    nextTrades: () => exchange.watchTrades(symbol),
    heardMs: () => {
      const clients: readonly { lastPong?: number }[] = Object.values(exchange.clients);
      return Math.max(0, ...clients.map(({ lastPong }) => lastPong ?? 0));
    },
    close: async () => {
      await exchange.close();
    },
  };
}
