/** Which receipt an ended order or plan has. */

import type { OrderHistoryRow } from '@halcyon/domain/web';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';

/** Undefined of a plan that did what it was to do, or was cancelled: what it became is an order. */
export function receiptOfOrder(
  account: ReceiptRequest['account'],
  { id, kind, status }: OrderHistoryRow,
): { readonly receipt?: ReceiptRequest } {
  if (status === 'failed') return { receipt: { of: 'rejection', account, id } };
  const isOrder = kind === 'limit' || kind === 'market';
  return isOrder ? { receipt: { of: 'order', account, id } } : {};
}
