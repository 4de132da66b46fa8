/** The columns of the lists of orders, plans and fills; a product says which it has, and what is in them. */

import type { ReactNode } from 'react';
import type { TableColumn } from '../../../components/data-table.tsx';
import type { Translate } from '../../../platform/locale/intl.tsx';
import { type GoingOrder, headsOf, type ListColumn } from './heads.ts';

/** What a list has in its columns, in the order of the list. */
export type ListCells<Row> = Partial<Readonly<Record<ListColumn, (row: Row) => ReactNode>>>;

function figure(value: ReactNode): ReactNode {
  return typeof value === 'string' ? <span className="num">{value}</span> : value;
}

/** The columns of a list; text in a column of figures is a figure. */
export function listColumns<Row>(
  t: Translate,
  cells: ListCells<Row>,
  goes?: GoingOrder,
): readonly TableColumn<Row>[] {
  return headsOf(Object.keys(cells) as ListColumn[], goes).flatMap((head) => {
    const cell = cells[head.key];
    if (cell === undefined) return [];
    const content = head.end === true ? (row: Row) => figure(cell(row)) : cell;
    return [{ ...head, label: t(head.label), cell: content }];
  });
}
