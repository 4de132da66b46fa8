/**
 * A plain table that becomes a list of cards on phones; of a long one only what is seen is drawn, and of a
 * wide one the columns that fit.
 */

import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { type FittedColumn, useColumnFit } from './column-fit.ts';
import { RestButton, RestValues, useOpenRows } from './row-rest.tsx';
import { useRowWindow } from './row-window.ts';

/** One column. */
export interface TableColumn<T> extends FittedColumn {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  readonly end?: boolean;
}

/** Cells of a low card in the lists of orders: three lines of three, the button for the others among them. */
export const LOW_CELLS = 8;

interface Props<T> {
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Asked for when the end of the rows comes near: there may be more. */
  readonly onEnd?: (() => void) | undefined;
  /** Cells of a card at most; the others are a press away. Default: all. */
  readonly cells?: number;
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

/** The heading of the column of buttons. */
function RestHead() {
  const t = useT();
  return (
    <th scope="col" className="cell-rest">
      <span className="visually-hidden">{t('table.rest')}</span>
    </th>
  );
}

/** An amount with its coin, or a price, among words that are read from right to left. */
function inOwnDirection(value: ReactNode): ReactNode {
  return typeof value === 'string' ? <bdi>{value}</bdi> : value;
}

/** The table; the caller shows its own empty and loading states. */
export function DataTable<T>({ label, columns, rows, rowKey, onEnd, cells }: Props<T>) {
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const name = columns.map((column) => `${column.key}=${column.label}`).join();
  const { shown, rest } = useColumnFit(scroller, columns, name, cells);
  const opened = useOpenRows();
  const { from, to, height } = useRowWindow(body, scroller, rows.length);
  const atEnd = to >= rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows have another end
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, onEnd, rows.length]);
  const spread = shown.length + (rest.length > 0 ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll" ref={scroller} tabIndex={0} aria-label={label}>
      <table className="table cards" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {shown.map(({ key, label, end }) => (
              <th key={key} scope="col" data-column={key} className={end === true ? 'end' : ''}>
                {label}
              </th>
            ))}
            {rest.length > 0 && <RestHead />}
          </tr>
        </thead>
        <tbody ref={body}>
          <Room height={from * height} columns={spread} />
          {rows.slice(from, to).map((row, index) => (
            <Fragment key={rowKey(row)}>
              <tr aria-rowindex={from + index + 2}>
                {shown.map(({ key, label, end, cell }) => (
                  <td key={key} data-label={label} className={end === true ? 'end' : ''}>
                    {inOwnDirection(cell(row))}
                  </td>
                ))}
                {rest.length > 0 && (
                  <td className="cell-rest">
                    <RestButton row={rowKey(row)} rows={opened} />
                  </td>
                )}
              </tr>
              {rest.length > 0 && opened.open.has(rowKey(row)) && (
                <tr className="row-rest">
                  <td colSpan={spread}>
                    <RestValues
                      values={rest.map(({ key, label, cell }) => [
                        key,
                        label,
                        inOwnDirection(cell(row)),
                      ])}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          <Room height={(rows.length - to) * height} columns={spread} />
        </tbody>
      </table>
    </section>
  );
}
