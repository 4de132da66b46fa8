/** Keys, commands and the ladder of the spot account. */

import { rescaleFloor, toText, trimZeros, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import { amendOrder, cancelOrder } from '../../../data/rest/trade.ts';
import { forgetOrder, KEYS, useOpenOrders } from '../../../data/state/account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { deskOf } from '../../desk/keys/desk.tsx';
import { useDeskOrders } from '../../desk/keys/desk-orders.ts';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import { SPOT_ORDERS } from './spot-product.tsx';

/** A market order that sells coins, down to the lot; none for less. @param coins wide */
export function sellAll(
  empty: OrderDraft,
  coins: bigint,
  { sizeDigits }: InstrumentInfo,
): readonly OrderDraft[] {
  const lots = rescaleFloor(coins, WIDE_SCALE, sizeDigits);
  if (lots <= 0n) return [];
  return [{ ...empty, side: 'sell', kind: 'market', size: trimZeros(toText(lots, sizeDigits)) }];
}

/** See the head of the file: to close is to sell what there is of the base coin. */
export const SpotDesk = deskOf({
  form: SPOT_ORDERS,
  list: 'book',
  changes: KEYS.open,
  useOrders: () => useDeskOrders(useOpenOrders().rows),
  cancel: async ({ symbol, id }, client) => {
    await cancelOrder(symbol, id);
    forgetOrder(client, id);
  },
  amend: ({ symbol, id }, newPrice) => amendOrder({ symbol, orderId: id, newPrice }),
  closing: ({ availableBase, instrument }, percent, freed) => {
    if (availableBase === null) return null;
    const coins = ((wide(availableBase) + freed) * BigInt(percent)) / 100n;
    return sellAll(SPOT_ORDERS.empty, coins, instrument);
  },
});
