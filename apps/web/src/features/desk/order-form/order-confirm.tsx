/** Asks once more before an order is sent. */

import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { amount, grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { CrossingNote } from '../../terminal/crossing-note.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { hasPrice, hasTrigger } from './draft.ts';
import { countsQuote } from './market.ts';
import type { OrderFormModel } from './use-order-form.ts';

function useLines({ clean, market }: OrderFormModel): readonly (readonly [string, string])[] {
  const t = useT();
  const { base, quote, symbol } = market.instrument;
  const priced = (text: string) => `${grouped(text)} ${quote}`;
  const unit = countsQuote(clean) ? quote : base;
  const price = hasPrice(clean) ? priced(clean.price) : t('order.marketPrice');
  return [
    [t('orders.pair'), base === '' ? symbol : `${base}/${quote}`],
    [t('order.side'), t(`order.${clean.side}`)],
    [t('order.kind'), t(`order.kind.${clean.kind}`)],
    ...(hasTrigger(clean) ? [[t('order.trigger'), priced(clean.trigger)] as const] : []),
    ...(clean.kind === 'trailing' ? [[t('order.callback'), `${clean.callback}%`] as const] : []),
    [t('order.price'), price],
    [t(countsQuote(clean) ? 'order.total' : 'order.size'), `${amount(clean.size)} ${unit}`],
  ];
}

/** The dialog. */
export function OrderConfirm({ model }: { readonly model: OrderFormModel }) {
  const t = useT();
  const [never, setNever] = useState(false);
  const { clean, market, crossing, best } = model;
  const lines = useLines(model);
  return (
    <ConfirmDialog
      title={t('order.confirm')}
      confirm={t(`order.submit.${clean.side}`, { coin: market.instrument.base })}
      look={clean.side}
      onConfirm={() => model.confirm(never)}
      onClose={model.back}
    >
      <dl className="order-figures">
        {lines.map(([label, value]) => (
          <FigureLine key={label} label={label} value={value} />
        ))}
      </dl>
      {clean.kind === 'limit' && (
        <CrossingNote
          crossing={crossing}
          side={clean.side}
          best={best}
          instrument={market.instrument}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={never}
          onChange={(event) => setNever(event.target.checked)}
        />
        {t('order.confirmNever')}
      </label>
    </ConfirmDialog>
  );
}
