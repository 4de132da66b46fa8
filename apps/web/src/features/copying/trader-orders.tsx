/** A trader's orders for all who follow: placing, amending, cancelling. */

import type { CopyOrder } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useSending } from './use-sending.ts';

const DIGITS = 8;

/** The form. @param props.symbols contracts that there are */
export function PlaceForm(props: {
  readonly id: string;
  readonly symbols: readonly string[];
  readonly onDone: () => void;
}) {
  const t = useT();
  const { id, symbols, onDone } = props;
  const [chosen, setSymbol] = useState('');
  const symbol = chosen === '' ? (symbols[0] ?? '') : chosen;
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [orderType, setType] = useState<'limit' | 'market'>('market');
  const [size, setSize] = useState('');
  const [price, setPrice] = useState('');
  const [reduceOnly, setReduceOnly] = useState(false);
  const { busy, send, wrong, rest } = useSending(onDone);
  const submit = () =>
    void send(() =>
      web('POST /copy/portfolios/:id/orders', {
        ...{ id, symbol, side, orderType, size, reduceOnly },
        price: orderType === 'limit' ? price : '',
      }),
    );
  return (
    <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
      <div className="copy-fields">
        <ChoiceField
          label={t('futures.contract')}
          value={symbol}
          items={symbols.map((key) => ({ key, label: key }))}
          onChange={setSymbol}
        />
        <ChoiceField
          label={t('order.side')}
          value={side}
          items={(['buy', 'sell'] as const).map((key) => ({ key, label: t(`order.${key}`) }))}
          onChange={setSide}
        />
        <ChoiceField
          label={t('copy.orderType')}
          value={orderType}
          items={(['market', 'limit'] as const).map((key) => ({
            key,
            label: t(`order.kind.${key}`),
          }))}
          onChange={setType}
        />
        <NumberField
          label={t('positions.size')}
          value={size}
          scale={4}
          error={wrong('size')}
          onChange={setSize}
        />
        {orderType === 'limit' && (
          <NumberField
            label={t('order.price')}
            value={price}
            scale={1}
            error={wrong('price')}
            onChange={setPrice}
          />
        )}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={reduceOnly}
          onChange={(event) => setReduceOnly(event.target.checked)}
        />
        {t('futures.reduceOnly')}
      </label>
      <FormEnd refusal={rest(['size', 'price'])} busy={busy} confirm={t('copy.place')} />
    </form>
  );
}

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
