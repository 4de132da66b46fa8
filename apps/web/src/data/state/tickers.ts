/** Live 24 h tickers: one REST read, then the stream; flushed to React four times a second. */

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchTickers } from '../rest/market.ts';
import type { TickerRow } from '../rest/types.ts';
import type { ChannelHandler } from '../ws/channel-client.ts';
import { publicLink } from '../ws/links.ts';

/** A ticker; decimals as sent. */
export interface Ticker {
  readonly symbol: string;
  readonly last: string;
  readonly high: string;
  readonly low: string;
  readonly change: string;
  readonly bid: string;
  readonly ask: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
}

/** All tickers known, by symbol, and how the first read went. */
export interface TickerState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: ReadonlyMap<string, Ticker>;
}

const FLUSH_MS = 250;

/** The store behind the hooks; also readable outside React. */
export const tickerStore = createStore<TickerState>(() => ({ phase: 'loading', rows: new Map() }));

const pending = new Map<string, Ticker>();
let flushTimer = 0;
let loading: Promise<void> | null = null;

function fromRest(row: TickerRow): Ticker {
  return {
    symbol: row.symbol,
    last: row.lastPr,
    high: row.high24h,
    low: row.low24h,
    change: row.change24h,
    bid: row.bidPr,
    ask: row.askPr,
    baseVolume: row.baseVolume,
    quoteVolume: row.quoteVolume,
  };
}

function text(row: Record<string, unknown>, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : '';
}

function fromPush(row: Record<string, unknown>): Ticker {
  return {
    symbol: text(row, 'instId'),
    last: text(row, 'lastPr'),
    high: text(row, 'high24h'),
    low: text(row, 'low24h'),
    change: text(row, 'change24h'),
    bid: text(row, 'bidPr'),
    ask: text(row, 'askPr'),
    baseVolume: text(row, 'baseVolume'),
    quoteVolume: text(row, 'quoteVolume'),
  };
}

function flush(): void {
  flushTimer = 0;
  if (pending.size === 0) return;
  const rows = new Map(tickerStore.getState().rows);
  for (const [symbol, ticker] of pending) rows.set(symbol, ticker);
  pending.clear();
  tickerStore.setState({ rows });
}

const handler: ChannelHandler = {
  onPush(push) {
    for (const row of push.data) {
      const ticker = fromPush(row as Record<string, unknown>);
      if (ticker.symbol !== '' && ticker.last !== '') pending.set(ticker.symbol, ticker);
    }
    if (flushTimer === 0) flushTimer = window.setTimeout(flush, FLUSH_MS);
  },
};

/** Reads all tickers once; a failed read may be repeated. */
export function loadTickers(): Promise<void> {
  loading ??= fetchTickers()
    .then((list) => {
      const rows = new Map(list.map((row) => [row.symbol, fromRest(row)]));
      tickerStore.setState({ phase: 'ready', rows });
    })
    .catch(() => {
      loading = null;
      if (tickerStore.getState().phase === 'loading') tickerStore.setState({ phase: 'failed' });
    });
  return loading;
}

/** Keeps `symbols` live while the component is mounted and returns all tickers. */
export function useTickers(symbols: readonly string[]): TickerState {
  const key = symbols.join(',');
  useEffect(() => {
    void loadTickers();
    const stops = key
      .split(',')
      .filter((symbol) => symbol !== '')
      .map((symbol) =>
        publicLink.subscribe({ instType: 'SPOT', channel: 'ticker', instId: symbol }, handler),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [key]);
  return useStore(tickerStore);
}

/** The live ticker of one instrument. */
export function useTicker(symbol: string): Ticker | undefined {
  const symbols = useMemo(() => [symbol], [symbol]);
  return useTickers(symbols).rows.get(symbol);
}
