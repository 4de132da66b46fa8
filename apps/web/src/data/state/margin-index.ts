/** Live prices at which margin accounts are valued; one stream for all who look. */

import type { ChannelRow } from '@halcyon/protocol/web';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { publicLink } from '../ws/links.ts';

/** Price of a coin in the settle coin by the pair that it is the index of; decimals as sent. */
export type MarginIndices = ReadonlyMap<string, string>;

const store = createStore<{ readonly indices: MarginIndices }>(() => ({ indices: new Map() }));
const CHANNEL = { instType: 'MARGIN', channel: 'index-price', instId: 'default' } as const;

/** Takes the rows of a push; each has all pairs that have a price. */
function take(rows: readonly ChannelRow<'MARGIN', 'index-price'>[]): void {
  store.setState({ indices: new Map(rows.map((row) => [row.symbol, row.indexPrice])) });
}

/** The prices, live while the component is mounted. */
export function useMarginIndices(wanted: boolean): MarginIndices {
  useEffect(() => {
    if (!wanted) return;
    return publicLink.subscribe(CHANNEL, { onPush: ({ data }) => take(data) });
  }, [wanted]);
  return useStore(store, (state) => state.indices);
}
