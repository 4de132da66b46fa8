/** Orders that wait for a price. */

import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { Icon } from '../../../components/icon.tsx';
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
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';
import { ListBody } from './list-body.tsx';
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
  const num = (text: string) => <span className="num">{text}</span>;
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <PairCell symbol={row.symbol} /> },
    { key: 'kind', label: t('order.kind'), cell: (row) => t(planKind(row)) },
    { key: 'side', label: t('order.side'), cell: (row) => <SideCell side={row.side} /> },
    { key: 'trigger', label: t('order.trigger'), end: true, cell: (row) => num(triggerText(row)) },
    { key: 'price', label: t('order.execution'), end: true, cell: (row) => num(execution(row)) },
    { key: 'size', label: t('order.size'), end: true, cell: (row) => num(sizeText(row)) },
    { key: 'actions', goes: 0, label: t('orders.actions'), end: true, cell: actions },
  ];
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
    <span className="row-actions">
      {!isTrailing(row) && (
        <Button
          look="ghost"
          icon
          aria-label={t('orders.amendThis', { id: row.orderId })}
          title={t('orders.amend')}
          onClick={() => setAmending(row)}
        >
          <Icon name="edit" />
        </Button>
      )}
      <Button
        look="ghost"
        aria-label={t('orders.cancelThis', { id: row.orderId })}
        onClick={() => void cancel(row)}
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
            label={t('orders.plans')}
            cells={LOW_CELLS}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.orderId}
            onEnd={query.more}
          />
        )}
      </ListBody>
      {amending !== null && <PlanDialog row={amending} onClose={() => setAmending(null)} />}
    </>
  );
}
