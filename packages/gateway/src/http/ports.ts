/** What the REST side needs of the records room, narrowed to what handlers call. */
import type { HistoryApi, IdentityApi } from '@halcyon/records';

/** History queries; each can wait for a sequence. */
export type HistoryReads = Pick<
  HistoryApi,
  | 'bills'
  | 'deposits'
  | 'feeChanges'
  | 'fills'
  | 'fundHistory'
  | 'fundingRounds'
  | 'liquidations'
  | 'loans'
  | 'marginLiquidations'
  | 'movementById'
  | 'orderByClientId'
  | 'orderById'
  | 'orderHistory'
  | 'planByClientId'
  | 'planById'
  | 'planHistory'
  | 'plansOvertaken'
  | 'positionByTrade'
  | 'positionHistory'
  | 'preventedMatches'
  | 'transfers'
  | 'valueCurve'
  | 'volumes'
  | 'withdrawals'
>;

/** What handlers need of people: who they are, and where their money may go. */
export type UserReads = Pick<IdentityApi, 'userByUid' | 'bookAddress' | 'mailWithdrawal'>;
