/** The order form around its fields: kinds, notes, and the way to send. */

import type { ReactNode } from 'react';
import { useT } from '../../../platform/locale/intl.tsx';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { AuthLink } from '../../auth/auth-link.tsx';
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

/** The buttons that send, with what was refused; for nobody the way in. */
export function SubmitArea({ model, children }: PartOf & { readonly children: ReactNode }) {
  const t = useT();
  const { trader, refusal } = model;
  if (trader === 'nobody') {
    return (
      <>
        <AuthLink page="login" look="primary" large block>
          {t('order.login')}
        </AuthLink>
        <AuthLink page="register" look="link" className="order-signup">
          {t('order.noAccount')}
        </AuthLink>
      </>
    );
  }
  return (
    <>
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      {children}
      {trader === 'guest' && <p className="field-hint">{t('paper.firstOrder')}</p>}
    </>
  );
}
