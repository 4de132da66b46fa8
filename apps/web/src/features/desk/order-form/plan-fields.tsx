/** Inputs that not every order has: trigger, what it executes at, trailing distance, exits. */

import { NumberField } from '../../../components/number-field.tsx';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { DRAFT_WORDS, type DraftField, hasField, type OrderDraft } from './draft.ts';
import type { PartOf } from './order-product.ts';
import { WordField } from './word-field.tsx';

const WATCHED: Readonly<Record<OrderDraft['triggerBy'], MessageId>> = {
  mark_price: 'futures.mark',
  fill_price: 'markets.last',
  index_price: 'futures.index',
};

/** What the draft's kind has beside price and size; or its exits. */
export function PlanFields({ model, exits }: PartOf & { readonly exits?: boolean }) {
  const t = useT();
  const { product, draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const oco = draft.kind === 'oco';
  const field = (name: DraftField, label: MessageId) => (
    <NumberField
      label={t(label)}
      {...(name === 'callback' ? { unit: '%', scale: 2 } : { unit: quote, scale: priceDigits })}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
      error={errorOf(name)}
    />
  );
  if (exits) {
    return (
      <>
        {field('takeProfit', 'order.takeProfit')}
        {field('stopLoss', 'order.stopLoss')}
      </>
    );
  }
  if (hasField(draft, 'callback')) {
    return (
      <>
        <p className="field-hint">{t('order.trailingHint')}</p>
        {field('callback', 'order.callback')}
      </>
    );
  }
  return (
    <>
      {oco && <p className="field-hint">{t('order.ocoHint')}</p>}
      {field('trigger', oco ? 'order.stopTrigger' : 'order.trigger')}
      {product.watched.length > 1 && (
        <WordField
          label={t('futures.triggerBy')}
          words={product.watched}
          value={draft.triggerBy}
          nameOf={(word) => t(WATCHED[word])}
          onChoose={(triggerBy) => set({ triggerBy })}
        />
      )}
      {hasField(draft, 'execution') && (
        <WordField
          label={t('order.execution')}
          words={DRAFT_WORDS.execution}
          value={draft.execution}
          nameOf={(word) => t(`order.execution.${word}`)}
          onChoose={(execution) => set({ execution })}
        />
      )}
      {oco && draft.execution === 'limit' && field('stopPrice', 'order.stopLimit')}
    </>
  );
}
