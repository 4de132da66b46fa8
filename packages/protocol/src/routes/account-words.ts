/** Words of accounts, ledgers and movements of money, which rows and the gateway's tables share. */

/** Kinds of account that a transfer can name. */
export const ACCOUNT_TYPES = [
  'spot',
  'p2p',
  'funding',
  'coin_futures',
  'usdt_futures',
  'usdc_futures',
  'crossed_margin',
  'isolated_margin',
] as const;
/** Kinds of account that are valued together. */
export const VALUED_ACCOUNTS = ['spot', 'futures', 'funding', 'earn', 'bots', 'margin'] as const;

/** Groups of ledger entries of the spot account that this exchange makes. */
const SPOT_GROUPS = ['deposit', 'withdraw', 'transaction', 'transfer'] as const;
/** All that a request may name. */
export const BILL_GROUPS = [
  ...SPOT_GROUPS,
  'loan',
  'financial',
  'fait',
  'convert',
  'c2c',
  'pre_c2c',
  'on_chain',
  'strategy',
  'other',
] as const;
/** What a row of an entry says that no name fits. */
export const OTHER_ENTRY = 'other';
export const SPOT_ROW_GROUPS = [...SPOT_GROUPS, OTHER_ENTRY] as const;
/** Names of the entries of the spot ledger. */
export const SPOT_ENTRIES = [
  'deposit',
  'withdraw',
  'buy',
  'sell',
  'transfer_in',
  'transfer_out',
] as const;
/** Names of the entries of the ledger of a margin account; `interest` only this exchange has. */
export const MARGIN_ENTRIES = [
  'transfer_in',
  'transfer_out',
  'borrow',
  'repay',
  'liquidation_fee',
  'compensate',
  'confiscated',
  'deal_in',
  'deal_out',
  'interest',
] as const;
export const REPAY_TYPES = ['manual_repay', 'auto_repay', 'liq_repay'] as const;

/** How money leaves, and comes from others. */
export const MOVEMENT_WAYS = ['on_chain', 'internal_transfer'] as const;
export const DEPOSIT_STATES = ['pending', 'success'] as const;
export const WITHDRAWAL_STATES = [
  'pending_review',
  'pending',
  'success',
  'fail',
  'reject',
] as const;
/** A transfer is done at once, or refused. */
export const TRANSFER_STATES = ['Successful'] as const;

/** What the caller may do: read (`r`) and write (`w`) by product. */
export const AUTHORITIES = [
  'coor',
  'cpor',
  'stor',
  'smor',
  'ttor',
  'wtor',
  'stow',
  'smow',
  'coow',
  'cpow',
  'ttow',
  'wwow',
  'chow',
] as const;
export const SUB_ACCOUNT_STATES = ['normal', 'freeze'] as const;

export type SpotGroupWord = (typeof SPOT_GROUPS)[number];
export type SpotEntryWord = (typeof SPOT_ENTRIES)[number];
export type MarginEntryWord = (typeof MARGIN_ENTRIES)[number];
export type RepayTypeWord = (typeof REPAY_TYPES)[number];
export type WithdrawalStateWord = (typeof WITHDRAWAL_STATES)[number];
export type AuthorityWord = (typeof AUTHORITIES)[number];
export type SubAccountStateWord = (typeof SUB_ACCOUNT_STATES)[number];
