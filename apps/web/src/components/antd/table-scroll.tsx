/** A region that scrolls sideways and can be reached by the keyboard. */

import type { ReactNode } from 'react';

/** Wraps a wide table. */
export function TableScroll(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll wide-table" tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}
