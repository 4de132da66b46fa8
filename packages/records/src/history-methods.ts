/**
 * Every history query, by the name it is called by. Adding one here is all there is to do: the
 * worker finds it in this table and RecordsClient takes its type from it.
 */
import { exportEnd, exportPortion } from './export/portions.ts';
import { bills } from './history/bills.ts';
import { copiedOrders } from './history/copied-orders.ts';
import { copyDays, copyEnds, copyExits, copyGathered } from './history/copy-activity.ts';
import { copyCurves } from './history/copy-curve.ts';
import { copyDryRun } from './history/copy-dry-run.ts';
import { copyCounts, copyShareDays, copyTracks } from './history/copy-tracks.ts';
import {
  copyBatches,
  copyFills,
  copyFollowers,
  copyOwners,
  copyShares,
  copyTraders,
} from './history/copying.ts';
import { feeChanges, feeTerms, volumes } from './history/fees.ts';
import { deleveragings, fundCurve, fundTotals } from './history/fund.ts';
import {
  allTransfers,
  deposits,
  familyTransfers,
  movementByClientId,
  movementById,
  transfers,
  withdrawals,
  withdrawn,
} from './history/movements.ts';
import { mailedNotices, notices, unreadNotices } from './history/notices.ts';
import { orderByClientId, orderById, ordersByIds } from './history/orders.ts';
import { planByClientId, planById, planFailure, plansOvertaken } from './history/plans.ts';
import { openPositions, positionByTrade } from './history/positions.ts';
import { statement } from './history/statement.ts';
import { valueCurve } from './history/value-curve.ts';
import { fills } from './kinds/fills.ts';
import { fundHistory } from './kinds/fund-entries.ts';
import { fundingRounds, fundings } from './kinds/fundings.ts';
import { liquidations, marginLiquidations } from './kinds/liquidations.ts';
import { loans } from './kinds/loans.ts';
import { orderHistory } from './kinds/orders.ts';
import { parentHistory } from './kinds/parents.ts';
import { planHistory } from './kinds/plans.ts';
import { positionHistory } from './kinds/positions.ts';
import { preventedMatches } from './kinds/prevented.ts';
import { refusals } from './kinds/refusals.ts';

/** Query functions over the records database: `(db, query) → rows`. */
export const historyMethods = {
  allTransfers,
  bills,
  copiedOrders,
  copyBatches,
  copyCounts,
  copyCurves,
  copyDays,
  copyDryRun,
  copyEnds,
  copyExits,
  copyFills,
  copyFollowers,
  copyGathered,
  copyOwners,
  copyShareDays,
  copyShares,
  copyTracks,
  copyTraders,
  deleveragings,
  deposits,
  familyTransfers,
  exportEnd,
  exportPortion,
  feeChanges,
  feeTerms,
  fills,
  fundCurve,
  fundHistory,
  fundTotals,
  fundingRounds,
  fundings,
  liquidations,
  loans,
  marginLiquidations,
  movementByClientId,
  movementById,
  notices,
  openPositions,
  orderByClientId,
  orderById,
  orderHistory,
  ordersByIds,
  planByClientId,
  planById,
  planFailure,
  parentHistory,
  planHistory,
  plansOvertaken,
  positionByTrade,
  positionHistory,
  preventedMatches,
  refusals,
  statement,
  transfers,
  unreadNotices,
  mailedNotices,
  valueCurve,
  volumes,
  withdrawals,
  withdrawn,
} as const;
