/** What recordings hold, prices and quantities still as decimal text. */
import type { Side } from '@halcyon/domain';

export type TextLevel = readonly [price: string, quantity: string];

interface Recorded {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Unix ms at the exchange. */
  readonly timeMs: number;
  /** Unix ms at which the recorder received it; its clock may be off by seconds. */
  readonly receivedMs: number;
}

/** Levels: all of the book (`book`) or those that have changed (`depth`). */
export interface LevelsFrame extends Recorded {
  readonly kind: 'book' | 'depth';
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

/** One print; `side` is the taker's. */
export interface PrintFrame extends Recorded {
  readonly kind: 'print';
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
}

export type Frame = LevelsFrame | PrintFrame;
