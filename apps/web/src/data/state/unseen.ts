/** How many events of the account the list of notices has not shown yet. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const unseenStore = createStore<number>(() => 0);

/** Counts one more. */
export function countUnseen(): void {
  unseenStore.setState(unseenStore.getState() + 1, true);
}

/** The list has been looked at. */
export function markSeen(): void {
  unseenStore.setState(0, true);
}

/** Events since the list was last looked at. */
export function useUnseen(): number {
  return useStore(unseenStore);
}
