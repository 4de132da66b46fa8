/** Open orders of contracts. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toast } from '../../../components/toast.tsx';
import { dateTime } from '../../../data/format.ts';
import { type ContractOrderRow, cancelContractOrder } from '../../../data/rest/positions.ts';
import { useContractOrders } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { DetailsButton, type ShownDetails } from '../../order-details/use-order-details.tsx';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { usePositionAction } from '../positions/use-position-action.ts';
import { AmendContractDialog } from './amend-contract-dialog.tsx';
import { ContractCell, DoesCell, useContractTexts } from './contract-cells.tsx';

function Cancel({ row }: { readonly row: ContractOrderRow }) {
  const t = useT();
  const { busy, run } = usePositionAction();
  const cancel = async () => {
    const done = await run(() => cancelContractOrder(row.symbol, row.orderId));
    if (done) toast('success', t('orders.cancelled'));
  };
  return (
    <Button
      look="ghost"
      aria-label={t('orders.cancelThis', { id: row.orderId })}
      busy={busy}
      onClick={() => void cancel()}
    >
      {t('action.cancel')}
    </Button>
  );
}

function useColumns(
  amend: (row: ContractOrderRow) => void,
  details: ShownDetails | undefined,
): readonly Column<ContractOrderRow>[] {
  const t = useT();
  const { num, price, size } = useContractTexts();
  const exits = (row: ContractOrderRow) => {
    const [profit, loss] = [row.presetStopSurplusPrice, row.presetStopLossPrice];
    return `${price(row.symbol, profit)} / ${price(row.symbol, loss)}`;
  };
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    { key: 'side', label: t('order.side'), cell: (row) => <DoesCell row={row} /> },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row) => num(price(row.symbol, row.price)),
    },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (row) => num(size(row.symbol, row.size)),
    },
    {
      key: 'filled',
      label: t('orders.filled'),
      end: true,
      cell: (row) => num(size(row.symbol, row.baseVolume)),
    },
    {
      key: 'reduce',
      label: t('positions.reduceOnly'),
      cell: (row) => (row.reduceOnly === 'YES' ? <Icon name="check" size={14} /> : '–'),
    },
    { key: 'tpsl', label: t('orders.tpsl'), end: true, cell: (row) => num(exits(row)) },
    {
      key: 'actions',
      goes: 0,
      label: t('orders.actions'),
      end: true,
      cell: (row) => (
        <span className="row-actions">
          {details !== undefined && <DetailsButton id={row.orderId} details={details} />}
          <Button
            look="ghost"
            icon
            aria-label={t('orders.amendThis', { id: row.orderId })}
            title={t('orders.amend')}
            onClick={() => amend(row)}
          >
            <Icon name="edit" />
          </Button>
          <Cancel row={row} />
        </span>
      ),
    },
  ];
}

/** The list. @param props.details where a page can show those of an order */
export function OrdersTab(props: { readonly symbol: string; readonly details?: ShownDetails }) {
  const t = useT();
  const query = useContractOrders(props.symbol);
  const [amending, setAmending] = useState<ContractOrderRow | null>(null);
  const columns = useColumns(setAmending, props.details);
  return (
    <>
      <ListBody what="orders" query={query} rows={query.rows}>
        {(rows) => (
          <DataTable
            label={t('orders.open')}
            cells={LOW_CELLS}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.orderId}
            onEnd={query.more}
          />
        )}
      </ListBody>
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
