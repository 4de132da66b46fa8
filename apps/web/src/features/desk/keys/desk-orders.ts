/** Open orders of pairs as keys and the ladder have them. */

import { useMemo } from 'react';
import { wide } from '../../../data/decimal.ts';
import type { Order } from '../../../data/state/orders.ts';
import type { DeskOrder } from './desk-product.ts';

/** Those with a price, as they come. A hook. */
export function useDeskOrders(orders: readonly Order[]): readonly DeskOrder[] {
  return useMemo(
    () =>
      orders
        .filter(({ price }) => price !== '')
        .map(({ id, symbol, side, price, size, filledBase }) => {
          return { id, symbol, side, price, open: wide(size) - wide(filledBase) };
        }),
    [orders],
  );
}
