/** A list of orders, plans or fills: its rows, or why there are none. */

import type { ComponentProps } from 'react';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';

interface Props<Row> extends Pick<ComponentProps<typeof ListBody>, 'query'> {
  readonly label: MessageId;
  readonly what: ComponentProps<typeof ListBody>['what'];
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Asks for more rows, where there may be more than are read. */
  readonly more?: (() => void) | undefined;
}

/** The list. */
export function OrderList<Row>(props: Props<Row>) {
  const t = useT();
  const { label, what, query, columns, rowKey, more } = props;
  return (
    <ListBody what={what} query={query} rows={props.rows}>
      {(rows) => (
        <DataTable
          label={t(label)}
          cells={LOW_CELLS}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onEnd={more}
        />
      )}
    </ListBody>
  );
}
