/** Changes price and size of an open order of a contract. */

import { toText, trimZeros, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import {
  amendContractOrder,
  MARGIN_COIN,
  type OpenContractOrderRow,
} from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { type AmendField, AmendForm } from '../../desk/lists/amend-form.tsx';
import type { AmendProps } from '../../desk/lists/list-product.ts';
import { digitsOf } from '../positions/position-cells.tsx';

/** What of an order is not filled yet. */
export function restOf({ size, baseVolume }: OpenContractOrderRow): string {
  return trimZeros(toText(wide(size) - wide(baseVolume), WIDE_SCALE));
}

/** The dialog. */
export function AmendContractDialog({ row, price, onClose }: AmendProps<OpenContractOrderRow>) {
  const digits = digitsOf(useContracts().data, row.symbol);
  const { symbol, orderId } = row;
  const fields: readonly AmendField<'newPrice' | 'newSize'>[] = [
    {
      ...{ name: 'newPrice', saidAt: 'price', label: 'order.price', unit: MARGIN_COIN },
      ...{ scale: digits.price, before: trimZeros(row.price), chosen: price },
    },
    {
      ...{ name: 'newSize', saidAt: 'size', label: 'order.size', unit: digits.base },
      ...{ scale: digits.size, before: restOf(row) },
    },
  ];
  return (
    <AmendForm
      fields={fields}
      changes={FUTURES_KEYS.all}
      send={(changed) =>
        amendContractOrder({ symbol, orderId, newClientOid: newClientOid(), ...changed })
      }
      onClose={onClose}
    />
  );
}
