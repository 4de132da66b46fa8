/** Open orders of a margin account; what they hold does not change, so they are cancelled and placed anew. */

import type { MarginKind } from '@halcyon/domain/web';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { MARGIN_KEYS } from '../../../data/state/margin.ts';
import type { Order } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
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
  const t = useT();
  const query = useOpenOrders(symbol, kind);
  const { busy, cancel } = useCancel(kind);
  const columns = useOrderColumns((order) => (
    <span className="row-actions">
      {more?.(order)}
      <Button
        look="ghost"
        aria-label={t('orders.cancelThis', { id: order.id })}
        busy={busy === order.id}
        onClick={() => void cancel(order)}
      >
        {t('action.cancel')}
      </Button>
    </span>
  ));
  return (
    <ListBody what="orders" query={query} rows={query.rows}>
      {(rows) => (
        <DataTable
          label={t('orders.open')}
          cells={LOW_CELLS}
          columns={columns.filter(({ key }) => key !== 'tpsl')}
          rows={rows}
          rowKey={({ id }) => id}
          onEnd={query.more}
        />
      )}
    </ListBody>
  );
}
