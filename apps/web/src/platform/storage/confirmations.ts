/** What asks once more before it is sent: a choice of this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from './local.ts';

/** What can ask; `far` is a limit price far beyond the best one. */
export const CONFIRMATIONS = ['market', 'limit', 'trigger', 'far', 'cancelAll'] as const;
/** One of them. */
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** Those that ask until somebody chooses otherwise: what is likely a slip, and what ends a lot. */
const FIRST: readonly Confirmation[] = ['far', 'cancelAll'];
const KEY = 'order-confirmations';

/** The choice that a stored text stands for. */
export function confirmationsOf(stored: string | null): ReadonlySet<Confirmation> {
  if (stored === null) return new Set(FIRST);
  const names = stored.split(',');
  return new Set(CONFIRMATIONS.filter((name) => names.includes(name)));
}

const store = createStore(() => confirmationsOf(readLocal(KEY)));

/** What asks now. */
export function useConfirmations(): ReadonlySet<Confirmation> {
  return useStore(store);
}

/** Lets some of them ask, or not any more. */
export function chooseConfirmations(names: readonly Confirmation[], ask: boolean): void {
  const chosen = CONFIRMATIONS.filter((name) =>
    names.includes(name) ? ask : store.getState().has(name),
  );
  store.setState(new Set(chosen), true);
  writeLocal(KEY, chosen.join(','));
}
