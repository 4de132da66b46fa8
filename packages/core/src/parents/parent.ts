import type { ParentKind, ParentState, SelfTrade, Side } from '@halcyon/domain';

/** An order of a parent that is in the book or on its way there. */
export interface Child {
  readonly order: number;
  /** Which part of its parent it is of. */
  readonly part: number;
  readonly lots: number;
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
}

/** Lots of a parent that wait to be placed. */
export function waitingOf({ waiting }: Pick<ParentOrder, 'waiting'>): number {
  let lots = 0;
  for (const part of waiting) lots += part;
  return lots;
}
