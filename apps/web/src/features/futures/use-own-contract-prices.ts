/** Own orders and positions of a contract as the chart and the book mark them. */

import type { OwnPrices } from '../terminal/use-own-orders.ts';

const NONE: OwnPrices = { prices: { bids: [], asks: [] }, lines: [] };

/** Nothing is marked yet. */
export function useOwnContractPrices(): OwnPrices {
  return NONE;
}
