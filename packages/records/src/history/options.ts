/** What orders and fills of contracts are asked for by their options. */
import { LIQUIDATION_OPTION } from '@halcyon/domain';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** The leg that `options` name: `legOf` of the domain in SQL. */
export const LEG: RawBuilder<number> = sql<number>`((options >> 1) & 3)`;

/** True for what the exchange did to liquidate the account, or for everything else. */
export function isLiquidation(wanted: boolean): RawBuilder<boolean> {
  const bit = wanted ? LIQUIDATION_OPTION : 0;
  return sql<boolean>`(options & ${sql.lit(LIQUIDATION_OPTION)}) = ${sql.lit(bit)}`;
}
