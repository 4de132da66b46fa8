/**
 * `GET /orders/refused?account=&symbol=&side=&startTime=&endTime=&before=&limit=`: orders of one's own that
 * were refused when they were placed, the newest first.
 */
import type { RefusalReceipt } from '../receipts/receipt.ts';
import type { OrderPage } from './orders.ts';

/** Whose they are: of the margin accounts one, or both. */
export const REFUSAL_ACCOUNTS = ['spot', 'margin', 'crossed', 'isolated', 'futures'] as const;
export type RefusalAccount = (typeof REFUSAL_ACCOUNTS)[number];

/** Rows of a page at most. */
export const REFUSALS_MAX = 100;

/** One of them: what its receipt says, and the id by which that is asked for. */
export interface RefusalRow {
  readonly id: string;
  readonly refusal: RefusalReceipt;
}

/** What the route gives. */
export type RefusalPage = OrderPage<RefusalRow>;
