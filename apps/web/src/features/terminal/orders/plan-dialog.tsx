/** Changes trigger, price and amount of an order that waits. */

import { trimZeros } from '../../../data/decimal.ts';
import { amendPlanOrder } from '../../../data/rest/trade.ts';
import type { PlanRow } from '../../../data/rest/types.ts';
import { KEYS } from '../../../data/state/account.ts';
import { type InstrumentInfo, useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type AmendField, AmendForm, type AmendTexts } from '../../desk/lists/amend-form.tsx';
import type { AmendProps } from '../../desk/lists/list-product.ts';
import { FigureLine } from '../figure-line.tsx';
import { SideCell } from './cells.tsx';
import { LastLine, PairLine } from './market-lines.tsx';
import { planKind } from './plan-kind.ts';

type Props = AmendProps<PlanRow>;
type Field = 'triggerPrice' | 'executePrice' | 'size';

interface With {
  readonly instrument: InstrumentInfo;
}

function PlanLines({ row, instrument }: Pick<Props, 'row'> & With) {
  const t = useT();
  return (
    <dl className="order-figures">
      <PairLine instrument={instrument} />
      <FigureLine label={t('order.kind')} value={t(planKind(row))} />
      <FigureLine label={t('order.side')} value={<SideCell side={row.side} />} />
      <LastLine instrument={instrument} />
    </dl>
  );
}

/** Fields of a plan; one that fires at the market has no price. */
function fieldsOf(
  { row, price }: Pick<Props, 'row' | 'price'>,
  { base, quote, quoteScale, sizeDigits, priceScale, priceDigits }: InstrumentInfo,
): readonly AmendField<Field>[] {
  const inQuote = row.sizeUnit === 'quote';
  const priced = { unit: quote, scale: priceScale, digits: priceDigits };
  const execution: AmendField<Field> = {
    ...{ name: 'executePrice', saidAt: 'stopPrice', label: 'order.price', ...priced },
    before: trimZeros(row.executePrice),
  };
  return [
    {
      ...{ name: 'triggerPrice', saidAt: 'trigger', label: 'order.trigger', ...priced },
      ...{ before: trimZeros(row.triggerPrice), chosen: price },
    },
    ...(row.orderType === 'limit' ? [execution] : []),
    {
      ...{ name: 'size', saidAt: 'size', label: 'order.size', unit: inQuote ? quote : base },
      ...{ scale: inQuote ? quoteScale : sizeDigits, before: trimZeros(row.size) },
    },
  ];
}

function Amend({ row, price, instrument, onClose }: Props & With) {
  const { orderId, orderType } = row;
  // What is not to change is given as it is.
  const send = (_changed: unknown, all: AmendTexts<Field>) =>
    amendPlanOrder({ orderId, orderType, ...all });
  return (
    <AmendForm
      fields={fieldsOf({ row, ...(price !== undefined && { price }) }, instrument)}
      head={<PlanLines row={row} instrument={instrument} />}
      changes={KEYS.plans}
      send={send}
      onClose={onClose}
    />
  );
}

/** The dialog. */
export function PlanDialog(props: Props) {
  const instrument = useInstruments().data?.get(props.row.symbol);
  return instrument === undefined ? null : <Amend {...props} instrument={instrument} />;
}
