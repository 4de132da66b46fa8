/** A trader's orders for all who follow: amending and cancelling them. */

import type { CopyOrder } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { toast } from '../../components/toast.tsx';
import { web } from '../../data/rest/web.ts';
import { useContracts } from '../../data/state/contracts.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { type Ends, SendingDialog } from './sending-dialog.tsx';
import { useSending } from './use-sending.ts';

const FIELDS = ['size', 'price'];

function AmendDialog(props: Ends & { readonly id: string; readonly order: CopyOrder }) {
  const t = useT();
  const { id, order, onClose, onDone } = props;
  const steps = useContracts().data?.get(order.symbol);
  const [price, setPrice] = useState(order.price);
  const [size, setSize] = useState(order.size);
  const send = () =>
    web('PATCH /copy/portfolios/:id/orders/:order', { id, order: order.id, price, size });
  return (
    <SendingDialog {...{ onClose, onDone, send }} title={t('orders.amend')} fields={FIELDS}>
      {(wrong) => (
        <>
          <NumberField
            label={t('positions.size')}
            value={size}
            scale={steps?.sizeScale ?? 0}
            error={wrong('size')}
            onChange={setSize}
          />
          <NumberField
            label={t('order.price')}
            value={price}
            scale={steps?.priceScale ?? 0}
            error={wrong('price')}
            onChange={setPrice}
          />
        </>
      )}
    </SendingDialog>
  );
}

/** Buttons of an order that is in the book. */
export function OrderActions(props: {
  readonly id: string;
  readonly order: CopyOrder;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { id, order, onDone } = props;
  const [amending, setAmending] = useState(false);
  const { busy, send } = useSending([], onDone);
  const cancel = async () => {
    // There is no form that would say it.
    const refused = await send(() =>
      web('DELETE /copy/portfolios/:id/orders/:order', { id, order: order.id }),
    );
    toast('error', refused);
  };
  return (
    <span className="copy-actions">
      <Button
        look="link"
        aria-label={t('orders.amendThis', { id: order.id })}
        onClick={() => setAmending(true)}
      >
        {t('orders.amend')}
      </Button>
      <Button
        look="link"
        busy={busy}
        aria-label={t('orders.cancelThis', { id: order.id })}
        onClick={() => void cancel()}
      >
        {t('action.cancel')}
      </Button>
      {amending && (
        <AmendDialog id={id} order={order} onClose={() => setAmending(false)} onDone={onDone} />
      )}
    </span>
  );
}
