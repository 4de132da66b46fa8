/** Open orders: amend in place, cancel. */

import { useState } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import { toast } from '../../../components/toast.tsx';
import { amount, dateTime, plainPercent, price } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelOrder } from '../../../data/rest/trade.ts';
import { forgetOrder, KEYS, useOpenOrders } from '../../../data/state/account.ts';
import { filledShare, type Order, orderValue } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { RowActions } from '../../desk/lists/row-actions.tsx';
import { AmendDialog } from './amend-dialog.tsx';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';

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
  return listColumns<Order>(t, {
    time: (order) => dateTime(order.createdAt),
    pair: (order) => <PairCell symbol={order.symbol} />,
    side: (order) => <SideCell side={order.side} />,
    price: priceOf,
    size: (order) => `${amount(order.size)} ${coins(order.symbol).base}`,
    filled: (order) => plainPercent(filledShare(order)),
    value: (order) =>
      `${amount(orderValue(order), scales(order.symbol).quote)} ${coins(order.symbol).quote}`,
    tpsl: (order) => attachedText(order, scales(order.symbol).price),
    actions,
  });
}

/** The list of open orders. */
export function OpenOrdersTab(props: { readonly symbol: string; readonly only: boolean }) {
  const query = useOpenOrders(props.only ? props.symbol : '');
  const [busy, cancel] = useCancel();
  const [amending, setAmending] = useState<Order | null>(null);
  const columns = useOrderColumns((order) => (
    <RowActions
      id={order.id}
      busy={busy.has(order.id)}
      onAmend={order.type === 'limit' && (() => setAmending(order))}
      onCancel={() => cancel(order)}
    />
  ));
  return (
    <>
      <OrderList
        label="orders.open"
        what="orders"
        query={query}
        rows={query.rows}
        columns={columns}
        rowKey={(order) => order.id}
        more={query.more}
      />
      {amending !== null && <AmendDialog order={amending} onClose={() => setAmending(null)} />}
    </>
  );
}
