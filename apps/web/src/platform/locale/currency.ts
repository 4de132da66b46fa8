/** The currency of totals: the stored choice, else the one of the language on screen. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../storage/local.ts';
import { useLocale } from './locale.ts';

/** localStorage key of the chosen currency. */
export const CURRENCY_KEY = 'currency';

const ISO_4217 = /^[A-Z]{3}$/;

const store = createStore<string | null>(() => {
  const stored = readLocal(CURRENCY_KEY);
  return stored !== null && ISO_4217.test(stored) ? stored : null;
});

/** The currency of totals, ISO 4217. */
export function useCurrency(): string {
  const chosen = useStore(store);
  const { entry } = useLocale();
  return chosen ?? entry.currency;
}

/** Stores and shows a choice; from now on the language does not change it. */
export function chooseCurrency(code: string): void {
  if (!ISO_4217.test(code)) throw new Error(`${code} is no currency`);
  writeLocal(CURRENCY_KEY, code);
  store.setState(code, true);
}

/** Follows the choice of other tabs; call once at start. */
export function watchCurrency(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== CURRENCY_KEY) return;
    const code = event.newValue;
    store.setState(code !== null && ISO_4217.test(code) ? code : null, true);
  });
}
