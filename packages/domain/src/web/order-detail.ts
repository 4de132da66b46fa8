/** One order as the web app shows its details. Amounts, prices and ids are text, times Unix ms. */
import type { LoanTypeName } from './margin-records.ts';
import type { HistoryAccount, OrderHistoryRow } from './orders.ts';

/** Where an order stands: in the book, or at its end. */
export type OrderStateName = 'live' | 'partially_filled' | 'filled' | 'cancelled';

/**
 * One order, open or ended, of any account of the person: the answer to `GET /api/web/v1/orders/one?order=`. What was no
 * plan, nor is one, has no `trigger` and no `callback`.
 */
export interface OrderDetail extends Omit<OrderHistoryRow, 'status' | 'endedAt'> {
  readonly account: HistoryAccount;
  readonly status: OrderStateName;
  /** Of margin accounts alone. */
  readonly loanType?: LoanTypeName;
  /** Of contracts alone: it only ever makes a position smaller. */
  readonly reduceOnly?: boolean;
  /** Prices at which what it fills is sold again; '' = none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Its name by its owner; '' = none. */
  readonly clientId: string;
  readonly updatedAt: number;
}
