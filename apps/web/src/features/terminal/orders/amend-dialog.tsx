/** Changes price and quantity of an open order without losing its id. */

import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { toast } from '../../../components/toast.tsx';
import { compareText, parseExact, trimZeros } from '../../../data/decimal.ts';
import { amount, plainPercent, price as priceText } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
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
  const [refusal, setRefusal] = useState('');
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
    setRefusal('');
    try {
      await amendOrder({ symbol: order.symbol, orderId: order.id, ...changes });
      toast('success', t('orders.amended'));
      onClose();
    } catch (error) {
      setRefusal(errorText(t, error));
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.open });
    }
  };
  return { busy, refusal, changed: () => setRefusal(''), amend };
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
  const { busy, refusal, changed, amend } = useAmend(props);
  const best = useBestPrices(instrument);
  // What stays may be finer than a new order's: the instrument's steps were finer before.
  const good = (text: string, digits: number, before: string) => {
    const units = parseExact(text, digits);
    return text === before || (units !== null && units > 0n);
  };
  const priceGood = good(price, instrument.priceDigits, order.price);
  const sizeGood = good(size, instrument.sizeDigits, trimZeros(order.size));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (priceGood && sizeGood) void amend(trimZeros(price), trimZeros(size));
  };
  return (
    <form className="amend" onSubmit={submit} noValidate>
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
        error={priceGood ? undefined : t('check.number')}
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
        error={sizeGood ? undefined : t('check.number')}
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
