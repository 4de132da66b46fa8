/** What an ended order or plan leads to: its receipt, its details. */

import type { OrderHistoryRow } from '@halcyon/domain/web';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';
import { BOOK_KINDS } from './listed-kinds.ts';

function isOrder(kind: OrderHistoryRow['kind']): boolean {
  return BOOK_KINDS.includes(kind);
}

/** The order whose details a row of orders and plans opens; a plan was none. */
export function orderIn({ id, kind }: OrderHistoryRow): { readonly order?: string } {
  return isOrder(kind) ? { order: id } : {};
}

/** Undefined of a plan that did what it was to do, or was cancelled: what it became is an order. */
export function receiptOfOrder(
  account: ReceiptRequest['account'],
  { id, kind, status }: OrderHistoryRow,
): { readonly receipt?: ReceiptRequest } {
  if (status === 'failed') return { receipt: { of: 'rejection', account, id } };
  return isOrder(kind) ? { receipt: { of: 'order', account, id } } : {};
}
