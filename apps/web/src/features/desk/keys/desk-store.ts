/** The desk on screen, for the search: what a typed command would do there, and doing it. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A command that was understood, or why not. */
export interface Heard {
  /** What would be done, or what is wrong. */
  readonly preview: ReactNode;
  /** Absent: nothing can be done. */
  readonly run?: () => void;
}

/** Hears a text; null where it is no command. */
export type Hears = (text: string) => Heard | null;

const store = createStore<{ readonly hears: Hears | null }>(() => ({ hears: null }));

/** Shows what the desk makes of commands now; null once it is gone. */
export function showDesk(hears: Hears | null): void {
  store.setState({ hears });
}

/** What hears commands on this page, drawn anew as the market changes. */
export function useHears(): Hears | null {
  return useStore(store).hears;
}
