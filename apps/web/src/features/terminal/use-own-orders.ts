/** Own open orders as the book marks them. */

import { useMemo } from 'react';
import { useOpenOrders } from '../../data/state/account.ts';

/** Prices by side. */
export interface OwnPrices {
  readonly bids: readonly string[];
  readonly asks: readonly string[];
}

/** The open limit orders of `symbol`. */
export function useOwnPrices(symbol: string): OwnPrices {
  const orders = useOpenOrders(symbol).rows;
  return useMemo(() => {
    const of = (side: 'buy' | 'sell') =>
      orders
        .filter((order) => order.side === side && order.price !== '')
        .map((order) => order.price);
    return { bids: of('buy'), asks: of('sell') };
  }, [orders]);
}
