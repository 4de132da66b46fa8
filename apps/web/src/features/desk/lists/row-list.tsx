/** A list of orders, plans or fills, for any product: its rows, or why there are none. */

import type { ReactNode } from 'react';
import { DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { listColumns } from './columns.tsx';
import type { DeskList, ListOf, ShownList } from './list-product.ts';

interface Props<Row> {
  readonly list: ListOf<Row>;
  readonly symbol: string;
  /** What can be done with a row; absent: nothing. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}

/** The rows of a list. */
export function RowList<Row>({ list, symbol, actions }: Props<Row>) {
  const t = useT();
  const query = list.useRows(symbol);
  const cells = list.useCells();
  const all = actions === undefined ? cells : { ...cells, actions };
  const columns = listColumns<Row>(t, all, list.goes);
  return (
    <ListBody what={list.what} query={query} rows={query.rows}>
      {(rows) => (
        <DataTable
          label={t(list.label)}
          cells={LOW_CELLS}
          columns={columns}
          rows={rows}
          rowKey={list.idOf}
          onEnd={query.more}
        />
      )}
    </ListBody>
  );
}

/** A list of what has ended. */
export function rowList<Row>(list: ListOf<Row>): DeskList {
  function List({ symbol, more }: ShownList) {
    const actions = more === undefined ? undefined : (row: Row) => more(list.idOf(row));
    return <RowList list={list} symbol={symbol} actions={actions} />;
  }
  return { List };
}
