import type { ParentKind, ParentState, SelfTrade, Side } from '@halcyon/domain';

/** An order of a parent that is in the book or on its way there. */
export interface Child {
  readonly order: number;
  /** Which part of its parent it is of. */
  readonly part: number;
  readonly lots: number;
}

/** Where a TWAP order stands. */
export interface TwapProgress {
  /** Unix ms at which its first slice was due. */
  readonly begun: number;
  /** The next slice, from 0: those before it were placed or left out. */
  slice: number;
}

/** Where a chase order stands. */
export interface ChaseProgress {
  /** Price of its child, ticks; 0 = it has none. */
  at: number;
  /** Unix ms at which its child was placed or moved last. */
  movedAt: number;
}

/** A parent order. It holds no money: its children do. */
export interface ParentOrder {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly parentKind: ParentKind;
  readonly selfTrade: SelfTrade;
  readonly postOnly: boolean;
  readonly clientId: string;
  price: number;
  farPrice: number;
  quantity: number;
  slices: number;
  visible: number;
  state: ParentState;
  /** Paused: the Reject code of what paused it, 0 = its owner. */
  code: number;
  /** Lots traded by children that have ended. */
  filled: number;
  /** Children so far. */
  placed: number;
  /** Lots that wait to be placed, by part. */
  waiting: number[];
  children: Child[];
  /** Whether it differs from what was told of it last. */
  changed: boolean;
  /** TWAP: how long it works, ms. */
  readonly duration?: number;
  /** TWAP: how far from the best price a slice may trade, ppm. */
  slippage?: number;
  readonly twap?: TwapProgress;
  readonly chase?: ChaseProgress;
  /** Unix ms at which it has to be worked; absent: not because of the time. */
  due?: number;
}

/** A parent that chases. */
export type ChaseOrder = ParentOrder & { readonly chase: ChaseProgress };

/** Lots of a parent that wait to be placed. */
export function waitingOf({ waiting }: Pick<ParentOrder, 'waiting'>): number {
  let lots = 0;
  for (const part of waiting) lots += part;
  return lots;
}

/** Whether a parent chases. */
export function isChase(parent: ParentOrder): parent is ChaseOrder {
  return parent.chase !== undefined;
}
