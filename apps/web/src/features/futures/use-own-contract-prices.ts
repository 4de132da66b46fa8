/** Own open orders of a contract as the book marks them. */

import { useMemo } from 'react';
import { buys, useContractOrders } from '../../data/state/positions.ts';
import type { ListedInstrument } from '../../data/state/product.ts';
import { type OwnPrices, ownOrder } from '../terminal/use-own-orders.ts';

/** The open limit orders of a contract. */
export function useOwnContractPrices({ symbol }: ListedInstrument): OwnPrices {
  const orders = useContractOrders(symbol).rows;
  return useMemo(() => {
    const mine = orders.filter((row) => Number(row.price) > 0);
    const of = (buying: boolean) =>
      mine
        .filter((row) => buys(row) === buying)
        .map((row) => ownOrder(row.price, row.size, row.baseVolume));
    return { bids: of(true), asks: of(false) };
  }, [orders]);
}
