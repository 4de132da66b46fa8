/** Changes trigger, price and amount of an order that waits. */

import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { toast } from '../../../components/toast.tsx';
import { parseExact, trimZeros } from '../../../data/decimal.ts';
import { price as priceText } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
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

function useAmendPlan({ row, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const amend = async ({ triggerPrice, executePrice, size }: Fields) => {
    const { orderId, orderType } = row;
    setBusy(true);
    setRefusal('');
    try {
      const limit = orderType === 'limit' && { executePrice };
      await amendPlanOrder({ orderId, orderType, triggerPrice, size, ...limit });
      toast('success', t('orders.amended'));
      onClose();
    } catch (error) {
      setRefusal(errorText(t, error));
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.plans });
    }
  };
  return { busy, refusal, changed: () => setRefusal(''), amend };
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
  const { busy, refusal, changed, amend } = useAmendPlan(props);
  const inQuote = row.sizeUnit === 'quote';
  const digits: Readonly<Record<keyof Fields, number>> = {
    triggerPrice: priceDigits,
    executePrice: priceDigits,
    size: inQuote ? instrument.quoteScale : instrument.sizeDigits,
  };
  // What stays may be finer than a new order's: the instrument's steps were finer before.
  const good = (name: keyof Fields) =>
    fields[name] === before[name] || (parseExact(fields[name], digits[name]) ?? 0n) > 0n;
  const field = (name: keyof Fields, label: string, unit: string, scale: number) => (
    <NumberField
      label={label}
      unit={unit}
      scale={scale}
      value={fields[name]}
      onChange={(value) => {
        changed();
        setFields({ ...fields, [name]: value });
      }}
      error={good(name) ? undefined : t('check.number')}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (good('triggerPrice') && good('executePrice') && good('size')) {
      const { triggerPrice, executePrice, size } = fields;
      void amend({
        triggerPrice: trimZeros(triggerPrice),
        executePrice: trimZeros(executePrice),
        size: trimZeros(size),
      });
    }
  };
  return (
    <form className="amend" onSubmit={submit} noValidate>
      <PlanLines row={row} instrument={instrument} />
      {field('triggerPrice', t('order.trigger'), quote, priceScale)}
      {row.orderType === 'limit' && field('executePrice', t('order.price'), quote, priceScale)}
      {field('size', t('order.size'), inQuote ? quote : base, digits.size)}
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
