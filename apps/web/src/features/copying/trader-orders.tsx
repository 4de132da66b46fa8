/** A trader's orders for all who follow: placing, amending, cancelling. */

import type { CopyOrder } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { toast } from '../../components/toast.tsx';
import { web } from '../../data/rest/web.ts';
import { useContracts } from '../../data/state/contracts.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { type Ends, SendingDialog, type Wrong } from './sending-dialog.tsx';
import { useSending } from './use-sending.ts';

const FIELDS = ['size', 'price'];

type Steps = Pick<Instrument, 'sizeScale' | 'priceScale'>;

/** While the contracts have not come. */
const NO_STEPS: Steps = { sizeScale: 0, priceScale: 0 };

/** Size and price in steps of the contract. @param props.price null = it has none */
function SizeAndPrice(props: {
  readonly steps: Steps | undefined;
  readonly size: string;
  readonly price: string | null;
  readonly wrong: Wrong;
  readonly setSize: (text: string) => void;
  readonly setPrice: (text: string) => void;
}) {
  const t = useT();
  const { steps = NO_STEPS, size, price, wrong, setSize, setPrice } = props;
  return (
    <>
      <NumberField
        label={t('positions.size')}
        value={size}
        scale={steps.sizeScale}
        error={wrong('size')}
        onChange={setSize}
      />
      {price !== null && (
        <NumberField
          label={t('order.price')}
          value={price}
          scale={steps.priceScale}
          error={wrong('price')}
          onChange={setPrice}
        />
      )}
    </>
  );
}

/** The form. */
export function PlaceForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const t = useT();
  const { data } = useContracts();
  const contracts = [...(data?.values() ?? [])];
  const [chosen, setSymbol] = useState('');
  const contract = contracts.find(({ symbol }) => symbol === chosen) ?? contracts[0];
  const symbol = contract?.symbol ?? '';
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [orderType, setType] = useState<'limit' | 'market'>('market');
  const [size, setSize] = useState('');
  const [price, setPrice] = useState('');
  const [reduceOnly, setReduceOnly] = useState(false);
  const { busy, refusal, at, send } = useSending(FIELDS, onDone);
  const isLimit = orderType === 'limit';
  const submit = () =>
    send(() =>
      web('POST /copy/portfolios/:id/orders', {
        ...{ id, symbol, side, orderType, size, reduceOnly },
        price: isLimit ? price : '',
      }),
    );
  return (
    <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
      <div className="copy-fields">
        <ChoiceField
          label={t('futures.contract')}
          value={symbol}
          items={contracts.map(({ symbol: key }) => ({ key, label: key }))}
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
        <SizeAndPrice
          {...{ size, setSize, setPrice }}
          steps={contract}
          price={isLimit ? price : null}
          wrong={at}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={reduceOnly}
          onChange={(event) => setReduceOnly(event.target.checked)}
        />
        {t('futures.reduceOnly')}
      </label>
      <FormEnd refusal={refusal} busy={busy} confirm={t('copy.place')} />
    </form>
  );
}

function AmendDialog(props: Ends & { readonly id: string; readonly order: CopyOrder }) {
  const t = useT();
  const { id, order, onClose, onDone } = props;
  const { data } = useContracts();
  const [price, setPrice] = useState(order.price);
  const [size, setSize] = useState(order.size);
  const send = () =>
    web('PATCH /copy/portfolios/:id/orders/:order', { id, order: order.id, price, size });
  return (
    <SendingDialog {...{ onClose, onDone, send }} title={t('orders.amend')} fields={FIELDS}>
      {(wrong) => (
        <SizeAndPrice
          {...{ size, price, setSize, setPrice, wrong }}
          steps={data?.get(order.symbol)}
        />
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
