/** How a person has arranged the terminal: kept in localStorage, from where it is synchronized with the account. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { VENUE } from '../../platform/simulation/venue.ts';
import { followLocal, readLocal, writeLocal } from '../../platform/storage/local.ts';
import type { TapeView } from './trades/tape-rows.ts';

/** The arrangement; the parts own the meaning of their names, which are text here. */
export interface TerminalView {
  readonly indicators: readonly string[];
  readonly look: string;
  /** What stands in the chart's place: `depth`, the sums of the order book; else candles. */
  readonly chart?: string;
  /** How prices are spread over the chart, and whether high ones are below. */
  readonly scale?: string;
  readonly inverted?: boolean;
  readonly bookView: string;
  readonly bookTab: string;
  readonly ordersTab: string;
  /** Of the second list, where there is room for one. */
  readonly asideTab: string;
  /** Whether the order lists show this instrument only. */
  readonly onlyThis: boolean;
  /** Chosen step of the order book's grouping, by symbol. */
  readonly groups: Readonly<Record<string, number>>;
  /** How the tape is read, by quote coin; none = every trade as it comes. */
  readonly tape?: Readonly<Record<string, TapeView>>;
  /** Which list of contracts is shown, and whether sizes of positions are told by their value. */
  readonly contractsTab?: string;
  readonly sizesAsValue?: boolean;
}

const FIRST: TerminalView = {
  indicators: ['MA'],
  look: 'candle_solid',
  bookView: 'both',
  bookTab: 'book',
  ordersTab: 'open',
  asideTab: 'balances',
  onlyThis: false,
  groups: {},
};

const KEY = `terminal-view:${VENUE}`;

const viewStore = createStore<TerminalView>(keptView);

/** Tabs that were chosen on this page: no list goes away under somebody's hand. */
let chosen: Partial<TerminalView> = {};

// It may have been arranged in another tab, or on another device; the account's may come late.
followLocal((key, own) => {
  if (key === KEY && !own) viewStore.setState({ ...keptView(), ...chosen }, true);
});

/** The arrangement now. */
export function useTerminalView(): TerminalView {
  return useStore(viewStore);
}

/** Changes the arrangement and keeps it. */
export function arrange(change: Partial<TerminalView>): void {
  const view = { ...viewStore.getState(), ...change };
  if (Object.keys(change).some((name) => name.endsWith('Tab'))) chosen = { ...chosen, ...change };
  viewStore.setState(view, true);
  writeLocal(KEY, JSON.stringify(view));
}

/** A kept name if it still means something, else the first of the list. */
export function known<T extends string>(name: string, list: readonly [T, ...T[]]): T {
  return list.find((item) => item === name) ?? list[0];
}

function keptView(): TerminalView {
  try {
    const kept: unknown = JSON.parse(readLocal(KEY) ?? '');
    return isView(kept) ? { ...FIRST, ...kept } : FIRST;
  } catch {
    return FIRST;
  }
}

function isView(value: unknown): value is TerminalView {
  if (typeof value !== 'object' || value === null) return false;
  const view = value as Partial<Record<keyof TerminalView, unknown>>;
  const texts = [view.look, view.bookView, view.bookTab, view.ordersTab];
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(view.indicators) &&
    view.indicators.every((name) => typeof name === 'string') &&
    typeof view.onlyThis === 'boolean' &&
    typeof view.groups === 'object' &&
    view.groups !== null
  );
}
