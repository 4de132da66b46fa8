/** Changes price and quantity of an open order without losing its id. */

import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { useRefusal } from '../../../components/use-refusal.ts';
import { amountError } from '../../../data/amount-error.ts';
import { compareText, trimZeros } from '../../../data/decimal.ts';
import { amount, plainPercent, price as priceText } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { amendOrder } from '../../../data/rest/trade.ts';
import { KEYS } from '../../../data/state/account.ts';
import {
  type Instrument,
  useInstruments,
  useLimitsAfter,
} from '../../../data/state/instruments.ts';
import { filledShare, type Order } from '../../../data/state/orders.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { crossingOf, useBestPrices } from '../crossing.ts';
import { CrossingNote } from '../crossing-note.tsx';
import { FigureLine } from '../figure-line.tsx';
import { SideCell } from './cells.tsx';

interface Props {
  readonly order: Order;
  /** What the price is to become, where that was chosen before. */
  readonly price?: string;
  readonly onClose: () => void;
}

interface With {
  readonly instrument: Instrument;
}

function useAmend({ order, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['price', 'size']);
  const amend = async (newPrice: string, newSize: string) => {
    const changes = {
      ...(compareText(newPrice, order.price) !== 0 && { newPrice }),
      ...(compareText(newSize, order.size) !== 0 && { newSize }),
    };
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    clear();
    try {
      await amendOrder({ symbol: order.symbol, orderId: order.id, ...changes });
      toast('success', t('orders.amended'));
      onClose();
    } catch (error) {
      refuse(error);
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.open });
    }
  };
  return { busy, refusal, at, changed: clear, amend };
}

/** Which order it is, and where its market stands. */
function OrderLines({ order, instrument }: Pick<Props, 'order'> & With) {
  const t = useT();
  const last = useTicker(instrument)?.last ?? '';
  const { base, quote, priceScale } = instrument;
  const priced = (text: string) => `${priceText(text, priceScale)} ${quote}`;
  const now = `${amount(order.size)} ${base} @ ${priced(order.price)}`;
  return (
    <dl className="order-figures">
      <FigureLine label={t('orders.pair')} value={`${base}/${quote}`} />
      <FigureLine label={t('order.side')} value={<SideCell side={order.side} />} />
      <FigureLine label={t('orders.amendNow')} value={now} />
      <FigureLine label={t('orders.filled')} value={plainPercent(filledShare(order))} />
      <FigureLine label={t('markets.last')} value={last === '' ? '–' : priced(last)} />
    </dl>
  );
}

function AmendForm(props: Props & With) {
  const t = useT();
  const { order, instrument } = props;
  const [price, setPrice] = useState(props.price ?? order.price);
  const [size, setSize] = useState(trimZeros(order.size));
  const { busy, refusal, at, changed, amend } = useAmend(props);
  const best = useBestPrices(instrument);
  // What stays may be finer than a new order's: the instrument's steps were finer before.
  const wrong = (text: string, digits: number, before: string, label: string) =>
    text === before ? undefined : amountError(t, text, digits, label);
  const priceError = wrong(price, instrument.priceDigits, order.price, t('order.price'));
  const sizeBefore = trimZeros(order.size);
  const sizeError = wrong(size, instrument.sizeDigits, sizeBefore, t('order.size'));
  const submit = async () => {
    if (priceError !== undefined || sizeError !== undefined) return;
    await amend(trimZeros(price), trimZeros(size));
  };
  return (
    <form className="amend" onSubmit={(event) => submitForm(event, submit)} noValidate>
      <OrderLines order={order} instrument={instrument} />
      <NumberField
        label={t('order.price')}
        unit={instrument.quote}
        scale={instrument.priceScale}
        value={price}
        onChange={(value) => {
          changed();
          setPrice(value);
        }}
        error={priceError ?? at('price')}
      />
      <CrossingNote
        crossing={crossingOf(order.side, trimZeros(price), best)}
        side={order.side}
        best={best}
        instrument={instrument}
      />
      <NumberField
        label={t('order.size')}
        unit={instrument.base}
        scale={instrument.sizeScale}
        value={size}
        onChange={(value) => {
          changed();
          setSize(value);
        }}
        error={sizeError ?? at('size')}
      />
      <p className="field-hint">{t('orders.amendHint')}</p>
      <FormEnd refusal={refusal} busy={busy} onClose={props.onClose} />
    </form>
  );
}

/** The dialog. */
export function AmendDialog(props: Props) {
  const t = useT();
  const instrument = useInstruments().data?.get(props.order.symbol);
  return (
    <Dialog title={t('orders.amend')} onClose={props.onClose}>
      {instrument !== undefined && <AmendForm {...props} instrument={instrument} />}
    </Dialog>
  );
}
