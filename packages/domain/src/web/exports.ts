/**
 * Files of a person's records. All routes lie below `/api/web/v1/records`, need a session, and are of
 * the venue that the request is marked for. A person has one export at a time: it is asked for, its
 * file is downloaded by its id, and while it is written its state can be asked for.
 */
import { ACCOUNT_WORDS, type AccountName } from '../account-words.ts';

/** What a file can be of. Which accounts have which: the accounts that have none give no rows. */
export const EXPORT_LISTS = [
  'ledger',
  'balances',
  'orders',
  'plans',
  'refusals',
  'fills',
  'converts',
  'positions',
  'funding',
  'liquidations',
  'deposits',
  'withdrawals',
  'transfers',
  'loans',
  'repayments',
  'interest',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** Accounts of a person, by their names in files. */
export const EXPORT_ACCOUNTS: typeof ACCOUNT_WORDS = ACCOUNT_WORDS;
export type ExportAccount = AccountName;

/** How a file is written. */
export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * `POST /records/export {list, format, account?, symbol?, coin?, startTime?, endTime?, side?}`: without
 * an account rows of all of them; a symbol wants its account. Orders and plans take `kind` and `status`,
 * the ledger `businessType` (of the futures account by its names), or `group` as that of margin accounts
 * has, positions `holdSide` and `mode`, liquidations `mode`, fundings `way`. `GET /records/export/file?id=` then gives
 * the file, once. `DELETE /records/export` ends the export.
 */
export interface ExportStarted {
  readonly id: string;
}

/** How an export stands. */
export interface ExportState {
  readonly id: string;
  /** `waiting` for its file to be asked for; `failed` also where the download was broken off. */
  readonly stage: 'waiting' | 'running' | 'done' | 'failed';
  /** Rows that were written. */
  readonly rows: number;
  /** How much of its span of time is written. */
  readonly percent: number;
}

/** `GET /records/export`: the newest export of the person. */
export interface ExportProgress {
  readonly export: ExportState | null;
}
