/** The newest public trades of one instrument, flushed to React five times a second. */

import type { ChannelRow } from '@halcyon/protocol/web';
import { useEffect, useState } from 'react';
import { publicLink } from '../ws/links.ts';
import { INST_TYPES, type ListedInstrument } from './product.ts';

/** A public trade; `side` is the taker's. */
export type TradeRow = ChannelRow<'SPOT', 'trade'>;

const KEEP = 60;
/** Where small ones are left out. */
const KEEP_MANY = 600;
const FLUSH_MS = 200;

/** Adds pushed trades (newest first) to `known`, without repeats, and keeps the newest. */
export function mergeTrades(
  known: readonly TradeRow[],
  pushed: readonly TradeRow[],
  keep: number = KEEP,
): readonly TradeRow[] {
  const seen = new Set(known.map((trade) => trade.tradeId));
  const fresh = pushed.filter((trade) => !seen.has(trade.tradeId));
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, keep);
}

/** The newest trades, newest first; null until the first push. @param many whether more are kept than a list shows */
export function useTrades(
  { product, symbol }: ListedInstrument,
  many = false,
): readonly TradeRow[] | null {
  const [trades, setTrades] = useState<readonly TradeRow[] | null>(null);
  useEffect(() => {
    let latest: readonly TradeRow[] = [];
    let timer = 0;
    const keep = many ? KEEP_MANY : KEEP;
    setTrades(null);
    const stop = publicLink.subscribe(
      { instType: INST_TYPES[product], channel: 'trade', instId: symbol },
      {
        onPush(push) {
          const { action, data } = push;
          latest = action === 'snapshot' ? data.slice(0, keep) : mergeTrades(latest, data, keep);
          if (timer !== 0) return;
          timer = window.setTimeout(() => {
            timer = 0;
            setTrades(latest);
          }, FLUSH_MS);
        },
      },
    );
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [product, symbol, many]);
  return trades;
}
