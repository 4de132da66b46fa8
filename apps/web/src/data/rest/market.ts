/** Public market reads of the trading API. */

import type { ListedInstrument, ProductName } from '../state/product.ts';
import { get } from './http.ts';
import { type RouteAnswer, read } from './trading.ts';
import type { CandleRow, SymbolRow } from './types.ts';

/** All instruments. */
export function fetchSymbols(signal?: AbortSignal): Promise<SymbolRow[]> {
  return read('/api/v2/spot/public/symbols', {}, signal);
}

/** Where the market routes of a product lie, and what they ask besides. */
const MARKETS = {
  spot: { path: '/api/v2/spot/market', query: {} },
  futures: { path: '/api/v2/mix/market', query: { productType: 'USDT-FUTURES' } },
} as const;

type Asked = 'tickers' | 'candles' | 'history-candles';

function ask<A extends Asked>(
  product: ProductName,
  what: A,
  query: Readonly<Record<string, string | number>>,
  signal?: AbortSignal,
): Promise<RouteAnswer<`${(typeof MARKETS)[ProductName]['path']}/${A}`>> {
  const market = MARKETS[product];
  return get(`${market.path}/${what}`, { ...market.query, ...query }, signal);
}

/** 24 h tickers of all instruments of a product. */
export function fetchTickers(product: ProductName) {
  return ask(product, 'tickers', {});
}

/** Newest candles, oldest first; `limit` up to 1000. */
export function fetchCandles(
  { product, symbol }: ListedInstrument,
  granularity: string,
  limit: number,
  signal?: AbortSignal,
): Promise<CandleRow[]> {
  return ask(product, 'candles', { symbol, granularity, limit }, signal);
}

/** Candles that opened before `endTime` (ms), oldest first; at most 200. */
export function fetchOlderCandles(
  { product, symbol }: ListedInstrument,
  granularity: string,
  endTime: number,
): Promise<CandleRow[]> {
  return ask(product, 'history-candles', { symbol, granularity, endTime, limit: 200 });
}
