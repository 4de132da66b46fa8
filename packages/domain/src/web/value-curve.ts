/**
 * What the web app is told of the worth of a person's accounts over time. The route lies below `/api/web/v1`,
 * needs a session and is of the venue that the request is for. Amounts are text, times Unix ms.
 */

/** How far back the curve goes, by hour up to a month and by day (UTC) beyond. */
export const CURVE_RANGES = ['1D', '7D', '30D', '90D', '1Y'] as const;
export type CurveRange = (typeof CURVE_RANGES)[number];

/** Worth is told by account, in this order. */
export const CURVE_ACCOUNTS = ['spot', 'margin', 'futures', 'funding'] as const;
export type CurveAccount = (typeof CURVE_ACCOUNTS)[number];

/** How things stood at a full hour. */
export interface CurveRow {
  readonly time: number;
  /** Debts taken off, the profit of open positions counted in. */
  readonly worth: readonly string[];
  /** What came in less what went out since the row before. */
  readonly inflow: readonly string[];
}

/** `GET /value-curve?range=`: oldest first; no row of a time before there were prices. */
export interface ValueCurveInfo {
  readonly coin: string;
  readonly rows: readonly CurveRow[];
}
