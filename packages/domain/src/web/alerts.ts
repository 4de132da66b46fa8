/**
 * `GET /alerts?state=&product=&symbol=`: all alerts of who asks, those that wait or those that fired,
 * newest first. `POST /alerts` sets one, `PATCH /alerts/:id` changes one that waits, `DELETE /alerts/:id` forgets one.
 */
import type { AlertCondition, AlertPrice } from '../alerts.ts';

export const ALERT_STATES = ['active', 'fired'] as const;
export type AlertState = (typeof ALERT_STATES)[number];
export const ALERT_PRODUCTS = ['spot', 'futures'] as const;
export type AlertProduct = (typeof ALERT_PRODUCTS)[number];

/** An alert. Prices are decimals, times Unix ms. */
export interface AlertRow {
  readonly id: string;
  readonly product: AlertProduct;
  readonly symbol: string;
  readonly price: AlertPrice;
  readonly condition: AlertCondition;
  readonly level: string;
  readonly note: string;
  /** Whether a mail tells it, too. */
  readonly mail: boolean;
  readonly createdAt: number;
  /** 0 = it waits. */
  readonly firedAt: number;
  /** The price that made it fire; '' = it waits. */
  readonly firedPrice: string;
  /** Whether it was found late, after the exchange was not running for a while. */
  readonly late: boolean;
}
