/**
 * What the web app is told of the past of a futures account. The route lies below `/api/web/v1`, needs
 * a session, and is of the venue that the request is marked for. Ended orders and plans are with those
 * of the other accounts: see orders.ts.
 */
/** The lists that there are; fundings are entries of the ledger. */
export const FUTURES_LOGS = ['fills', 'ledger', 'funding', 'positions', 'liquidations'] as const;
export type FuturesLogName = (typeof FUTURES_LOGS)[number];

/** Most rows of an answer. */
export const FUTURES_LOG_MAX = 100;

/** What a ledger can be narrowed to: the wire's names of its entries. */
export const CONTRACT_ENTRIES = [
  'buy',
  'sell',
  'contract_settle_fee',
  'trans_from_exchange',
  'trans_to_exchange',
  'liquidation_fee',
  'compensate',
  'deposit',
  'withdraw',
] as const;
export type ContractEntryName = (typeof CONTRACT_ENTRIES)[number];

/** Which way a funding went. */
export const FUNDING_WAYS = ['received', 'paid'] as const;
export type FundingWay = (typeof FUNDING_WAYS)[number];

/** What a position was. */
export const HOLD_SIDES = ['long', 'short'] as const;
/** What backed a position. */
export const MARGIN_MODES = ['crossed', 'isolated'] as const;
