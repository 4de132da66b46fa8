/** Orders that wait for a price. */

import { type ReactNode, useState } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import { toast } from '../../../components/toast.tsx';
import { wide } from '../../../data/decimal.ts';
import { amount, dateTime, price } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelPlanOrder } from '../../../data/rest/trade.ts';
import type { PlanRow } from '../../../data/rest/types.ts';
import { KEYS, usePlanOrders } from '../../../data/state/account.ts';
import { isTrailing } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { RowActions } from '../../desk/lists/row-actions.tsx';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { planKind } from './plan-kind.ts';

function usePlanColumns(actions: (row: PlanRow) => ReactNode): readonly Column<PlanRow>[] {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const sizeText = (row: PlanRow) => {
    const { base, quote } = coins(row.symbol);
    return `${amount(row.size)} ${row.sizeUnit === 'quote' ? quote : base}`;
  };
  const triggerText = (row: PlanRow) => {
    if (wide(row.triggerPrice) === 0n) return row.callbackRatio ? `${row.callbackRatio}%` : '–';
    return price(row.triggerPrice, scales(row.symbol).price);
  };
  const execution = (row: PlanRow) =>
    row.orderType === 'limit' && wide(row.executePrice) > 0n
      ? price(row.executePrice, scales(row.symbol).price)
      : t('order.marketPrice');
  return listColumns<PlanRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <PairCell symbol={row.symbol} />,
    kind: (row) => t(planKind(row)),
    side: (row) => <SideCell side={row.side} />,
    trigger: triggerText,
    execution,
    size: sizeText,
    actions,
  });
}

/** The list of waiting orders. */
export function PlansTab(props: { readonly symbol: string; readonly only: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const query = usePlanOrders(props.only ? props.symbol : '');
  const [amending, setAmending] = useState<PlanRow | null>(null);
  const cancel = async (row: PlanRow) => {
    try {
      await cancelPlanOrder(row.orderId);
      toast('success', t('orders.cancelled'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      void client.invalidateQueries({ queryKey: KEYS.plans });
    }
  };
  const columns = usePlanColumns((row) => (
    <RowActions
      id={row.orderId}
      onAmend={!isTrailing(row) && (() => setAmending(row))}
      onCancel={() => void cancel(row)}
    />
  ));
  return (
    <>
      <OrderList
        label="orders.plans"
        what="orders"
        query={query}
        rows={query.rows}
        columns={columns}
        rowKey={(row) => row.orderId}
        more={query.more}
      />
      {amending !== null && <PlanDialog row={amending} onClose={() => setAmending(null)} />}
    </>
  );
}
