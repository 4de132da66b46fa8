/** Changes price and quantity of an open order without losing its id. */

import { trimZeros } from '../../../data/decimal.ts';
import { amount, plainPercent, price as priceText } from '../../../data/format.ts';
import { amendOrder } from '../../../data/rest/trade.ts';
import { KEYS } from '../../../data/state/account.ts';
import { type InstrumentInfo, useInstruments } from '../../../data/state/instruments.ts';
import { filledShare, type Order } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type AmendField, AmendForm } from '../../desk/lists/amend-form.tsx';
import { crossingOf, useBestPrices } from '../crossing.ts';
import { CrossingNote } from '../crossing-note.tsx';
import { FigureLine } from '../figure-line.tsx';
import { SideCell } from './cells.tsx';
import { LastLine, PairLine } from './market-lines.tsx';

interface Props {
  readonly order: Order;
  /** What the price is to become, where that was chosen before. */
  readonly price?: string;
  readonly onClose: () => void;
}

interface With {
  readonly instrument: InstrumentInfo;
}

/** Which order it is, and where its market stands. */
function OrderLines({ order, instrument }: Pick<Props, 'order'> & With) {
  const t = useT();
  const { base, quote, priceScale } = instrument;
  const now = `${amount(order.size)} ${base} @ ${priceText(order.price, priceScale)} ${quote}`;
  return (
    <dl className="order-figures">
      <PairLine instrument={instrument} />
      <FigureLine label={t('order.side')} value={<SideCell side={order.side} />} />
      <FigureLine label={t('orders.amendNow')} value={now} />
      <FigureLine label={t('orders.filled')} value={plainPercent(filledShare(order))} />
      <LastLine instrument={instrument} />
    </dl>
  );
}

function Amend({ order, price, instrument, onClose }: Props & With) {
  const best = useBestPrices(instrument);
  const { symbol, id, side } = order;
  const crossing = (text: string) => (
    <CrossingNote
      {...{ side, best, instrument }}
      crossing={crossingOf(side, trimZeros(text), best)}
    />
  );
  const fields: readonly AmendField<'newPrice' | 'newSize'>[] = [
    {
      ...{ name: 'newPrice', saidAt: 'price', label: 'order.price', unit: instrument.quote },
      ...{ scale: instrument.priceScale, digits: instrument.priceDigits },
      ...{ before: order.price, chosen: price, note: crossing },
    },
    {
      ...{ name: 'newSize', saidAt: 'size', label: 'order.size', unit: instrument.base },
      ...{ scale: instrument.sizeScale, digits: instrument.sizeDigits },
      before: trimZeros(order.size),
    },
  ];
  return (
    <AmendForm
      fields={fields}
      head={<OrderLines order={order} instrument={instrument} />}
      hint="orders.amendHint"
      changes={KEYS.open}
      send={(changed) => amendOrder({ symbol, orderId: id, ...changed })}
      onClose={onClose}
    />
  );
}

/** The dialog. */
export function AmendDialog(props: Props) {
  const instrument = useInstruments().data?.get(props.order.symbol);
  return instrument === undefined ? null : <Amend {...props} instrument={instrument} />;
}
