/** Bills as they are told: of a withdrawal the fee may be in its bill. See kinds/bills.ts. */
import { PostingReason } from '@halcyon/domain';
import { sql } from 'kysely';
import { BILLS, type BillRecord, type BillsQuery, billPages, reasonIn } from '../kinds/bills.ts';
import { find } from '../kinds/pages.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

/** Bills newest first. */
export async function bills(db: AnyDatabase, query: BillsQuery): Promise<BillRecord[]> {
  const found = await billPages(db, query);
  return query.wholeWithdrawals === true ? await withFees(db, query.account, found) : found;
}

/** Bills whose withdrawals have their fees in them: nothing of the account comes between the two. */
async function withFees(
  db: AnyDatabase,
  account: number,
  found: BillRecord[],
): Promise<BillRecord[]> {
  const { withdraw, withdrawFee } = PostingReason;
  const withdrawals = found.filter(({ reason }) => reason === withdraw);
  if (withdrawals.length === 0) return found;
  const references = sql.join(withdrawals.map(({ reference }) => reference));
  const rows = await find(
    db,
    BILLS,
    sql`account = ${account} and ${reasonIn([withdrawFee])} and reference in (${references})`,
  );
  const fees = new Map(rows.map((row) => [row.reference, row]));
  return found.map((bill) => {
    const fee = bill.reason === withdraw ? fees.get(bill.reference) : undefined;
    if (fee === undefined) return bill;
    const { amount } = bill;
    return { ...bill, amount: amount + fee.amount, fee: -fee.amount, balance: fee.balance };
  });
}
