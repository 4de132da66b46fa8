/** The end of an order form: the way to send. */

import type { ReactNode } from 'react';
import { useT } from '../../../platform/locale/intl.tsx';
import { AuthLink } from '../../auth/auth-link.tsx';
import type { PartOf } from './order-product.ts';

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
