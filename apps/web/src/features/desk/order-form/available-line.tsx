/** What an account has for an order. */

import type { ReactNode } from 'react';
import { useT } from '../../../platform/locale/intl.tsx';

/** The line above the form's fields. @param props.children the way to more */
export function AvailableLine(props: { readonly text: string; readonly children: ReactNode }) {
  const t = useT();
  return (
    <div className="order-line">
      <span className="muted">{t('order.available')}</span>
      <span className="order-available">
        <span className="num">{props.text}</span>
        {props.children}
      </span>
    </div>
  );
}
