/**
 * Parent orders: one order of their owner, many ordinary ones in the book. Prices are ticks, quantities
 * lots; 0 means "not given".
 */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import { type AccountId, type InstrumentId, type OrderId, wireId } from './ids.ts';
import type { SelfTrade, Side } from './orders.ts';

export const ParentKind = {
  /** Limit orders of equal size at equal distances, all at once. */
  scaled: 0,
  /** A limit order of which a part is shown at a time. */
  iceberg: 1,
  /** Parts of equal size at equal times, each of which takes what the book offers. */
  twap: 2,
  /** A post-only order that stays at the best price of others. */
  chase: 3,
} as const;
export type ParentKind = (typeof ParentKind)[keyof typeof ParentKind];

export const ParentState = {
  working: 0,
  paused: 1,
  /** Ended with all of its size traded. */
  filled: 2,
  /** Ended with something left. */
  cancelled: 3,
} as const;
export type ParentState = (typeof ParentState)[keyof typeof ParentState];

/** Client id of a child of a parent. @param number which of its children, from 1 */
export function childClientId(parent: OrderId, number: number): string {
  return `${wireId(parent)}#${number}`;
}

/** The parent of an order, 0 = none. The order of a plan has the plan's id alone for its client id. */
export function parentOfOrder({
  plan,
  clientId,
}: {
  readonly plan: OrderId;
  readonly clientId: string;
}): OrderId {
  return plan !== 0 && clientId.startsWith(`${wireId(plan)}#`) ? plan : 0;
}

/** Open parent orders of one user. */
export const PARENTS_PER_USER = 100;
/** Orders of a scaled order. */
export const SCALED_ORDERS_MIN = 2;
export const SCALED_ORDERS_MAX = 50;
/** Visible parts of an iceberg, one after the other. */
export const ICEBERG_PARTS_MAX = 1_000;
/** Slices of a TWAP order. */
export const TWAP_SLICES_MIN = 2;
export const TWAP_SLICES_MAX = 1_000;
/** How long a TWAP order works, ms. */
export const TWAP_MS_MIN = 30_000;
export const TWAP_MS_MAX = 86_400_000;
/** Least time from one slice of a TWAP order to the next, ms. */
export const TWAP_INTERVAL_MS_MIN = 1_000;
/** How far from the best price a slice of a TWAP order may trade, parts per million. */
export const TWAP_SLIPPAGE_PPM_MAX = 100_000;
/** Least time from one price of a chase order to the next, ms. */
export const CHASE_MS = 250;
/** Orders and levels that are looked at to find the best price of others. */
export const CHASE_LOOKS_MAX = 200;
/** Children that one command may place or move; what is left is placed with the next command. */
export const CHILDREN_PER_COMMAND = 100;
/** Parent orders that one command may look at. */
export const PARENTS_PER_COMMAND = 500;

/** What an owner asks for, beside side and size. */
export interface ParentTerms {
  /** The limit, of TWAP 0 = none; of a scaled order the price of its first child. */
  readonly price: number;
  /** Scaled: the price of its last child. */
  readonly farPrice: number;
  /** All of it. */
  readonly quantity: number;
  /** Scaled: how many orders; TWAP: how many slices. */
  readonly slices: number;
  /** Iceberg: how much is shown. */
  readonly visible: number;
  /** TWAP: how long it works, ms; absent of others. It and the number of slices do not change. */
  readonly duration?: number;
  /** TWAP: how far from the best price a slice may trade, ppm; 0 = the band is its bound; absent of others. */
  readonly slippage?: number;
}

/** Whose a parent order is and which. */
interface ParentHead {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly parentKind: ParentKind;
  readonly selfTrade: SelfTrade;
  /** Whether its children only ever rest. */
  readonly postOnly: boolean;
  /** '' = none. */
  readonly clientId: string;
}

export interface PlaceParentCommand extends Stamped, ParentHead, ParentTerms {
  kind: typeof CommandKind.placeParent;
}

/** A parent order named by id, or by client id where `order` is 0. */
interface NamesParent {
  account: AccountId;
  order: OrderId;
  clientId: string;
}

/** Changes terms; what is left is laid out anew. 0 = unchanged. */
export interface AmendParentCommand extends Stamped, NamesParent, ParentTerms {
  kind: typeof CommandKind.amendParent;
}

export interface PauseParentCommand extends Stamped, NamesParent {
  kind: typeof CommandKind.pauseParent;
  /** False: goes on. */
  paused: boolean;
}

export interface CancelParentCommand extends Stamped, NamesParent {
  kind: typeof CommandKind.cancelParent;
}

export type ParentCommand =
  | PlaceParentCommand
  | AmendParentCommand
  | PauseParentCommand
  | CancelParentCommand;

/** A parent order as it is now. */
export interface ParentOrderSetEvent extends Happened, ParentHead, ParentTerms {
  readonly kind: typeof EventKind.parentOrderSet;
  readonly parent: OrderId;
  readonly state: ParentState;
  /** Paused: the Reject code of what paused it, 0 = its owner. */
  readonly code: number;
  /** Lots traded by children that have ended. */
  readonly filled: number;
}
