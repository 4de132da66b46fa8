/** The ledgers of the spot and the funding account as the web app tells them: domain/web/ledger.ts. */
import { lowerAscii, PostingReason } from '@halcyon/domain';
import type { LedgerPage } from '@halcyon/protocol/web';
import type { BillRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { billFilter, billRow } from './bill-rows.ts';

/** The entry that the wire has in that of its withdrawal. */
const FEE_OF_WITHDRAWAL = 'withdraw_fee';

/**
 * What of the ledger is asked for; null: movements that this exchange has none of.
 * @param businessType undefined = all
 * @throws {WireError} a name that there is none of
 */
export function ledgerFilter(businessType: string | undefined): ReturnType<typeof billFilter> {
  if (businessType === undefined) return {};
  const name = lowerAscii(businessType);
  if (name === FEE_OF_WITHDRAWAL) return { reasons: [PostingReason.withdrawFee] };
  return billFilter({ businessType });
}

/** A row of it. */
export function ledgerRow(views: Views, bill: BillRecord): LedgerPage['rows'][number] {
  const row = billRow(views, bill);
  if (bill.reason !== PostingReason.withdrawFee) return row;
  return { ...row, groupType: 'withdraw', businessType: FEE_OF_WITHDRAWAL };
}
