/** Starred instruments, kept in this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from './local.ts';

const KEY = 'favourite-instruments';
const LIMIT = 500;

function load(): ReadonlySet<string> {
  const symbols = (readLocal(KEY) ?? '').split(',').filter((part) => /^[A-Z0-9]{2,30}$/.test(part));
  return new Set(symbols.slice(0, LIMIT));
}

const favouriteStore = createStore<ReadonlySet<string>>(load);

/** The starred symbols. */
export function useFavourites(): ReadonlySet<string> {
  return useStore(favouriteStore);
}

/** Stars or unstars a symbol. */
export function toggleFavourite(symbol: string): void {
  const next = new Set(favouriteStore.getState());
  if (!next.delete(symbol)) next.add(symbol);
  favouriteStore.setState(next, true);
  writeLocal(KEY, [...next].join(','));
}
