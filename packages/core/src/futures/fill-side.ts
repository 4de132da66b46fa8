/** What a fill of a contract did to one of its sides. */
import type { ClosedSums } from './position-money.ts';

/** Money in settle units. */
export interface FillSide {
  account: number;
  position: number;
  /** Realised before the fee, and the fee. */
  profit: number;
  fee: number;
  /** What the wallet and the isolated margin change by, and what the protection fund adds. */
  available: number;
  held: number;
  protection: number;
  /** It closed one position and opened the opposite: the sums of the closed one. */
  flipped: boolean;
  closed: ClosedSums;
}

/** A side of which nothing is known yet. */
export const emptySide = (): FillSide => ({
  account: -1,
  position: -1,
  profit: 0,
  fee: 0,
  available: 0,
  held: 0,
  protection: 0,
  flipped: false,
  closed: { opened: 0, profit: 0, fees: 0, funding: 0 },
});
