/** What the REST side needs of the records room, narrowed to what handlers call. */
import type { HistoryApi, IdentityApi } from '@halcyon/records';

/** History queries; each can wait for a sequence. */
export type HistoryReads = Pick<
  HistoryApi,
  | 'allTransfers'
  | 'bills'
  | 'deleveragings'
  | 'deposits'
  | 'familyTransfers'
  | 'exportEnd'
  | 'exportPortion'
  | 'feeChanges'
  | 'feeTerms'
  | 'fills'
  | 'fundCurve'
  | 'fundHistory'
  | 'fundTotals'
  | 'fundingRounds'
  | 'fundings'
  | 'liquidations'
  | 'loans'
  | 'marginLiquidations'
  | 'notices'
  | 'movementByClientId'
  | 'movementById'
  | 'orderByClientId'
  | 'orderById'
  | 'orderHistory'
  | 'ordersByIds'
  | 'planByClientId'
  | 'planById'
  | 'planFailure'
  | 'planHistory'
  | 'plansOvertaken'
  | 'positionByTrade'
  | 'positionHistory'
  | 'unreadNotices'
  | 'preventedMatches'
  | 'refusals'
  | 'transfers'
  | 'valueCurve'
  | 'volumes'
  | 'withdrawals'
  | 'withdrawn'
>;

/** What handlers need of people: who they are, and where their money may go. */
export type UserReads = Pick<IdentityApi, 'userByUid' | 'bookAddress' | 'mailWithdrawal'>;
