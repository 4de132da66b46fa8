/** A plain table that becomes a list of cards on phones; of a long one only what is seen is drawn. */

import { type ReactNode, useEffect, useRef } from 'react';
import { useRowWindow } from './row-window.ts';

/** One column. */
export interface Column<T> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  readonly end?: boolean;
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Asked for when the end of the rows comes near: there may be more. */
  readonly onEnd?: (() => void) | undefined;
}

/** Room for rows that are not drawn. */
function Room({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr className="row-room" aria-hidden="true" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

/** The table; the caller shows its own empty and loading states. */
export function DataTable<T>({ label, columns, rows, rowKey, onEnd }: Props<T>) {
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, height } = useRowWindow(body, scroller, rows.length);
  const atEnd = to >= rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows have another end
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, onEnd, rows.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll" ref={scroller} tabIndex={0} aria-label={label}>
      <table className="table cards" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.end === true ? 'end' : ''}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Room height={from * height} columns={columns.length} />
          {rows.slice(from, to).map((row, index) => (
            <tr key={rowKey(row)} aria-rowindex={from + index + 2}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.label}
                  className={column.end === true ? 'end' : ''}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Room height={(rows.length - to) * height} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}
