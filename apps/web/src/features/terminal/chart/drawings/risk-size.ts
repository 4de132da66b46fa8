/** How large a position is that loses a share of the equity at its stop. */

import { mulDivFloor, pow10, toText, WIDE_SCALE, wide } from '../../../../data/decimal.ts';

/** Prices, equity and percent as decimal text. */
export interface RiskInput {
  readonly entry: string;
  readonly stop: string;
  readonly equity: string;
  readonly percent: string;
  /** Decimals of the size. */
  readonly digits: number;
}

const HUNDRED = wide('100');
const ONE = wide('1');

/** Coins to buy or sell, rounded down; null where nothing can be computed. */
export function riskSize({ entry, stop, equity, percent, digits }: RiskInput): string | null {
  const away = wide(entry) - wide(stop);
  const distance = away < 0n ? -away : away;
  const share = wide(percent);
  if (distance === 0n || share <= 0n || share > HUNDRED || wide(equity) <= 0n) return null;
  const risked = mulDivFloor(wide(equity), share, HUNDRED);
  const coins = mulDivFloor(risked, ONE, distance);
  const step = pow10(WIDE_SCALE - digits);
  const whole = coins - (coins % step);
  return whole > 0n ? toText(whole, WIDE_SCALE) : null;
}
