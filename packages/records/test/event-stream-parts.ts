/** What the stream of events is made of. */
import type { Asset, Instrument, OrderOpenedEvent } from '@halcyon/domain';
import { FIRST_USER_ID, InstrumentState, Side } from '@halcyon/domain';

/** An event before it has its place. */
export type Unstamped<T> = T extends unknown ? Omit<T, 'seq' | 'time'> : never;

/** A small seeded generator of numbers in 0..1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An order in the book. */
export interface Resting {
  readonly opened: OrderOpenedEvent;
  price: number;
  quantity: number;
  remaining: number;
}

/** A pending plan. */
export interface Plan {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
}

/** What an account has of an asset. */
export interface Balance {
  available: bigint;
  held: bigint;
}

const USDT = 0;
/** All assets. */
export const ASSETS: readonly Asset[] = [
  { id: USDT, code: 'USDT', name: 'Tether', scale: 6 },
  { id: 1, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { id: 2, code: 'ETH', name: 'Ether', scale: 8 },
];
const LIMITS = {
  state: InstrumentState.open,
  priceStep: 1,
  quantityStep: 1,
  quantityMin: 1,
  quantityMax: 1_000_000,
  notionalMin: 1,
  bandPpm: 100_000,
  openOrdersMax: 500,
};
/** All instruments. */
export const INSTRUMENTS: readonly Instrument[] = [1, 2].map((base, id) => ({
  ...LIMITS,
  id,
  symbol: `${ASSETS[base]?.code}USDT`,
  base,
  quote: USDT,
  priceScale: 2,
  quantityScale: 4,
  quoteFactor: 1,
  lotUnits: 10_000,
  product: 0,
  contract: null,
}));

/** People and simulated users take turns. */
export const USERS = 8;
/** Users that records are kept for. */
export const PEOPLE: readonly number[] = Array.from(
  { length: USERS / 2 },
  (_, i) => FIRST_USER_ID + 2 * i,
);
/** Fee of both sides, ppm. */
export const FEE_PPM = 1_000;

/** Whether two orders would trade. */
export function crosses(taker: Resting, maker: Resting): boolean {
  if (maker.opened.instrument !== taker.opened.instrument) return false;
  if (maker.opened.side === taker.opened.side) return false;
  return taker.opened.side === Side.buy ? maker.price <= taker.price : maker.price >= taker.price;
}
