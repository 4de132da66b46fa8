/** Open orders of contracts. */

import { useState } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toast } from '../../../components/toast.tsx';
import { dateTime } from '../../../data/format.ts';
import { type ContractOrderRow, cancelContractOrder } from '../../../data/rest/positions.ts';
import { useContractOrders } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { RowActions } from '../../desk/lists/row-actions.tsx';
import { DetailsButton, type ShownDetails } from '../../order-details/use-order-details.tsx';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { usePositionAction } from '../positions/use-position-action.ts';
import { AmendContractDialog } from './amend-contract-dialog.tsx';
import { ContractCell, DoesCell, useContractTexts } from './contract-cells.tsx';

interface ActionProps {
  readonly row: ContractOrderRow;
  readonly details: ShownDetails | undefined;
  readonly onAmend: () => void;
}

function Actions({ row, details, onAmend }: ActionProps) {
  const t = useT();
  const { busy, run } = usePositionAction();
  const cancel = async () => {
    const done = await run(() => cancelContractOrder(row.symbol, row.orderId));
    if (done) toast('success', t('orders.cancelled'));
  };
  return (
    <RowActions id={row.orderId} busy={busy} onAmend={onAmend} onCancel={() => void cancel()}>
      {details !== undefined && <DetailsButton id={row.orderId} details={details} />}
    </RowActions>
  );
}

function useColumns(
  amend: (row: ContractOrderRow) => void,
  details: ShownDetails | undefined,
): readonly Column<ContractOrderRow>[] {
  const t = useT();
  const { price, size } = useContractTexts();
  const exits = (row: ContractOrderRow) => {
    const [profit, loss] = [row.presetStopSurplusPrice, row.presetStopLossPrice];
    return `${price(row.symbol, profit)} / ${price(row.symbol, loss)}`;
  };
  return listColumns<ContractOrderRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    size: (row) => size(row.symbol, row.size),
    filled: (row) => size(row.symbol, row.baseVolume),
    reduce: (row) => (row.reduceOnly === 'YES' ? <Icon name="check" size={14} /> : '–'),
    tpsl: exits,
    actions: (row) => <Actions row={row} details={details} onAmend={() => amend(row)} />,
  });
}

/** The list. @param props.details where a page can show those of an order */
export function OrdersTab(props: { readonly symbol: string; readonly details?: ShownDetails }) {
  const query = useContractOrders(props.symbol);
  const [amending, setAmending] = useState<ContractOrderRow | null>(null);
  const columns = useColumns(setAmending, props.details);
  return (
    <>
      <OrderList
        label="orders.open"
        what="orders"
        query={query}
        rows={query.rows}
        columns={columns}
        rowKey={(row) => row.orderId}
        more={query.more}
      />
      {amending !== null && (
        <AmendContractDialog row={amending} onClose={() => setAmending(null)} />
      )}
    </>
  );
}

/** Cancels what the list shows. */
export function CancelOrders({ symbol }: { readonly symbol: string }) {
  const some = useContractOrders(symbol).rows.length > 0;
  return <CancelAll list="contractBook" symbol={symbol} some={some} />;
}
