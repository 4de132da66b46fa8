/** Live 24 h tickers: one REST read, then the stream; flushed to React four times a second. */

import type { ChannelListener } from '@halcyon/client/streams';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { wide } from '../decimal.ts';
import { fetchTickers } from '../rest/market.ts';
import { publicLink } from '../ws/links.ts';
import { hasTexts, keepKnown, lastKnown, type SnapshotKind } from './last-known.ts';
import { INST_TYPES, type ListedInstrument, type ProductName } from './product.ts';

/** What a ticker says, and how the wire calls it. */
const FIELDS = {
  last: 'lastPr',
  high: 'high24h',
  low: 'low24h',
  change: 'change24h',
  bid: 'bidPr',
  ask: 'askPr',
  baseVolume: 'baseVolume',
  quoteVolume: 'quoteVolume',
  mark: 'markPrice',
  index: 'indexPrice',
  funding: 'fundingRate',
  fundingTime: 'nextFundingTime',
  openInterest: 'holdingAmount',
} as const;

/** A ticker; decimals as sent. From `mark` on it is of contracts alone, and empty for a spot pair. */
export type Ticker = Readonly<Record<'symbol' | keyof typeof FIELDS, string>>;

/**
 * All tickers known of a product, by symbol, and how the first read went; `stale` means that the rows
 * are of an earlier visit.
 */
export interface TickerState {
  readonly phase: 'loading' | 'stale' | 'ready' | 'failed';
  readonly rows: ReadonlyMap<string, Ticker>;
}

const FLUSH_MS = 250;
const KEEP_MS = 5_000;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const TEXTS = ['symbol', ...NAMES];
/** What the wire calls zero while there is none. */
const PRICES: ReadonlySet<string> = new Set(['last', 'high', 'low', 'bid', 'ask', 'mark', 'index']);

function toTicker(row: Readonly<Record<string, unknown>>, before: Ticker | undefined): Ticker {
  const text = (key: string, otherwise = '') => {
    const value = row[key];
    return typeof value === 'string' ? value : otherwise;
  };
  // A read says less than a push: what it leaves out stays.
  const fields = NAMES.map((name) => {
    const value = text(FIELDS[name], before?.[name]);
    return [name, PRICES.has(name) && wide(value) === 0n ? '' : value];
  });
  return { ...Object.fromEntries(fields), symbol: text('instId', text('symbol')) };
}

function isTickers(value: unknown): value is Ticker[] {
  return Array.isArray(value) && value.every((row) => hasTexts(row, TEXTS));
}

/** The tickers of one product. */
class Tickers {
  readonly store: StoreApi<TickerState> = createStore<TickerState>(() => ({
    phase: 'loading',
    rows: new Map(),
  }));
  private readonly product: ProductName;
  private readonly kept: SnapshotKind;
  private readonly pending = new Map<string, Readonly<Record<string, unknown>>>();
  private flushTimer = 0;
  private loading: Promise<void> | null = null;
  private keptAt = 0;
  private readonly handler: ChannelListener = {
    onPush: (push) => {
      for (const row of push.data as readonly Readonly<Record<string, unknown>>[]) {
        const symbol = row['instId'];
        if (typeof symbol === 'string' && row['lastPr']) this.pending.set(symbol, row);
      }
      if (this.flushTimer === 0) {
        this.flushTimer = window.setTimeout(() => this.flush(), FLUSH_MS);
      }
    },
  };

  constructor(product: ProductName, kept: SnapshotKind) {
    this.product = product;
    this.kept = kept;
  }

  /** Reads all of them once; a failed read may be repeated. */
  load(): Promise<void> {
    const { store } = this;
    if (this.loading === null && store.getState().phase === 'loading') void this.restore();
    this.loading ??= fetchTickers(this.product)
      .then((list) => {
        const rows = this.with(list.map((row) => [row.symbol, { ...row }]));
        store.setState({ phase: 'ready', rows });
        this.keep(rows);
      })
      .catch(() => {
        this.loading = null;
        if (store.getState().phase === 'loading') store.setState({ phase: 'failed' });
      });
    return this.loading;
  }

  /** Keeps one of them live; the returned function stops. */
  follow(symbol: string): () => void {
    const arg = { instType: INST_TYPES[this.product], channel: 'ticker', instId: symbol };
    return publicLink.subscribe(arg, this.handler);
  }

  private with(
    changes: Iterable<readonly [string, Readonly<Record<string, unknown>>]>,
  ): ReadonlyMap<string, Ticker> {
    const rows = new Map(this.store.getState().rows);
    for (const [symbol, row] of changes) rows.set(symbol, toTicker(row, rows.get(symbol)));
    return rows;
  }

  private flush(): void {
    this.flushTimer = 0;
    if (this.pending.size === 0) return;
    const rows = this.with(this.pending);
    this.pending.clear();
    this.store.setState({ rows });
    if (this.store.getState().phase === 'ready') this.keep(rows);
  }

  /** Keeps the rows for the next visit, now and then. */
  private keep(rows: ReadonlyMap<string, Ticker>): void {
    const now = Date.now();
    if (now - this.keptAt < KEEP_MS) return;
    this.keptAt = now;
    void keepKnown(this.kept, '', [...rows.values()]);
  }

  private async restore(): Promise<void> {
    const known = await lastKnown(this.kept, '', isTickers);
    const { phase, rows: live } = this.store.getState();
    if (known === null || phase === 'ready') return;
    const rows = new Map([...known.map((row) => [row.symbol, row] as const), ...live]);
    this.store.setState({ phase: 'stale', rows });
  }
}

const TICKERS: Readonly<Record<ProductName, Tickers>> = {
  spot: new Tickers('spot', 'tickers'),
  futures: new Tickers('futures', 'contractTickers'),
};

/** The spot tickers, by which coins are valued; also readable outside React. */
export const tickerStore = TICKERS.spot.store;

/** Reads the tickers of spot pairs once; a failed read may be repeated. */
export function loadTickers(): Promise<void> {
  return TICKERS.spot.load();
}

/** Keeps symbols live while the component is mounted. @param key the symbols, with commas between */
function useTickerStream(product: ProductName, key: string): void {
  useEffect(() => {
    void TICKERS[product].load();
    const symbols = key.split(',').filter((symbol) => symbol !== '');
    const stops = symbols.map((symbol) => TICKERS[product].follow(symbol));
    return () => {
      for (const stop of stops) stop();
    };
  }, [product, key]);
}

/** Keeps `symbols` live while the component is mounted and returns all tickers of the product. */
export function useTickers(symbols: readonly string[], product: ProductName = 'spot'): TickerState {
  useTickerStream(product, symbols.join(','));
  return useStore(TICKERS[product].store);
}

/** The live ticker of one instrument; those of others draw nothing anew. */
export function useTicker({ product, symbol }: ListedInstrument): Ticker | undefined {
  useTickerStream(product, symbol);
  return useStore(TICKERS[product].store, (state) => state.rows.get(symbol));
}

/** True while the prices of a product on screen are those of an earlier visit. */
export function useStaleTickers(product: ProductName): boolean {
  return useStore(TICKERS[product].store, (state) => state.phase === 'stale');
}
