/** Files of positions, fundings and liquidations. */
import { isMargin } from '@halcyon/domain';
import { FUNDING_FILE, fundings } from '../kinds/fundings.ts';
import { LIQUIDATION_FILE, liquidations, marginLiquidations } from '../kinds/liquidations.ts';
import { POSITION_FILE, positionHistory } from '../kinds/positions.ts';
import { listOf } from './exported-list.ts';

/** The lists of this file. */
export const CONTRACT_LISTS = {
  positions: listOf(POSITION_FILE, {
    read: (db, asked) => positionHistory(db, asked),
    placeOf: ({ closedId, closedAt }) => ({ id: closedId, time: closedAt }),
  }),
  funding: listOf(FUNDING_FILE, {
    read: (db, asked) => fundings(db, asked),
    placeOf: ({ id, time }) => ({ id, time }),
  }),
  liquidations: listOf(LIQUIDATION_FILE, {
    read: (db, asked) =>
      isMargin(asked.account) ? marginLiquidations(db, asked) : liquidations(db, asked),
    placeOf: ({ id, time }) => ({ id, time }),
  }),
} as const;
