/** One line of a list of figures: its name and its value. */

import type { ReactNode } from 'react';
import '../desk/order-form/order-form.css';

/** The line; it stands in a `dl` of class `order-figures`. */
export function FigureLine(props: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div className="order-line">
      <dt className="muted">{props.label}</dt>
      <dd className="num">{props.value}</dd>
    </div>
  );
}
