/** Own open orders as the book marks them. */

import { useMemo } from 'react';
import { useOpenOrders } from '../../data/state/account.ts';
import type { Listed } from '../../data/state/product.ts';
import { kindOfAccount, useTerminalAccount } from './account/terminal-account.ts';

/** Prices by side. */
export interface OwnPrices {
  readonly bids: readonly string[];
  readonly asks: readonly string[];
}

/** The open limit orders of a pair, of the account that the terminal shows. */
export function useOwnPrices({ symbol }: Listed): OwnPrices {
  const { account } = useTerminalAccount();
  const orders = useOpenOrders(symbol, account === 'spot' ? null : kindOfAccount(account)).rows;
  return useMemo(() => {
    const of = (side: 'buy' | 'sell') =>
      orders
        .filter((order) => order.side === side && order.price !== '')
        .map((order) => order.price);
    return { bids: of('buy'), asks: of('sell') };
  }, [orders]);
}
