/** Inputs that not every order has: trigger, what it executes at, trailing distance, exits. */

import { NumberField } from '../../../components/number-field.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import type { DraftField } from './draft.ts';
import type { OrderFormModel } from './use-order-form.ts';

interface Props {
  readonly model: OrderFormModel;
}

function ExecutionField({ model }: Props) {
  const t = useT();
  return (
    <label className="input-box">
      <span className="input-prefix">{t('order.execution')}</span>
      <select
        value={model.draft.execution}
        onChange={(event) =>
          model.set({ execution: event.target.value === 'market' ? 'market' : 'limit', size: '' })
        }
      >
        <option value="limit">{t('order.execution.limit')}</option>
        <option value="market">{t('order.execution.market')}</option>
      </select>
    </label>
  );
}

/** What the draft's kind has beside price and size; of a limit order, its exits. */
export function PlanFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const oco = draft.kind === 'oco';
  const field = (name: Exclude<DraftField, 'price' | 'size'>, label: string) => (
    <NumberField
      label={label}
      {...(name === 'callback' ? { unit: '%', scale: 2 } : { unit: quote, scale: priceDigits })}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
      error={errorOf(name)}
    />
  );
  if (draft.kind === 'limit') {
    return (
      <>
        {field('takeProfit', t('order.takeProfit'))}
        {field('stopLoss', t('order.stopLoss'))}
      </>
    );
  }
  if (draft.kind === 'trailing') {
    return (
      <>
        <p className="field-hint">{t('order.trailingHint')}</p>
        {field('callback', t('order.callback'))}
      </>
    );
  }
  return (
    <>
      {oco && <p className="field-hint">{t('order.ocoHint')}</p>}
      {field('trigger', t(oco ? 'order.stopTrigger' : 'order.trigger'))}
      <ExecutionField model={model} />
      {oco && draft.execution === 'limit' && field('stopPrice', t('order.stopLimit'))}
    </>
  );
}
