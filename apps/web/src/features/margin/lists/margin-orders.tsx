/** Open orders of a margin account; what they hold does not change, so they are cancelled and placed anew. */

import type { MarginKind } from '@halcyon/domain/web';
import { type ReactNode, useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { MARGIN_KEYS } from '../../../data/state/margin.ts';
import type { Order } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { RowActions } from '../../desk/lists/row-actions.tsx';
import { useOrderColumns } from '../../terminal/orders/open-orders-tab.tsx';

interface Props {
  readonly kind: MarginKind;
  /** Of this pair alone; '' = of all. */
  readonly symbol: string;
  /** What else can be done with an order. */
  readonly more?: (order: Order) => ReactNode;
}

function useCancel(kind: MarginKind) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState('');
  const cancel = async ({ id, symbol }: Order) => {
    setBusy(id);
    try {
      await cancelMarginOrder(kind, symbol, id);
      toast('success', t('orders.cancelled'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy('');
      void client.invalidateQueries({ queryKey: MARGIN_KEYS.all });
    }
  };
  return { busy, cancel };
}

/** The list. */
export function MarginOrders({ kind, symbol, more }: Props) {
  const query = useOpenOrders(symbol, kind);
  const { busy, cancel } = useCancel(kind);
  const columns = useOrderColumns((order) => (
    <RowActions id={order.id} busy={busy === order.id} onCancel={() => void cancel(order)}>
      {more?.(order)}
    </RowActions>
  ));
  return (
    <OrderList
      label="orders.open"
      what="orders"
      query={query}
      rows={query.rows}
      columns={columns.filter(({ key }) => key !== 'tpsl')}
      rowKey={({ id }) => id}
      more={query.more}
    />
  );
}
