/** What the wire says of deposits and withdrawals, in words. */
import type { WalletRow } from '../../data/rest/types.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

const STATUSES: Readonly<Record<Exclude<WalletRow['status'], 'fail'>, MessageId>> = {
  pending_review: 'wallet.status.review',
  pending: 'wallet.status.pending',
  success: 'wallet.status.success',
  reject: 'wallet.status.refused',
};

/** The transaction of a row, where a chain has one. */
export function transactionOf({
  tradeId,
  orderId,
}: Pick<WalletRow, 'tradeId' | 'orderId'>): string {
  return tradeId === orderId ? '' : tradeId;
}

/** The message for the status of a row. */
export function walletStatus(row: Pick<WalletRow, 'status' | 'tradeId' | 'orderId'>): MessageId {
  if (row.status !== 'fail') return STATUSES[row.status];
  // The wire has one word for both; what the chain has taken its owner cannot cancel.
  return transactionOf(row) === '' ? 'wallet.status.cancelled' : 'wallet.status.failed';
}
