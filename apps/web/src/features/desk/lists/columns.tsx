/** The columns of the lists of orders, plans and fills; a product says which it has, and what is in them. */

import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import type { MessageId, Translate } from '../../../platform/locale/intl.tsx';

interface Head {
  readonly label: MessageId;
  /** Figures, at the end of their column. */
  readonly end?: true;
  /** When it goes where there is no room: see components/column-fit.ts. */
  readonly goes?: number;
}

const HEADS = {
  time: { label: 'orders.time' },
  pair: { label: 'orders.pair' },
  kind: { label: 'order.kind' },
  side: { label: 'order.side' },
  trigger: { label: 'order.trigger', end: true },
  price: { label: 'order.price', end: true },
  execution: { label: 'order.execution', end: true },
  average: { label: 'orders.average', end: true },
  size: { label: 'order.size', end: true },
  filled: { label: 'orders.filled', end: true },
  value: { label: 'order.total', end: true },
  fee: { label: 'orders.fee', end: true },
  profit: { label: 'positions.realised', end: true },
  role: { label: 'orders.role' },
  reduce: { label: 'positions.reduceOnly' },
  tpsl: { label: 'orders.tpsl', end: true },
  status: { label: 'orders.status' },
  actions: { label: 'orders.actions', end: true, goes: 0 },
} as const satisfies Readonly<Record<string, Head>>;

/** Names of the columns. */
export type ListColumn = keyof typeof HEADS;

/** What a list has in its columns, in the order of the list. */
export type ListCells<Row> = Partial<Readonly<Record<ListColumn, (row: Row) => ReactNode>>>;

function figure(value: ReactNode): ReactNode {
  return typeof value === 'string' ? <span className="num">{value}</span> : value;
}

/** The columns of a list; text in a column of figures is a figure. */
export function listColumns<Row>(t: Translate, cells: ListCells<Row>): readonly Column<Row>[] {
  return (Object.keys(cells) as ListColumn[]).flatMap((key) => {
    const cell = cells[key];
    if (cell === undefined) return [];
    const head: Head = HEADS[key];
    const content = head.end === true ? (row: Row) => figure(cell(row)) : cell;
    return [{ ...head, key, label: t(head.label), cell: content }];
  });
}
