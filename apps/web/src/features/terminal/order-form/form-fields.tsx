/** The order form's inputs. */

import { NumberField } from '../../../components/number-field.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { countsQuote, hasPrice, hasTrigger } from './draft.ts';
import { sizeScale } from './order-limits.ts';
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

/** Trigger, limit and stop prices, as far as the kind has them. */
export function PriceFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const shared = { unit: quote, scale: priceDigits };
  const oco = draft.kind === 'oco';
  const trigger = hasTrigger(draft) && (
    <NumberField
      {...shared}
      label={t(oco ? 'order.stopTrigger' : 'order.trigger')}
      value={draft.trigger}
      onChange={(value) => set({ trigger: value })}
      error={errorOf('trigger')}
    />
  );
  return (
    <>
      {!oco && trigger}
      {draft.kind === 'trigger' && <ExecutionField model={model} />}
      {hasPrice(draft) && (
        <NumberField
          {...shared}
          label={t('order.price')}
          value={draft.price}
          onChange={(value) => set({ price: value })}
          error={errorOf('price')}
        />
      )}
      {oco && trigger}
      {oco && <ExecutionField model={model} />}
      {oco && draft.execution === 'limit' && (
        <NumberField
          {...shared}
          label={t('order.stopLimit')}
          value={draft.stopPrice}
          onChange={(value) => set({ stopPrice: value })}
          error={errorOf('stopPrice')}
        />
      )}
      {draft.kind === 'market' && (
        <p className="order-market-price">
          <span>{t('order.price')}</span>
          <span>{t('order.marketPrice')}</span>
        </p>
      )}
      {draft.kind === 'trailing' && (
        <NumberField
          label={t('order.callback')}
          unit="%"
          scale={2}
          value={draft.callback}
          onChange={(value) => set({ callback: value })}
          error={errorOf('callback')}
        />
      )}
    </>
  );
}

/** The quantity: base coins, or quote coins for buys at market. */
export function SizeField({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const inQuote = countsQuote(draft);
  return (
    <NumberField
      label={t(inQuote ? 'order.total' : 'order.size')}
      unit={inQuote ? market.instrument.quote : market.instrument.base}
      scale={sizeScale(draft, market)}
      value={draft.size}
      onChange={(value) => set({ size: value })}
      error={errorOf('size')}
    />
  );
}

/** Take profit and stop loss that start with the first fill. */
export function AttachedFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  return (
    <div className="order-attached">
      <label className="check">
        <input
          type="checkbox"
          checked={draft.attach}
          onChange={(event) => set({ attach: event.target.checked })}
        />
        {t('order.attach')}
      </label>
      {draft.attach && (
        <>
          <NumberField
            label={t('order.takeProfit')}
            unit={quote}
            scale={priceDigits}
            value={draft.takeProfit}
            onChange={(value) => set({ takeProfit: value })}
            error={errorOf('takeProfit')}
          />
          <NumberField
            label={t('order.stopLoss')}
            unit={quote}
            scale={priceDigits}
            value={draft.stopLoss}
            onChange={(value) => set({ stopLoss: value })}
            error={errorOf('stopLoss')}
          />
        </>
      )}
    </div>
  );
}
