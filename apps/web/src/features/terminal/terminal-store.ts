/** What the parts of the terminal tell each other. */

import { createStore } from 'zustand/vanilla';

/** A price picked from the book or the chart; `serial` makes each pick a new one. */
export interface PickedPrice {
  readonly price: string;
  readonly serial: number;
}

interface TerminalState {
  readonly picked: PickedPrice | null;
}

/** The store behind the terminal's panels. */
export const terminalStore = createStore<TerminalState>(() => ({ picked: null }));

/** Puts a price into the order form. */
export function pickPrice(price: string): void {
  const serial = (terminalStore.getState().picked?.serial ?? 0) + 1;
  terminalStore.setState({ picked: { price, serial } });
}
