/** What a line on the chart stands for, and what can be done with it. */

import type { ReactNode } from 'react';
import type { MarkedFill } from './fill-marks.ts';

/** A line at a price. */
export interface ChartLine {
  /** The same as long as it is the same order. */
  readonly id: string;
  readonly price: string;
  /** Decimals that the price may have when it is moved. */
  readonly digits: number;
  /** Colours it: what would be bought or gained, sold or lost, or neither. */
  readonly tone: 'up' | 'down' | 'plain' | 'warn';
  /** What it is, in words, and how much of it. */
  readonly words: string;
  readonly size: string;
  /** What more is known at a price, the one that it is moved to: a profit for one. */
  readonly noteAt?: (price: string) => string;
  /** Amends to a price; rejects with what refused it. Absent = it stays where it is. */
  readonly move?: (price: string) => Promise<void>;
  /** What is said once it was moved; absent: that the order was amended. */
  readonly moved?: string;
  /** A price that wants a second look: it is opened in the dialog instead of being sent. */
  readonly needsLook?: (price: string) => boolean;
  /** Opens the dialog, with a price where one was chosen. */
  readonly edit?: (price?: string) => void;
  /** Name of the button that cancels, and what it does. */
  readonly cancel?: { readonly label: string; readonly run: () => Promise<void> };
}

/** All that is drawn over the candles of an instrument, and an open dialog of it. */
export interface ChartMarks {
  readonly lines: readonly ChartLine[];
  readonly fills: readonly MarkedFill[];
  readonly dialog: ReactNode;
}
