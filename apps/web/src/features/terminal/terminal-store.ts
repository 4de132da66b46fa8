/** What the parts of the terminal tell each other. */

import { createStore } from 'zustand/vanilla';

/** A price picked from the book or the chart; `serial` makes each pick a new one. */
export interface PickedPrice {
  readonly price: string;
  /** The side of the limit order that it was picked for; absent = only the price was. */
  readonly side?: 'buy' | 'sell';
  readonly serial: number;
}

interface TerminalState {
  readonly picked: PickedPrice | null;
}

/** The store behind the terminal's panels. */
export const terminalStore = createStore<TerminalState>(() => ({ picked: null }));

/** Puts a price into the order form. @param side makes the form one of a limit order of that side */
export function pickPrice(price: string, side?: 'buy' | 'sell'): void {
  const serial = (terminalStore.getState().picked?.serial ?? 0) + 1;
  terminalStore.setState({ picked: { price, serial, ...(side && { side }) } });
}
