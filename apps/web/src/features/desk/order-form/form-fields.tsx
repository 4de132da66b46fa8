/** The order form's inputs. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { hasPrice } from './draft.ts';
import { countsQuote } from './market.ts';
import { sizeScale } from './order-limits.ts';
import type { OrderFormModel } from './use-order-form.ts';

interface Props {
  readonly model: OrderFormModel;
}

const PlanFields = lazyPart(async () => (await import('./late-parts.ts')).PlanFields, 0);

/** The price, with what the kind has beside it. */
export function PriceFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const { kind } = draft;
  return (
    <>
      {kind === 'trigger' && <PlanFields model={model} />}
      {hasPrice(draft) && (
        <NumberField
          label={t('order.price')}
          unit={quote}
          scale={priceDigits}
          value={draft.price}
          onChange={(value) => set({ price: value })}
          onFocus={model.enterPrice}
          error={errorOf('price')}
        />
      )}
      {kind === 'market' && (
        <p className="order-market-price">
          <span>{t('order.price')}</span>
          <span>{t('order.marketPrice')}</span>
        </p>
      )}
      {(kind === 'oco' || kind === 'trailing') && <PlanFields model={model} />}
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
  const { draft, set } = model;
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
      {draft.attach && <PlanFields model={model} />}
    </div>
  );
}
