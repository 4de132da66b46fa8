/**
 * What the web app is told of the ledgers of the spot and the funding account; those of margin and futures
 * are with the rest of their past. The route lies below `/api/web/v1`, needs a session, and is of the venue
 * that the request is marked for.
 */
import type { OrderPage } from './orders.ts';

/** Accounts whose ledgers are told by one set of names. */
export const LEDGER_ACCOUNTS = ['spot', 'funding'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Most rows of an answer. */
export const LEDGER_MAX = 100;

/**
 * `GET /ledger?account=&coin=&businessType=&startTime=&endTime=&before=&limit=`, newest first, over any span
 * of time. Rows are those of the trading API's `spot/account/bills`, which has no list of the funding account;
 * but the fee of a withdrawal, which is counted to the withdrawals there, is `withdraw_fee`, as in files.
 */
export type LedgerPage<Row = unknown> = OrderPage<Row>;
