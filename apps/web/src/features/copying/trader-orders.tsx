/** A trader's orders for all who follow: amending and cancelling them. */

import type { CopyOrder } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useSending } from './use-sending.ts';

const DIGITS = 8;

function AmendDialog(props: {
  readonly id: string;
  readonly order: CopyOrder;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { id, order, onClose, onDone } = props;
  const [price, setPrice] = useState(order.price);
  const [size, setSize] = useState(order.size);
  const { busy, send, wrong, rest } = useSending(() => {
    onDone();
    onClose();
  });
  const submit = () =>
    void send(() =>
      web('PATCH /copy/portfolios/:id/orders/:order', { id, order: order.id, price, size }),
    );
  return (
    <Dialog title={t('orders.amend')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <NumberField
          label={t('order.price')}
          value={price}
          scale={DIGITS}
          error={wrong('price')}
          onChange={setPrice}
        />
        <NumberField
          label={t('positions.size')}
          value={size}
          scale={DIGITS}
          error={wrong('size')}
          onChange={setSize}
        />
        <FormEnd refusal={rest(['size', 'price'])} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
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
  const { busy, send } = useSending(onDone);
  const cancel = () =>
    void send(() => web('DELETE /copy/portfolios/:id/orders/:order', { id, order: order.id }));
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
        onClick={cancel}
      >
        {t('action.cancel')}
      </Button>
      {amending && (
        <AmendDialog id={id} order={order} onClose={() => setAmending(false)} onDone={onDone} />
      )}
    </span>
  );
}
