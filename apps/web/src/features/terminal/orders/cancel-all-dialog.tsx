/** Says what is about to be cancelled: how many orders of which pair, kind and side. */

import type { OrderGroup } from '@halcyon/domain/web';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { kindMessage } from '../../records/order-words.ts';
import { SideCell, usePairs } from './cells.tsx';

/** The dialog. */
export function CancelAllDialog(props: {
  readonly groups: readonly OrderGroup[];
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const pairOf = usePairs();
  const { groups, busy, onConfirm, onClose } = props;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const columns: readonly Column<OrderGroup>[] = [
    { key: 'pair', label: t('orders.pair'), cell: (group) => pairOf(group.symbol) },
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
      onConfirm={onConfirm}
      onClose={onClose}
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
