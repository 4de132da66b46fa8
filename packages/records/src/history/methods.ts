/**
 * Every history query, by the name it is called by. Adding one here is all there is to do: the
 * worker finds it in this table and RecordsClient takes its type from it.
 */
import { exportEnd, exportPortion } from '../export/portions.ts';
import { bills } from './bills.ts';
import { fundingRounds, fundings, liquidations } from './contracts.ts';
import { feeChanges, feeTerms, volumes } from './fees.ts';
import { fills } from './fills.ts';
import { deleveragings, fundCurve, fundHistory, fundTotals } from './fund.ts';
import { loans, marginLiquidations } from './loans.ts';
import {
  allTransfers,
  deposits,
  familyTransfers,
  movementByClientId,
  movementById,
  transfers,
  withdrawals,
  withdrawn,
} from './movements.ts';
import { notices, unreadNotices, urgentNotices } from './notices.ts';
import { orderByClientId, orderById, orderHistory, ordersByIds } from './orders.ts';
import { planByClientId, planById, planFailure, planHistory, plansOvertaken } from './plans.ts';
import { openPositions, positionByTrade, positionHistory } from './positions.ts';
import { preventedMatches } from './prevented.ts';
import { refusals } from './refusals.ts';
import { statement } from './statement.ts';
import { valueCurve } from './value-curve.ts';

/** Query functions over the records database: `(db, query) → rows`. */
export const historyMethods = {
  allTransfers,
  bills,
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
  planHistory,
  plansOvertaken,
  positionByTrade,
  positionHistory,
  preventedMatches,
  refusals,
  statement,
  transfers,
  unreadNotices,
  urgentNotices,
  valueCurve,
  volumes,
  withdrawals,
  withdrawn,
} as const;
