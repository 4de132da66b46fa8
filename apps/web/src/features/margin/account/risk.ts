/** How near a margin account is to its call and its liquidation, in words. */

import { MARGIN_CALL_PPM, MARGIN_END_PPM, MARGIN_SAFE_PPM } from '@halcyon/domain';

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
