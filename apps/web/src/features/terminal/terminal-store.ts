/** What the parts of the terminal tell each other. */

import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

type Side = 'buy' | 'sell';

/** A price picked from the book or the chart; `serial` makes each pick a new one. */
export interface PickedPrice {
  readonly price: string;
  /** Base coins that were picked with it; absent = only the price was. */
  readonly size?: string;
  /** The side of the limit order that it was picked for; absent = only the price was. */
  readonly side?: Side;
  /** What comes with the order; absent = only the price was picked. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly serial: number;
  /** Whether no form was there to take it: the next one does. */
  readonly waiting: boolean;
}

interface TerminalState {
  readonly picked: PickedPrice | null;
}

const store = createStore<TerminalState>(() => ({ picked: null }));
let forms = 0;

/** What may be picked with a price; a side makes the form one of a limit order of it. */
type PickedWith = Partial<Pick<PickedPrice, 'size' | 'side' | 'takeProfit' | 'stopLoss'>>;

/** Puts a price into the order form. */
export function pickPrice(price: string, others: PickedWith = {}): void {
  const serial = (store.getState().picked?.serial ?? 0) + 1;
  store.setState({ picked: { price, serial, waiting: forms === 0, ...others } });
}

/** Hears of each pick from now on. */
function onPick(hear: (picked: PickedPrice) => void): () => void {
  return store.subscribe(({ picked }, before) => {
    if (picked !== null && picked.serial !== before.picked?.serial) hear(picked);
  });
}

/**
 * Gives a form what is picked, and what was while no form was there. `take` must stay the same between
 * renders. @param only the side of a form that has no other: what is picked for the other is not its own
 */
export function usePicked(take: (picked: PickedPrice) => void, only?: Side): void {
  useEffect(() => {
    const look = (picked: PickedPrice) => {
      if (picked.side === undefined || only === undefined || picked.side === only) take(picked);
    };
    const { picked } = store.getState();
    if (picked?.waiting === true) {
      store.setState({ picked: { ...picked, waiting: false } });
      look(picked);
    }
    forms += 1;
    const stop = onPick(look);
    return () => {
      forms -= 1;
      stop();
    };
  }, [take, only]);
}

/** Tells of a side that an order is wanted of. `onSide` must stay the same between renders. */
export function usePickedSide(onSide: (side: Side) => void): void {
  useEffect(() => onPick(({ side }) => side !== undefined && onSide(side)), [onSide]);
}
