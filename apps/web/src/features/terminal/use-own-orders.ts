/** Own open orders as the book marks them. */

import { useMemo } from 'react';
import { useOpenOrders } from '../../data/state/account.ts';
import type { Listed } from '../../data/state/product.ts';

/** Prices by side. */
export interface OwnPrices {
  readonly bids: readonly string[];
  readonly asks: readonly string[];
}

/** The open limit orders of a spot pair. */
export function useOwnPrices({ symbol }: Listed): OwnPrices {
  const orders = useOpenOrders(symbol).rows;
  return useMemo(() => {
    const of = (side: 'buy' | 'sell') =>
      orders
        .filter((order) => order.side === side && order.price !== '')
        .map((order) => order.price);
    return { bids: of('buy'), asks: of('sell') };
  }, [orders]);
}
