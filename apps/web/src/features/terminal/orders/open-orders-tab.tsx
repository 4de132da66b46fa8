/** Open orders: amend in place, cancel. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toast } from '../../../components/toast.tsx';
import { amount, dateTime, plainPercent, price } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelOrder } from '../../../data/rest/trade.ts';
import { forgetOrder, KEYS, useOpenOrders } from '../../../data/state/account.ts';
import { filledShare, type Order, orderValue } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { AmendDialog } from './amend-dialog.tsx';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';
import { ListBody } from './list-body.tsx';

function useCancel(): readonly [ReadonlySet<string>, (order: Order) => void] {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const cancel = async (order: Order) => {
    setBusy((before) => new Set(before).add(order.id));
    try {
      await cancelOrder(order.symbol, order.id);
      forgetOrder(client, order.id);
      toast('success', t('orders.cancelled'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy((before) => new Set([...before].filter((id) => id !== order.id)));
      void client.invalidateQueries({ queryKey: KEYS.open });
    }
  };
  return [busy, (order) => void cancel(order)];
}

function attachedText(order: Order, scale: number): string {
  if (order.takeProfit === '' && order.stopLoss === '') return '–';
  const part = (text: string) => (text === '' ? '–' : price(text, scale));
  return `${part(order.takeProfit)} / ${part(order.stopLoss)}`;
}

/** What a list of open orders says. */
export function useOrderColumns(
  actions: (order: Order) => React.ReactNode,
): readonly Column<Order>[] {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const priceOf = (order: Order) =>
    order.price === '' ? t('order.marketPrice') : price(order.price, scales(order.symbol).price);
  return [
    { key: 'time', label: t('orders.time'), cell: (order) => dateTime(order.createdAt) },
    { key: 'pair', label: t('orders.pair'), cell: (order) => <PairCell symbol={order.symbol} /> },
    { key: 'side', label: t('order.side'), cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (order) => <span className="num">{priceOf(order)}</span>,
    },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (order) => (
        <span className="num">
          {amount(order.size)} {coins(order.symbol).base}
        </span>
      ),
    },
    {
      key: 'filled',
      label: t('orders.filled'),
      end: true,
      cell: (order) => <span className="num">{plainPercent(filledShare(order))}</span>,
    },
    {
      key: 'value',
      label: t('order.total'),
      end: true,
      cell: (order) => (
        <span className="num">
          {amount(orderValue(order), scales(order.symbol).quote)} {coins(order.symbol).quote}
        </span>
      ),
    },
    {
      key: 'tpsl',
      label: t('orders.tpsl'),
      end: true,
      cell: (order) => (
        <span className="num">{attachedText(order, scales(order.symbol).price)}</span>
      ),
    },
    { key: 'actions', goes: 0, label: t('orders.actions'), end: true, cell: actions },
  ];
}

/** The list of open orders. */
export function OpenOrdersTab(props: { readonly symbol: string; readonly only: boolean }) {
  const t = useT();
  const query = useOpenOrders(props.only ? props.symbol : '');
  const [busy, cancel] = useCancel();
  const [amending, setAmending] = useState<Order | null>(null);
  const columns = useOrderColumns((order) => (
    <span className="row-actions">
      {order.type === 'limit' && (
        <Button
          look="ghost"
          icon
          aria-label={t('orders.amendThis', { id: order.id })}
          title={t('orders.amend')}
          onClick={() => setAmending(order)}
        >
          <Icon name="edit" />
        </Button>
      )}
      <Button
        look="ghost"
        aria-label={t('orders.cancelThis', { id: order.id })}
        busy={busy.has(order.id)}
        onClick={() => cancel(order)}
      >
        {t('action.cancel')}
      </Button>
    </span>
  ));
  return (
    <>
      <ListBody what="orders" query={query} rows={query.rows}>
        {(rows) => (
          <DataTable
            label={t('orders.open')}
            cells={LOW_CELLS}
            columns={columns}
            rows={rows}
            rowKey={(order) => order.id}
            onEnd={query.more}
          />
        )}
      </ListBody>
      {amending !== null && <AmendDialog order={amending} onClose={() => setAmending(null)} />}
    </>
  );
}
