/** Changes trigger, price and amount of an order that waits. */

import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { useRefusal } from '../../../components/use-refusal.ts';
import { amountError } from '../../../data/amount-error.ts';
import { trimZeros } from '../../../data/decimal.ts';
import { price as priceText } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { amendPlanOrder } from '../../../data/rest/trade.ts';
import type { PlanRow } from '../../../data/rest/types.ts';
import { KEYS } from '../../../data/state/account.ts';
import {
  type Instrument,
  useInstruments,
  useLimitsAfter,
} from '../../../data/state/instruments.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../figure-line.tsx';
import { SideCell } from './cells.tsx';
import { planKind } from './plan-kind.ts';

interface Props {
  readonly row: PlanRow;
  /** What the trigger is to become, where that was chosen before. */
  readonly price?: string;
  readonly onClose: () => void;
}

interface Fields {
  readonly triggerPrice: string;
  readonly executePrice: string;
  readonly size: string;
}

/** What refusals call the fields. */
const SAID_AT: Readonly<Record<keyof Fields, string>> = {
  triggerPrice: 'trigger',
  executePrice: 'stopPrice',
  size: 'size',
};

const FIELDS: readonly (keyof Fields)[] = ['triggerPrice', 'executePrice', 'size'];

function useAmendPlan({ row, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['trigger', 'stopPrice', 'size']);
  const amend = async ({ triggerPrice, executePrice, size }: Fields) => {
    const { orderId, orderType } = row;
    setBusy(true);
    clear();
    try {
      const limit = orderType === 'limit' && { executePrice };
      await amendPlanOrder({ orderId, orderType, triggerPrice, size, ...limit });
      toast('success', t('orders.amended'));
      onClose();
    } catch (error) {
      refuse(error);
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.plans });
    }
  };
  return { busy, refusal, at, changed: clear, amend };
}

function PlanLines({ row, instrument }: Pick<Props, 'row'> & { readonly instrument: Instrument }) {
  const t = useT();
  const last = useTicker(instrument)?.last ?? '';
  const { base, quote, priceScale } = instrument;
  return (
    <dl className="order-figures">
      <FigureLine label={t('orders.pair')} value={`${base}/${quote}`} />
      <FigureLine label={t('order.kind')} value={t(planKind(row))} />
      <FigureLine label={t('order.side')} value={<SideCell side={row.side} />} />
      <FigureLine
        label={t('markets.last')}
        value={last === '' ? '–' : `${priceText(last, priceScale)} ${quote}`}
      />
    </dl>
  );
}

function PlanForm(props: Props & { readonly instrument: Instrument }) {
  const t = useT();
  const { row, instrument } = props;
  const { base, quote, priceScale, priceDigits } = instrument;
  const before: Fields = {
    triggerPrice: trimZeros(row.triggerPrice),
    executePrice: trimZeros(row.executePrice),
    size: trimZeros(row.size),
  };
  const [fields, setFields] = useState<Fields>({
    ...before,
    triggerPrice: props.price ?? before.triggerPrice,
  });
  const { busy, refusal, at, changed, amend } = useAmendPlan(props);
  const inQuote = row.sizeUnit === 'quote';
  const digits: Readonly<Record<keyof Fields, number>> = {
    triggerPrice: priceDigits,
    executePrice: priceDigits,
    size: inQuote ? instrument.quoteScale : instrument.sizeDigits,
  };
  const labels: Readonly<Record<keyof Fields, string>> = {
    triggerPrice: t('order.trigger'),
    executePrice: t('order.price'),
    size: t('order.size'),
  };
  // What stays may be finer than a new order's: the instrument's steps were finer before.
  const wrong = (name: keyof Fields) =>
    fields[name] === before[name]
      ? undefined
      : amountError(t, fields[name], digits[name], labels[name]);
  const field = (name: keyof Fields, unit: string, scale: number) => (
    <NumberField
      label={labels[name]}
      unit={unit}
      scale={scale}
      value={fields[name]}
      onChange={(value) => {
        changed();
        setFields({ ...fields, [name]: value });
      }}
      error={wrong(name) ?? at(SAID_AT[name])}
    />
  );
  const submit = async () => {
    if (FIELDS.some((name) => wrong(name) !== undefined)) return;
    const { triggerPrice, executePrice, size } = fields;
    await amend({
      triggerPrice: trimZeros(triggerPrice),
      executePrice: trimZeros(executePrice),
      size: trimZeros(size),
    });
  };
  return (
    <form className="amend" onSubmit={(event) => submitForm(event, submit)} noValidate>
      <PlanLines row={row} instrument={instrument} />
      {field('triggerPrice', quote, priceScale)}
      {row.orderType === 'limit' && field('executePrice', quote, priceScale)}
      {field('size', inQuote ? quote : base, digits.size)}
      <FormEnd refusal={refusal} busy={busy} onClose={props.onClose} />
    </form>
  );
}

/** The dialog. */
export function PlanDialog(props: Props) {
  const t = useT();
  const instrument = useInstruments().data?.get(props.row.symbol);
  return (
    <Dialog title={t('orders.amend')} onClose={props.onClose}>
      {instrument !== undefined && <PlanForm {...props} instrument={instrument} />}
    </Dialog>
  );
}
