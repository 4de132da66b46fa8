/** Live 24 h tickers: one REST read, then the stream; flushed to React four times a second. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchTickers } from '../rest/market.ts';
import type { TickerRow } from '../rest/types.ts';
import type { ChannelHandler } from '../ws/channel-client.ts';
import { publicLink } from '../ws/links.ts';
import { hasTexts, keepKnown, lastKnown } from './last-known.ts';

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

/**
 * All tickers known, by symbol, and how the first read went; `stale` means that the rows are of an
 * earlier visit.
 */
export interface TickerState {
  readonly phase: 'loading' | 'stale' | 'ready' | 'failed';
  readonly rows: ReadonlyMap<string, Ticker>;
}

const FLUSH_MS = 250;
const KEEP_MS = 5_000;

/** The store behind the hooks; also readable outside React. */
export const tickerStore = createStore<TickerState>(() => ({ phase: 'loading', rows: new Map() }));

const pending = new Map<string, Ticker>();
let flushTimer = 0;
let loading: Promise<void> | null = null;
let keptAt = 0;

const TEXTS = [
  'symbol',
  'last',
  'high',
  'low',
  'change',
  'bid',
  'ask',
  'baseVolume',
  'quoteVolume',
] as const satisfies readonly (keyof Ticker)[];

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
  if (tickerStore.getState().phase === 'ready') keep(rows);
}

/** Keeps the rows for the next visit, now and then. */
function keep(rows: ReadonlyMap<string, Ticker>): void {
  const now = Date.now();
  if (now - keptAt < KEEP_MS) return;
  keptAt = now;
  void keepKnown('tickers', '', [...rows.values()]);
}

async function restore(): Promise<void> {
  const known = await lastKnown('tickers', '', isTickers);
  const { phase, rows: live } = tickerStore.getState();
  if (known === null || phase === 'ready') return;
  const rows = new Map([...known.map((row) => [row.symbol, row] as const), ...live]);
  tickerStore.setState({ phase: 'stale', rows });
}

function isTickers(value: unknown): value is Ticker[] {
  return Array.isArray(value) && value.every((row) => hasTexts(row, TEXTS));
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
  if (loading === null && tickerStore.getState().phase === 'loading') void restore();
  loading ??= fetchTickers()
    .then((list) => {
      const rows = new Map(list.map((row) => [row.symbol, fromRest(row)]));
      tickerStore.setState({ phase: 'ready', rows });
      keep(rows);
    })
    .catch(() => {
      loading = null;
      if (tickerStore.getState().phase === 'loading') tickerStore.setState({ phase: 'failed' });
    });
  return loading;
}

/** Keeps symbols live while the component is mounted. @param key the symbols, with commas between */
function useTickerStream(key: string): void {
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
}

/** Keeps `symbols` live while the component is mounted and returns all tickers. */
export function useTickers(symbols: readonly string[]): TickerState {
  useTickerStream(symbols.join(','));
  return useStore(tickerStore);
}

/** The live ticker of one instrument; those of others draw nothing anew. */
export function useTicker(symbol: string): Ticker | undefined {
  useTickerStream(symbol);
  return useStore(tickerStore, (state) => state.rows.get(symbol));
}

/** True while prices on screen are those of an earlier visit. */
export function useStaleTickers(): boolean {
  return useStore(tickerStore, (state) => state.phase === 'stale');
}
