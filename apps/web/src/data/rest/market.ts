/** Public market reads of the wire contract. */

import { get } from './http.ts';
import type { CandleRow, SymbolRow, TickerRow, TradeRow } from './types.ts';

/** All instruments. */
export function fetchSymbols(signal?: AbortSignal): Promise<SymbolRow[]> {
  return get<SymbolRow[]>('/api/v2/spot/public/symbols', {}, signal);
}

/** 24 h tickers of all instruments. */
export function fetchTickers(signal?: AbortSignal): Promise<TickerRow[]> {
  return get<TickerRow[]>('/api/v2/spot/market/tickers', {}, signal);
}

/** Newest public trades, newest first; `limit` up to 500. */
export function fetchTrades(symbol: string, limit: number): Promise<TradeRow[]> {
  return get<TradeRow[]>('/api/v2/spot/market/fills', { symbol, limit });
}

/** Newest candles, oldest first; `limit` up to 1000. */
export function fetchCandles(
  symbol: string,
  granularity: string,
  limit: number,
  signal?: AbortSignal,
): Promise<CandleRow[]> {
  const query = { symbol, granularity, limit };
  return get<CandleRow[]>('/api/v2/spot/market/candles', query, signal);
}

/** Candles that opened before `endTime` (ms), oldest first; at most 200. */
export function fetchOlderCandles(
  symbol: string,
  granularity: string,
  endTime: number,
): Promise<CandleRow[]> {
  const query = { symbol, granularity, endTime, limit: 200 };
  return get<CandleRow[]>('/api/v2/spot/market/history-candles', query);
}
