/** Whether keys, commands and the ladder send without the form: off when a page is loaded, and for somebody else. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from '../../../data/state/session.ts';

const store = createStore<{ readonly armed: boolean }>(() => ({ armed: false }));

sessionStore.subscribe((session, before) => {
  if (session.user?.uid !== before.user?.uid) arm(false);
});

/** Whether it is on. */
export function isArmed(): boolean {
  return store.getState().armed;
}

/** The same, drawn anew when it changes. */
export function useArmed(): boolean {
  return useStore(store).armed;
}

/** Turns it on, or off. */
export function arm(armed: boolean): void {
  store.setState({ armed });
}
