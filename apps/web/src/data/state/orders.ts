/** Orders as the page shows them, whatever row they came in. */

import type { LoanTypeName } from '@halcyon/domain/web';
import { toText, WIDE_SCALE, wide, wideProduct } from '../decimal.ts';
import type { UnfilledRow } from '../rest/types.ts';

/** An open or ended order. Empty text where a value does not apply. */
export interface Order {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market';
  /** Limit price; empty for market orders. */
  readonly price: string;
  /** Ordered quantity: base, or quote for market buys. */
  readonly size: string;
  readonly filledBase: string;
  readonly filledQuote: string;
  readonly average: string;
  readonly status: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly createdAt: string;
  /** The parent order whose order it is; '' = of none. */
  readonly parent: string;
  /** By what rule it borrows; '' of spot. */
  readonly loanType: LoanTypeName | '';
}

function optional(text: string | null | undefined): string {
  return text === null || text === undefined || wide(text) === 0n ? '' : text;
}

/** From an open-orders row, whose limit price is in `priceAvg` and average fill in `basePrice`. */
export function fromUnfilled(row: UnfilledRow): Order {
  return {
    id: row.orderId,
    symbol: row.symbol.toUpperCase(),
    side: row.side,
    type: row.orderType,
    price: row.orderType === 'limit' ? row.priceAvg : '',
    size: row.size,
    filledBase: row.baseVolume,
    filledQuote: row.quoteVolume,
    average: optional(row.basePrice),
    status: row.status,
    takeProfit: optional(row.presetTakeProfitPrice),
    stopLoss: optional(row.presetStopLossPrice),
    createdAt: row.cTime,
    parent: row.parent ?? '',
    loanType: row.loanType ?? '',
  };
}

/** True when the order's quantity counts quote coins (market buys). */
export function sizedInQuote(order: Pick<Order, 'side' | 'type'>): boolean {
  return order.side === 'buy' && order.type === 'market';
}

/** Filled share of an order as a fraction text, cut to four decimals: "0.2500". */
export function filledShare(order: Order): string {
  const size = wide(order.size);
  if (size <= 0n) return '0';
  const filled = wide(sizedInQuote(order) ? order.filledQuote : order.filledBase);
  return toText((filled * 10_000n) / size, 4);
}

/** Price times quantity of a limit order, as text; empty for market orders. */
export function orderValue(order: Order): string {
  if (order.price === '') return '';
  return toText(wideProduct(wide(order.price), wide(order.size)), WIDE_SCALE);
}
