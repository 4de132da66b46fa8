/** A trader's orders for all who follow: amending and cancelling them. */

import type { CopyOrder } from '@halcyon/domain/web';
import { useState } from 'react';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';
import { useContracts } from '../../data/state/contracts.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { type AmendField, AmendForm } from '../desk/lists/amend-form.tsx';
import type { AmendProps } from '../desk/lists/list-product.ts';
import { RowActions } from '../desk/lists/row-actions.tsx';
import { useCancel } from '../desk/lists/use-cancel.ts';

interface Props {
  /** The trader's portfolio. */
  readonly id: string;
  readonly order: CopyOrder;
}

function fieldsOf(
  { size, price }: CopyOrder,
  { base, quote, sizeScale, priceScale }: InstrumentInfo,
): readonly AmendField<'size' | 'price'>[] {
  return [
    {
      ...{ name: 'size', saidAt: 'size', label: 'positions.size', unit: base },
      ...{ scale: sizeScale, before: size },
    },
    {
      ...{ name: 'price', saidAt: 'price', label: 'order.price', unit: quote },
      ...{ scale: priceScale, before: price },
    },
  ];
}

function AmendDialog(props: Pick<Props, 'id'> & AmendProps<CopyOrder>) {
  const { id, row, onClose } = props;
  const contract = useContracts().data?.get(row.symbol);
  if (contract === undefined) return null;
  return (
    <AmendForm
      fields={fieldsOf(row, contract)}
      changes={KEYS.all}
      send={(_changed, all) =>
        web('PATCH /copy/portfolios/:id/orders/:order', { id, order: row.id, ...all })
      }
      onClose={onClose}
    />
  );
}

/** Buttons of an order that is in the book. */
export function OrderActions({ id, order }: Props) {
  const [amending, setAmending] = useState(false);
  const [busy, cancel] = useCancel<CopyOrder>({
    idOf: (row) => row.id,
    cancel: (row) => web('DELETE /copy/portfolios/:id/orders/:order', { id, order: row.id }),
    changes: KEYS.all,
  });
  return (
    <>
      <RowActions
        id={order.id}
        busy={busy.has(order.id)}
        onAmend={() => setAmending(true)}
        onCancel={() => void cancel(order)}
      />
      {amending && <AmendDialog id={id} row={order} onClose={() => setAmending(false)} />}
    </>
  );
}
