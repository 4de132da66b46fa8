/**
 * What the web app is told of the ledgers of the spot and the funding account; those of margin and futures
 * are with the rest of their past. The route lies below `/api/web/v1`, needs a session, and is of the venue
 * that the request is marked for.
 */
/** Accounts whose ledgers are told by one set of names. */
export const LEDGER_ACCOUNTS = ['spot', 'funding'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Most rows of an answer. */
export const LEDGER_MAX = 100;
