/**
 * Parent orders: one order of their owner, many ordinary ones in the book. Prices are ticks, quantities
 * lots; 0 means "not given".
 */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import type { AccountId, InstrumentId, OrderId } from './ids.ts';
import type { SelfTrade, Side } from './orders.ts';

export const ParentKind = {
  /** Limit orders of equal size at equal distances, all at once. */
  scaled: 0,
  /** A limit order of which a part is shown at a time. */
  iceberg: 1,
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

/** Open parent orders of one user. */
export const PARENTS_PER_USER = 100;
/** Orders of a scaled order. */
export const SCALED_ORDERS_MIN = 2;
export const SCALED_ORDERS_MAX = 50;
/** Visible parts of an iceberg, one after the other. */
export const ICEBERG_PARTS_MAX = 1_000;
/** Children that one command may place; what is left is placed with the next command. */
export const CHILDREN_PER_COMMAND = 100;

/** What an owner asks for, beside side and size. */
export interface ParentTerms {
  /** The limit; of a scaled order the price of its first child. */
  readonly price: number;
  /** Scaled: the price of its last child. */
  readonly farPrice: number;
  /** All of it. */
  readonly quantity: number;
  /** Scaled: how many orders. */
  readonly slices: number;
  /** Iceberg: how much is shown. */
  readonly visible: number;
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
