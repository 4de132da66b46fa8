/** Keys, commands and the ladder of contracts. */

import { PositionLeg } from '@halcyon/domain';
import { useMemo } from 'react';
import { toText, trimZeros, wide } from '../../../data/decimal.ts';
import { amendContractOrder, cancelContractOrder } from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { buys, FUTURES_KEYS, useContractOrders } from '../../../data/state/positions.ts';
import { deskOf } from '../../desk/keys/desk.tsx';
import type { DeskOrder } from '../../desk/keys/desk-product.ts';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import { shareOf } from '../positions/position-after.ts';
import { CONTRACT_ORDERS } from './contract-product.tsx';
import type { ContractFormMarket } from './order-sums.ts';

function useOrders(): readonly DeskOrder[] {
  const { rows } = useContractOrders();
  return useMemo(
    () =>
      rows
        .filter((row) => Number(row.price) > 0)
        .map((row) => {
          const { orderId: id, symbol, price, size, baseVolume } = row;
          const side = buys(row) ? 'buy' : 'sell';
          return { id, symbol, side, price, open: wide(size) - wide(baseVolume) };
        }),
    [rows],
  );
}

/** The market order that closes so much of a leg of the position; none where it is closed. */
function closeLeg(
  market: ContractFormMarket,
  leg: PositionLeg,
  percent: number,
): readonly OrderDraft[] {
  const { account, instrument } = market;
  const lots = account?.position(leg).lots ?? 0;
  const share = shareOf(Math.abs(lots), percent);
  if (share === 0) return [];
  const size = trimZeros(toText(BigInt(share), instrument.sizeScale));
  return [
    {
      ...CONTRACT_ORDERS.empty,
      side: lots > 0 ? 'sell' : 'buy',
      kind: 'market',
      intent: 'close',
      reduceOnly: true,
      size,
    },
  ];
}

/** See the head of the file: to close is to close the position, in hedge mode both. */
export const ContractDesk = deskOf({
  form: CONTRACT_ORDERS,
  list: 'contractBook',
  changes: FUTURES_KEYS.all,
  useOrders,
  cancel: ({ symbol, id }) => cancelContractOrder(symbol, id),
  amend: ({ symbol, id: orderId }, newPrice) =>
    amendContractOrder({ symbol, orderId, newPrice, newClientOid: newClientOid() }),
  closing: (market, percent) => {
    const { account } = market;
    if (account === null) return null;
    const legs = account.hedge ? [PositionLeg.long, PositionLeg.short] : [PositionLeg.net];
    return legs.flatMap((leg) => closeLeg(market, leg, percent));
  },
});
