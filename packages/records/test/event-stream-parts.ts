/** What the stream of events is made of. */
import type {
  Asset,
  Instrument,
  OrderOpenedEvent,
  ParentOrderSetEvent,
  PlanAmendedEvent,
} from '@halcyon/domain';
import {
  CONVERT_PREFIX,
  childClientId,
  EventKind,
  FIRST_USER_ID,
  InstrumentState,
  Side,
  TriggerBy,
} from '@halcyon/domain';

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
export interface StreamOrder {
  readonly opened: OrderOpenedEvent;
  price: number;
  quantity: number;
  remaining: number;
}

/** A pending plan. */
export interface PendingPlan {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
}

/** What an account has of an asset. */
export interface StreamBalance {
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
export function crosses(taker: StreamOrder, maker: StreamOrder): boolean {
  if (maker.opened.instrument !== taker.opened.instrument) return false;
  if (maker.opened.side === taker.opened.side) return false;
  return taker.opened.side === Side.buy ? maker.price <= taker.price : maker.price >= taker.price;
}

/** One order in five converts. */
export function orderName(number: number): string {
  return number % 5 === 0 ? `${CONVERT_PREFIX}${number}` : `c-${number}`;
}

/** What few amendments of plans change. */
export function rareChanges(
  seed: number,
): Pick<PlanAmendedEvent, 'callbackPpm' | 'triggerBy' | 'attached'> {
  const attached = {
    takeProfitTrigger: seed + 1,
    takeProfitPrice: seed + 2,
    stopLossTrigger: seed - 1,
    stopLossPrice: 0,
    stopLossBy: TriggerBy.mark,
  };
  return {
    ...(seed % 2 === 0 ? { callbackPpm: seed } : {}),
    ...(seed % 3 === 0 ? { triggerBy: TriggerBy.index } : {}),
    ...(seed % 5 === 0 ? { attached } : {}),
  };
}

/** A parent order as it comes. */
export function parentOrder(parent: number, account: number): Unstamped<ParentOrderSetEvent> {
  const scaled = parent % 2 === 0;
  const twap = parent % 9 === 1;
  return {
    ...(twap ? { duration: 60_000, slippage: parent % 4 === 1 ? 0 : 5_000 } : {}),
    kind: EventKind.parentOrderSet,
    parent,
    account,
    instrument: parent % INSTRUMENTS.length,
    side: parent % 3 === 0 ? Side.sell : Side.buy,
    parentKind: twap ? 2 : scaled ? 0 : 1,
    selfTrade: 0,
    postOnly: parent % 5 === 0,
    clientId: parent % 7 === 0 ? `parent-${parent}` : '',
    price: 10_000,
    farPrice: scaled ? 10_500 : 0,
    quantity: 1_000,
    slices: scaled ? 5 : 0,
    visible: scaled ? 0 : 50,
    state: 0,
    code: 0,
    filled: 0,
  };
}

/** Of every third order of who has a parent order: it is one of its orders. */
export function placerOf(
  order: number,
  account: number,
  parents: readonly Pick<ParentOrderSetEvent, 'account' | 'parent'>[],
): { plan?: number; clientId?: string } {
  const parent = parents.find((one) => one.account === account);
  if (parent === undefined || order % 3 > 0) return {};
  return { plan: parent.parent, clientId: childClientId(parent.parent, order) };
}

/** The same after something became of it. */
export function advance(parent: Unstamped<ParentOrderSetEvent>): Unstamped<ParentOrderSetEvent> {
  const filled = parent.filled + 7;
  const state = ([0, 1, 3] as const)[filled % 3]!;
  return { ...parent, filled, state, price: parent.price + 1, code: state === 1 ? 501 : 0 };
}
