/** Exchanges of the package ccxt as ones whose prices can be had. */
import type { Exchange } from 'ccxt';
import { isRefusal, listed, makerOf, spotSymbols } from './ccxt-exchange.ts';
import type { PriceExchange, PriceTicker } from './price-stream.ts';

/** A request that is not answered for so long is given up by the package, ms. */
const TIMEOUT_MS = 4_000;

/** Opens an exchange. @param name ccxt's id or the address of another Halcyon. @throws Error in words */
export async function openPrices(name: string): Promise<PriceExchange> {
  const make = await makerOf(name, TIMEOUT_MS, { timeout: TIMEOUT_MS });
  const markets = await listed(await make(), name);
  const exchange = await make();
  exchange.setMarkets(markets);
  return {
    symbols: spotSymbols(markets),
    relist: async () => {
      const now = await listed(await make(), name);
      exchange.setMarkets(now);
      return spotSymbols(now);
    },
    watch: watcherOf(exchange),
    fetch: (symbols) => tickersOf(exchange, symbols),
    close: async () => {
      await exchange.close();
    },
  };
}

function watcherOf(exchange: Exchange): PriceExchange['watch'] {
  if (exchange.has['watchTicker'] === true) return (symbol) => exchange.watchTicker(symbol);
  if (exchange.has['watchTrades'] !== true) return null;
  return async (symbol) => {
    const latest = (await exchange.watchTrades(symbol)).at(-1);
    return { last: latest?.price, timestamp: latest?.timestamp };
  };
}

/** Tickers by symbol, without those that the exchange has none of. @throws where none can be had */
export async function tickersOf(
  exchange: Pick<Exchange, 'has' | 'fetchTickers' | 'fetchTicker'>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, PriceTicker>> {
  if (exchange.has['fetchTickers'] === true) {
    try {
      const tickers = await exchange.fetchTickers([...symbols]);
      return found(symbols.map((symbol) => [symbol, tickers[symbol]]));
    } catch (error) {
      // A market that it lists no more has it refuse all; of one that cannot be reached nothing is asked.
      if (symbols.length === 1 || !(await isRefusal(error))) throw error;
    }
  }
  const answers = await Promise.allSettled(symbols.map((symbol) => exchange.fetchTicker(symbol)));
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused !== undefined && answers.every(({ status }) => status === 'rejected')) {
    throw refused.reason;
  }
  return found(
    answers.map((answer, i) => {
      return [symbols[i]!, answer.status === 'fulfilled' ? answer.value : undefined];
    }),
  );
}

function found(
  tickers: readonly (readonly [symbol: string, ticker: PriceTicker | null | undefined])[],
): ReadonlyMap<string, PriceTicker> {
  return new Map(
    tickers.flatMap(([symbol, ticker]) => (ticker ? [[symbol, ticker] as const] : [])),
  );
}
