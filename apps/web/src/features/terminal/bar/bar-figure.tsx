/** One figure of the instrument bar. */

import type { ReactNode } from 'react';

/** The figure; it stands in a `dl`. @param props.note what the figure means, on hovering */
export function BarFigure(props: {
  readonly label: string;
  readonly value: ReactNode;
  readonly way?: string;
  readonly note?: string;
}) {
  return (
    <div className="bar-figure" title={props.note}>
      <dt>{props.label}</dt>
      <dd className={`num ${props.way ?? ''}`}>{props.value}</dd>
    </div>
  );
}
