/** Cancels a list: says what that would be, how many orders of which pair, kind and side, and asks. */

import {
  type Cancellable,
  isOfContracts,
  type OrderGroup,
  type OrderListName,
} from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { toast } from '../../../components/toast.tsx';
import type { QueryKey } from '../../../data/query/query.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { cancelListed, fetchCancellable } from '../../../data/rest/cancel-all.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { KEYS } from '../../../data/state/account.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useConfirmations } from '../../../platform/storage/confirmations.ts';
import { kindMessage } from '../../records/order-words.ts';
import { SideCell, usePairs } from './cells.tsx';

/** What is shown of each list; the stream tells what else has changed. */
const SHOWN: Readonly<Record<OrderListName, QueryKey>> = {
  book: KEYS.open,
  plans: KEYS.plans,
  contractBook: FUTURES_KEYS.orders,
  contractPlans: FUTURES_KEYS.plans,
  crossedBook: KEYS.marginOrders,
  isolatedBook: KEYS.marginOrders,
};

interface Props {
  readonly list: OrderListName;
  /** Of this pair alone; '' = of all. */
  readonly symbol: string;
  readonly onClose: () => void;
}

/** What is listed, once that is known; without a question it is cancelled at once. */
function useCancelAll({ list, symbol, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const asks = useConfirmations().has('cancelAll');
  const [listed, setListed] = useState<Cancellable | null>(null);
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => toast('error', errorText(t, error));
  const cancel = async ({ upTo }: Cancellable) => {
    setBusy(true);
    try {
      const ofPair = symbol === '' ? {} : { symbol };
      const { cancelled, refused } = await cancelListed({ list, upTo, ...ofPair });
      toast('success', t('orders.allCancelled', { count: cancelled }));
      if (refused > 0) toast('error', t('orders.cancelRefused', { count: refused }));
      onClose();
    } catch (error) {
      failed(error);
      if (!asks) onClose();
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: SHOWN[list] });
    }
  };
  const start = async () => {
    try {
      const found = await fetchCancellable(list, symbol);
      if (asks) setListed(found);
      else await cancel(found);
    } catch (error) {
      failed(error);
      onClose();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is named stays what was named first
  useEffect(() => void start(), []);
  return { listed, busy, cancel };
}

/** The dialog; nothing is to be seen before it is known what would be cancelled. */
export function CancelAllDialog(props: Props) {
  const t = useT();
  const pairOf = usePairs();
  const { listed, busy, cancel } = useCancelAll(props);
  if (listed === null) return null;
  const { groups } = listed;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const nameOf = (symbol: string) => (isOfContracts(props.list) ? symbol : pairOf(symbol));
  const columns: readonly TableColumn<OrderGroup>[] = [
    { key: 'pair', label: t('orders.pair'), cell: (group) => nameOf(group.symbol) },
    { key: 'kind', label: t('order.kind'), cell: (group) => t(kindMessage(group.kind)) },
    { key: 'side', label: t('order.side'), cell: (group) => <SideCell side={group.side} /> },
    {
      key: 'count',
      label: t('orders.title'),
      end: true,
      cell: (group) => <span className="num">{group.count}</span>,
    },
  ];
  return (
    <ConfirmDialog
      title={t('orders.cancelAll')}
      text={t('orders.cancelAllText', { count })}
      confirm={t('orders.cancelAll')}
      danger
      busy={busy}
      onConfirm={() => void cancel(listed)}
      onClose={props.onClose}
    >
      <div className="cancel-groups">
        <DataTable
          label={t('orders.cancelAll')}
          columns={columns}
          rows={groups}
          rowKey={({ symbol, kind, side }) => `${symbol} ${kind} ${side}`}
        />
      </div>
    </ConfirmDialog>
  );
}
