/** How a person has arranged the terminal: kept in the client cache and back after a reload. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { cacheOf } from '../../platform/cache/client-cache.ts';
import { VENUE } from '../../platform/simulation/venue.ts';

/** The arrangement; the parts own the meaning of their names, which are text here. */
export interface TerminalView {
  readonly indicators: readonly string[];
  readonly look: string;
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

/** The terminal does not wait longer for what was kept, ms. */
const PATIENCE_MS = 300;

interface State {
  readonly view: TerminalView;
  readonly ready: boolean;
}

const cache = cacheOf('default');
const viewStore = createStore<State>(() => ({ view: FIRST, ready: false }));
let loading: Promise<void> | null = null;

/** Reads what was kept, once a page. */
export function loadTerminalView(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const restored = cache.get(keyNow(), isView).then((kept) => {
    // It may come late: what a person has arranged by then stands.
    if (kept === null || viewStore.getState().view !== FIRST) return;
    viewStore.setState({ view: { ...FIRST, ...kept } });
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([restored, late]);
  viewStore.setState({ ready: true });
}

/** True once the arrangement is known. */
export function useTerminalViewReady(): boolean {
  return useStore(viewStore, (state) => state.ready);
}

/** The arrangement now. */
export function useTerminalView(): TerminalView {
  return useStore(viewStore, (state) => state.view);
}

/** Changes the arrangement and keeps it. */
export function arrange(change: Partial<TerminalView>): void {
  const view = { ...viewStore.getState().view, ...change };
  viewStore.setState({ view });
  void cache.set(keyNow(), view);
}

/** A kept name if it still means something, else the first of the list. */
export function known<T extends string>(name: string, list: readonly [T, ...T[]]): T {
  return list.find((item) => item === name) ?? list[0];
}

function keyNow(): string {
  return `terminal-view:${VENUE}`;
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
