/** The order form above its fields: kinds and notes. */

import { useT } from '../../../platform/locale/intl.tsx';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { PauseNote } from './late.ts';
import type { OrderFormModel, PartOf } from './order-product.ts';
import './order-form.css';

/** The kinds, of one side or of both at once. */
export function KindRow(props: {
  readonly models: readonly OrderFormModel[];
  /** Whether those with a form of their own are chosen. */
  readonly algo?: boolean;
  /** Absent: the form has no others. */
  readonly onAlgo?: (algo: boolean) => void;
}) {
  const { models, algo = false, onAlgo } = props;
  const t = useT();
  const [first] = models;
  return (
    <fieldset className="order-kinds">
      <legend className="visually-hidden">{t('order.kind')}</legend>
      {first?.product.kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="tab"
          aria-pressed={!algo && kind === first.draft.kind}
          onClick={() => {
            onAlgo?.(false);
            // The size of one side may count another coin then.
            for (const { set, product } of models)
              set({ kind, ...(!product.bothSides && { size: '' }) });
          }}
        >
          {t(`order.kind.${kind}`)}
        </button>
      ))}
      {onAlgo && first?.product.algo && (
        <button type="button" className="tab" aria-pressed={algo} onClick={() => onAlgo(true)}>
          {t('orders.algo')}
        </button>
      )}
    </fieldset>
  );
}

/** What one may have to know of the market before typing. */
export function Notes({ model }: PartOf) {
  const { product, market } = model;
  return (
    <>
      {SIMULATING && <PauseNote instrument={market.instrument} />}
      <product.Notes model={model} />
    </>
  );
}
