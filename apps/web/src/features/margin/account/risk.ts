/** How near a margin account is to its call and its liquidation, in words. */

import {
  coinLiquidationPrice,
  MARGIN_CALL_PPM,
  MARGIN_END_PPM,
  MARGIN_SAFE_PPM,
  type MarginWorth,
} from '@halcyon/domain';
import type { MarginCoin, MarginPlace } from '../../../data/state/margin.ts';

/** From this ratio on an order or a loan is warned of. */
export const RISKY_PPM = MARGIN_SAFE_PPM;

/** Names of the parts of the gauge. */
export type RiskLevel = 'none' | 'safe' | 'watch' | 'called' | 'over';

/** The part that a ratio is in. @param debts what is owed */
export function riskLevel(ratioPpm: number, debts: number): RiskLevel {
  if (debts === 0) return 'none';
  if (ratioPpm > MARGIN_END_PPM) return 'over';
  if (ratioPpm > MARGIN_CALL_PPM) return 'called';
  return ratioPpm >= RISKY_PPM ? 'watch' : 'safe';
}

/** Whether the sums of an account are known: a coin whose price never came would count as nothing. */
export function isValued({ coins }: Pick<MarginPlace, 'coins'>): boolean {
  return coins.every(({ held, debt, lent }) => lent.index > 0 || (held === 0 && debt === 0));
}

/** What of the assets does not count as collateral, margin units: equity is assets less it and the debts. */
export function discountOf({ assets, debts, equity }: MarginWorth): number {
  // Each sum is rounded against the account: of coins that count whole nothing is taken off.
  return Math.max(0, assets - debts - equity);
}

/** Index price of a coin at which its account is liquidated; null where none is, or none is known. */
export function liquidationTicks(place: MarginPlace, own: MarginCoin): number | null {
  return isValued(place) ? coinLiquidationPrice(place.coins, place.coins.indexOf(own)) : null;
}
