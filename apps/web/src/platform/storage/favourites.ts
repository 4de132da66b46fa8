/** Starred instruments, kept in this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from './local.ts';

const KEY = 'favourite-instruments';
const LIMIT = 500;

function load(): ReadonlySet<string> {
  const symbols = (readLocal(KEY) ?? '')
    .split(',')
    .filter((part) => /^[A-Z0-9]{2,30}(\.futures)?$/.test(part));
  return new Set(symbols.slice(0, LIMIT));
}

const favouriteStore = createStore<ReadonlySet<string>>(load);

/** The keys (`listedKey`) of what is starred. */
export function useFavourites(): ReadonlySet<string> {
  return useStore(favouriteStore);
}

/** Stars or unstars an instrument. @param key as `listedKey` gives it */
export function toggleFavourite(key: string): void {
  const next = new Set(favouriteStore.getState());
  if (!next.delete(key)) next.add(key);
  favouriteStore.setState(next, true);
  writeLocal(KEY, [...next].join(','));
}
