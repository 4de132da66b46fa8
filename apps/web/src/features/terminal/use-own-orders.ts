/** Own open orders as the book marks them. */

import { useMemo } from 'react';
import { wide } from '../../data/decimal.ts';
import { useOpenOrders } from '../../data/state/account.ts';
import type { ListedInstrument } from '../../data/state/product.ts';
import { kindOfAccount, useTerminalAccount } from './account/terminal-account.ts';

/** An order that rests. */
export interface OwnOrder {
  readonly price: string;
  /** Base coins that are still to be filled, wide. */
  readonly open: bigint;
}

/** Own orders by side. */
export interface OwnPrices {
  readonly bids: readonly OwnOrder[];
  readonly asks: readonly OwnOrder[];
}

/** A row of either list, as the book marks it. @param filled base coins */
export function ownOrder(price: string, size: string, filled: string): OwnOrder {
  return { price, open: wide(size) - wide(filled) };
}

/** The open limit orders of a pair, of the account that the terminal shows. */
export function useOwnPrices({ symbol }: ListedInstrument): OwnPrices {
  const { account } = useTerminalAccount();
  const orders = useOpenOrders(symbol, account === 'spot' ? null : kindOfAccount(account)).rows;
  return useMemo(() => {
    const of = (side: 'buy' | 'sell') =>
      orders
        .filter((order) => order.side === side && order.price !== '')
        .map((order) => ownOrder(order.price, order.size, order.filledBase));
    return { bids: of('buy'), asks: of('sell') };
  }, [orders]);
}
