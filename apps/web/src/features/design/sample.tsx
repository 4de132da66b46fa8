/** The frames of the design page. */

import type { ReactNode } from 'react';

/** A group of samples. */
export function Group(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="design-group" aria-label={props.title}>
      <h2>{props.title}</h2>
      <div className="design-grid">{props.children}</div>
    </section>
  );
}

/** One sample under its name. */
export function Sample(props: {
  readonly name: string;
  /** Takes the whole row. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <figure className={`card design-sample ${props.wide === true ? 'design-wide' : ''}`}>
      <figcaption>{props.name}</figcaption>
      <div className="design-body">{props.children}</div>
    </figure>
  );
}
