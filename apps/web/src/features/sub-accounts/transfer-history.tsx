/** The money that a sub-account sent to others of its family, or received from them. */

import type { FamilyRead, SubAccountEntry } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { type CursorPage, usePages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { accountText } from '../transfer/account-names.ts';
import { type FamilyTransfer, fetchTransfersOf, type Role, SUB_KEYS } from './sub-api.ts';
import { FamilyTransferDialog } from './transfer-dialog.tsx';

function useColumns({ own, subs }: FamilyRead): TableColumn<FamilyTransfer>[] {
  const t = useT();
  const who = (uid: string, kind: string) => {
    const name = uid === own.uid ? t('subs.main') : subs.find((one) => one.uid === uid)?.name;
    return `${name ?? uid}: ${accountText(t, kind)}`;
  };
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.ts) },
    {
      key: 'amount',
      label: t('transfer.amount'),
      cell: (row) => <span className="num">{`${amount(row.size)} ${row.coin}`}</span>,
    },
    { key: 'from', label: t('transfer.from'), cell: (row) => who(row.fromUserId, row.fromType) },
    { key: 'to', label: t('transfer.to'), cell: (row) => who(row.toUserId, row.toType) },
  ];
}

function Rows(props: {
  readonly sub: SubAccountEntry;
  readonly family: FamilyRead;
  readonly role: Role;
}) {
  const t = useT();
  const { sub, family, role } = props;
  const columns = useColumns(family);
  const list = usePages<FamilyTransfer, CursorPage<FamilyTransfer>>({
    queryKey: [...SUB_KEYS.transfers, sub.uid, role],
    read: (before) => fetchTransfersOf(sub.uid, role, before),
    enabled: true,
    staleTime: 0,
  });
  if (list.isPending) return <SkeletonRows rows={4} />;
  if (list.isError) {
    const retry = () => void list.refetch();
    return <ErrorState message={errorText(t, list.error)} onRetry={retry} />;
  }
  if (list.rows.length === 0) return <EmptyList what="transfers" />;
  return (
    <DataTable
      label={t('subs.history')}
      columns={columns}
      rows={list.rows}
      rowKey={(row) => row.transferId}
      onEnd={list.more}
    />
  );
}

/** The list, and the way to move more. */
export function TransferHistory(props: {
  readonly sub: SubAccountEntry;
  readonly family: FamilyRead;
}) {
  const t = useT();
  const { sub, family } = props;
  const [role, setRole] = useState<Role>('receiver');
  const [moving, setMoving] = useState(false);
  return (
    <section className="card">
      <Tabs<Role>
        label={t('subs.history')}
        items={[
          { key: 'receiver', label: t('subs.received') },
          { key: 'initiator', label: t('subs.sent') },
        ]}
        value={role}
        onChange={setRole}
        extra={<Button onClick={() => setMoving(true)}>{t('nav.transfer')}</Button>}
      >
        <Rows key={role} sub={sub} family={family} role={role} />
      </Tabs>
      {moving && (
        <FamilyTransferDialog family={family} to={sub.uid} onClose={() => setMoving(false)} />
      )}
    </section>
  );
}
