/** Whether lists of coins leave out what is worth next to nothing: a choice of this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from './local.ts';

const KEY = 'hide-small-balances';
const HIDDEN = '1';

const store = createStore(() => ({ hidden: readLocal(KEY) === HIDDEN }));

/** The choice, of every page that has it. */
export function useSmallHidden(): boolean {
  return useStore(store, ({ hidden }) => hidden);
}

/** Leaves them out, or not any more. */
export function hideSmallBalances(hidden: boolean): void {
  store.setState({ hidden });
  writeLocal(KEY, hidden ? HIDDEN : '');
}
