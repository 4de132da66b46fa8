/** Own open orders as the chart and the book mark them. */

import { useMemo } from 'react';
import { useOpenOrders } from '../../data/state/account.ts';
import type { Listed } from '../../data/state/product.ts';
import type { OrderLine } from './chart/chart-host.ts';

/** Prices by side for the book, and lines for the chart. */
export interface OwnPrices {
  readonly prices: { readonly bids: readonly string[]; readonly asks: readonly string[] };
  readonly lines: readonly OrderLine[];
}

/** The open limit orders of a spot pair. */
export function useOwnPrices({ symbol }: Listed): OwnPrices {
  const orders = useOpenOrders(symbol).rows;
  return useMemo(() => {
    const mine = orders.filter((order) => order.price !== '');
    const of = (side: 'buy' | 'sell') =>
      mine.filter((order) => order.side === side).map((order) => order.price);
    return {
      prices: { bids: of('buy'), asks: of('sell') },
      lines: mine.map((order) => ({ id: order.id, price: order.price, side: order.side })),
    };
  }, [orders]);
}
