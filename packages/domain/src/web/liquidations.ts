/**
 * What the web app is told of the liquidations of an account. The route lies below `/api/web/v1`, needs
 * a session, and is of the venue that the request is marked for. Amounts, prices and ids are text, times
 * Unix ms.
 */

/** One step of a liquidation: the whole of what docs/contract-rules.md calls so may have several. */
export interface LiquidationRow {
  readonly id: string;
  readonly symbol: string;
  /** '' in one-way mode. */
  readonly side: 'long' | 'short' | '';
  readonly marginMode: 'crossed' | 'isolated';
  /** Mark price at which what backs the position no longer sufficed, and what was missing then. */
  readonly mark: string;
  readonly missing: string;
  /** Base coin: closed in the order book, and against other positions. */
  readonly closed: string;
  readonly deleveraged: string;
  /** Worst price that its order could trade at. */
  readonly limit: string;
  /** Settle coin: to the protection fund, and out of it. */
  readonly fee: string;
  readonly paidByFund: string;
  readonly coin: string;
  readonly time: number;
}

/** `GET /futures/liquidations?symbol=&startTime=&endTime=&before=&limit=`: steps, newest first. */
export interface Liquidations {
  readonly rows: readonly LiquidationRow[];
}

/** Most rows of an answer. */
export const LIQUIDATIONS_MAX = 100;
