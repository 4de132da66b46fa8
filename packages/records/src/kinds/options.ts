/** What orders and fills of contracts and margin accounts are asked for by their options. */
import {
  isMargin,
  LIQUIDATION_OPTION,
  LOAN_LIQUIDATION_OPTION,
  MARGIN_OPTION,
} from '@halcyon/domain';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** The leg that `options` name: `legOf` of the domain in SQL. */
export const LEG: RawBuilder<number> = sql<number>`((options >> 1) & 3)`;

/** True for what the exchange did to liquidate the account, or for everything else. */
export function isLiquidation(account: number, wanted: boolean): RawBuilder<boolean> {
  const bits = isMargin(account) ? MARGIN_OPTION | LOAN_LIQUIDATION_OPTION : LIQUIDATION_OPTION;
  const is = sql.raw(wanted ? '=' : '<>');
  return sql<boolean>`(options & ${sql.lit(bits)}) ${is} ${sql.lit(bits)}`;
}
