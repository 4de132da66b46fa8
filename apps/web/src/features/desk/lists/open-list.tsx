/** A list of what has not ended, for any product: each row can be cancelled, some can be amended. */

import { useState } from 'react';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import type { OpenDeskList, OpenListOf, ShownList } from './list-product.ts';
import { RowActions } from './row-actions.tsx';
import { RowList } from './row-list.tsx';
import { useCancel } from './use-cancel.ts';

function OpenRows<Row>({ list, symbol, more }: ShownList & { readonly list: OpenListOf<Row> }) {
  const { idOf, amend, Actions } = list;
  const [busy, cancel] = useCancel(list);
  const [amending, setAmending] = useState<Row | null>(null);
  const actions = (row: Row) => (
    <RowActions
      id={idOf(row)}
      busy={busy.has(idOf(row))}
      onAmend={amend?.has(row) === true && (() => setAmending(row))}
      onCancel={() => void cancel(row)}
    >
      {Actions !== undefined && <Actions row={row} />}
      {more?.(idOf(row))}
    </RowActions>
  );
  return (
    <>
      <RowList list={list} symbol={symbol} actions={actions} />
      {amend !== undefined && amending !== null && (
        <amend.Dialog row={amending} onClose={() => setAmending(null)} />
      )}
    </>
  );
}

/** Such a list, and what cancels all that it shows. */
export function openList<Row>(list: OpenListOf<Row>): OpenDeskList {
  return {
    List: (shown) => <OpenRows list={list} {...shown} />,
    CancelAll: ({ symbol }) => {
      const some = list.useRows(symbol).rows.length > 0;
      if (list.list === undefined) return null;
      return <CancelAll list={list.list} symbol={symbol} some={some} />;
    },
  };
}
