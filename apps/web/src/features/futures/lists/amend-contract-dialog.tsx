/** Changes price and size of an open order of a contract. */

import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { toText, trimZeros, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import {
  amendContractOrder,
  type ContractOrderRow,
  MARGIN_COIN,
} from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { digitsOf } from '../positions/position-cells.tsx';
import { usePositionAction } from '../positions/use-position-action.ts';

interface Props {
  readonly row: ContractOrderRow;
  /** What the price is to become, where that was chosen before. */
  readonly price?: string;
  readonly onClose: () => void;
}

/** What of an order is not filled yet. */
export function restOf({ size, baseVolume }: ContractOrderRow): string {
  return trimZeros(toText(wide(size) - wide(baseVolume), WIDE_SCALE));
}

/** The dialog. */
export function AmendContractDialog({ row, price: chosen, onClose }: Props) {
  const t = useT();
  const digits = digitsOf(useContracts().data, row.symbol);
  const [price, setPrice] = useState(chosen ?? trimZeros(row.price));
  const [size, setSize] = useState(restOf(row));
  const { busy, refusal, at, run, changed } = usePositionAction(['price', 'size']);
  const priceError = amountError(t, price, digits.price, t('order.price'));
  const sizeError = amountError(t, size, digits.size, t('order.size'));
  const submit = async () => {
    if (priceError !== undefined || sizeError !== undefined) return;
    const { symbol, orderId } = row;
    const changes = { newPrice: trimZeros(price), newSize: trimZeros(size) };
    const done = await run(() =>
      amendContractOrder({ symbol, orderId, newClientOid: newClientOid(), ...changes }),
    );
    if (!done) return;
    toast('success', t('orders.amended'));
    onClose();
  };
  return (
    <Dialog title={t('orders.amend')} onClose={onClose}>
      <form className="amend" onSubmit={(event) => submitForm(event, submit)} noValidate>
        <NumberField
          label={t('order.price')}
          unit={MARGIN_COIN}
          scale={digits.price}
          value={price}
          onChange={(value) => {
            changed();
            setPrice(value);
          }}
          error={priceError ?? at('price')}
        />
        <NumberField
          label={t('order.size')}
          unit={digits.base}
          scale={digits.size}
          value={size}
          onChange={(value) => {
            changed();
            setSize(value);
          }}
          error={sizeError ?? at('size')}
        />
        <FormEnd refusal={refusal} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
