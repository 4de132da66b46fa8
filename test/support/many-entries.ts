/** Ledger entries by the hundred thousand, as if an account had been traded with for months. */
import { DatabaseSync } from 'node:sqlite';
import type { AccountId } from '@halcyon/domain';

/** Entries from there on have ids that no exchange of a test comes to. */
const FIRST_ID = 1_000_000_000;
const WAIT_MS = 10_000;

/**
 * Writes them into a database of records, whose exchange may run.
 * @param file on SQLite
 * @param from when the first was, Unix ms; each is a second after the one before
 */
export function addEntries(file: string, account: AccountId, count: number, from: number): void {
  const db = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    db.exec('pragma synchronous = off');
    db.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into bills (account, id, asset, reason, side, amount, fee, balance, instrument,
         reference, time, seq)
       select ?, ${FIRST_ID} + i, i % 2, 1 + i % 2, i % 2, 123456789 + i * 7, 1234 + i % 97,
         9876543210 + i, 0, i, ? + i * 1000, 1 from n`,
    ).run(count, account, from);
  } finally {
    db.close();
  }
}
