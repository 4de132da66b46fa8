/** A plain table that becomes a list of cards on phones. */

import type { ReactNode } from 'react';

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
}

/** The table; the caller shows its own empty and loading states. */
export function DataTable<T>({ label, columns, rows, rowKey }: Props<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table className="table cards">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.end === true ? 'end' : ''}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
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
        </tbody>
      </table>
    </section>
  );
}
