/** Asks once more before an order is sent. */

import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { sendForm } from '../../../components/submit-form.ts';
import { amount, grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { CrossingNote } from '../../terminal/crossing-note.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { Check } from './check.tsx';
import { hasField, hasPrice, type SideName } from './draft.ts';
import type { LabelledValue, OrderFormModel, PartOf } from './order-product.ts';

function useLines(model: OrderFormModel, side: SideName): readonly LabelledValue[] {
  const t = useT();
  const { product, clean, market, sizeIn } = model;
  const { base, quote, symbol, product: kind } = market.instrument;
  const pair = base === '' ? symbol : `${base}/${quote}`;
  const priced = (text: string) => `${grouped(text)} ${quote}`;
  const isOco = clean.kind === 'oco';
  const exits = clean.attach && product.attaches(clean, market);
  const own: readonly (LabelledValue | false)[] = [
    kind === 'futures' ? [t('futures.contract'), symbol] : [t('orders.pair'), pair],
    // Where each side has its button, that says it.
    !product.bothSides && [t('order.side'), t(`order.${side}`)],
    [t('order.kind'), t(`order.kind.${clean.kind}`)],
    hasField(clean, 'trigger') && [
      t(isOco ? 'order.stopTrigger' : 'order.trigger'),
      priced(clean.trigger),
    ],
    isOco && clean.execution === 'limit' && [t('order.stopLimit'), priced(clean.stopPrice)],
    hasField(clean, 'callback') && [t('order.callback'), `${clean.callback}%`],
    [t('order.price'), hasPrice(clean) ? priced(clean.price) : t('order.marketPrice')],
    [t(sizeIn.label), `${amount(clean.size)} ${sizeIn.coin}`],
    exits && clean.takeProfit !== '' && [t('order.takeProfit'), priced(clean.takeProfit)],
    exits && clean.stopLoss !== '' && [t('order.stopLoss'), priced(clean.stopLoss)],
    clean.kind === 'limit' && [t('order.force'), t(`order.force.${clean.force}`)],
  ];
  const more = product.confirmLines?.(t, model, side) ?? [];
  return [...own.filter((line) => line !== false), ...more];
}

/** The form that has the focus; where a browser gives a pressed button none, that of the side, or the page's only one. */
function formAtHand(side: SideName): HTMLElement | null {
  const { activeElement } = document;
  const find = (forms: string) => document.querySelector<HTMLElement>(forms);
  return (
    activeElement?.closest<HTMLElement>('.order-half, .order-form') ??
    find(`.order-half[data-side="${side}"]`) ??
    find('.order-form')
  );
}

/** The dialog. */
export function OrderConfirm({ model, side }: PartOf & { readonly side: SideName }) {
  const t = useT();
  const [never, setNever] = useState(false);
  // Where the question came from, and where a field may be refused.
  const [form] = useState(() => formAtHand(side));
  const { product, market, best } = model;
  const lines = useLines(model, side);
  return (
    <ConfirmDialog
      title={t('order.confirm')}
      confirm={product.submitLabel(t, model, side)}
      look={side}
      onConfirm={() => {
        if (form === null) model.confirm(never);
        else sendForm(form, () => model.confirm(never));
      }}
      onClose={model.back}
    >
      <dl className="order-figures">
        {lines.map(([label, value]) => (
          <FigureLine key={label} label={label} value={value} />
        ))}
      </dl>
      <CrossingNote
        crossing={model.crossingOf(side)}
        side={side}
        best={best}
        instrument={market.instrument}
      />
      {/* With a button for each side, Enter asks whatever was chosen here. */}
      {!product.bothSides && (
        <Check checked={never} onChange={setNever}>
          {t('order.confirmNever')}
        </Check>
      )}
    </ConfirmDialog>
  );
}
