/** The ledgers of the spot and the funding account as the web app tells them: domain/web/ledger.ts. */
import { lowerAscii, PostingReason } from '@halcyon/domain';
import type { BillRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { billFilter, billRow } from '../routes/account/bills.ts';

/** Entries that the wire has one name for. */
const APART: Readonly<Record<string, readonly PostingReason[]>> = {
  withdraw: [PostingReason.withdraw],
  withdraw_fee: [PostingReason.withdrawFee],
};

/**
 * What of the ledger is asked for; null: movements that this exchange has none of.
 * @param businessType undefined = all
 * @throws {WireError} a name that there is none of
 */
export function ledgerFilter(businessType: string | undefined): ReturnType<typeof billFilter> {
  if (businessType === undefined) return {};
  const name = lowerAscii(businessType);
  const reasons = Object.hasOwn(APART, name) ? APART[name] : undefined;
  return reasons === undefined ? billFilter({ businessType }) : { reasons };
}

/** A row of it. */
export function ledgerRow(views: Views, bill: BillRecord): ReturnType<typeof billRow> {
  const row = billRow(views, bill);
  return bill.reason === PostingReason.withdrawFee ? { ...row, businessType: 'withdraw_fee' } : row;
}
