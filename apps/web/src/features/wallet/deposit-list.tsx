/** The latest deposits: those on their way with their confirmations, then those that were credited. */

import type { ArrivingList, ArrivingRow } from '@halcyon/domain/web';
import { useEffect } from 'react';
import { HashText } from '../../components/hash-text.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import type { DepositRow } from '../../data/rest/types.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { fetchArriving, fetchLatestDeposits } from './wallet-api.ts';
import { Confirmations, ListCard, useStatusText, WALLET_KEYS } from './wallet-parts.tsx';

/** How often the chain is asked, ms: more often than it has blocks. */
const LOOK_MS = 1_000;

/** One or the other. */
type Line = { readonly id: string; readonly arriving?: ArrivingRow; readonly done?: DepositRow };

/** What is on its way to the person. */
export function useArriving() {
  return useQuery<ArrivingList>({
    queryKey: WALLET_KEYS.arriving,
    queryFn: fetchArriving,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
}

/** The list; `arriving` is read by the page, which tells of it elsewhere too. */
export function DepositList({ arriving }: { readonly arriving: ArrivingList | undefined }) {
  const t = useT();
  const status = useStatusText();
  const query = useQuery<readonly DepositRow[]>({
    queryKey: WALLET_KEYS.deposits,
    queryFn: fetchLatestDeposits,
  });
  const { refetch } = query;
  const coming = arriving?.rows ?? [];
  const names = coming.map(({ transaction }) => transaction).join();
  // What is not on its way any more has been credited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which ones there are is the reason
  useEffect(() => void refetch(), [names, refetch]);
  // What is pending is told of by the chain, more often than this is read.
  const done = query.data
    ?.filter((row) => row.status !== 'pending')
    .map((row): Line => ({ id: row.tradeId, done: row }));
  const lines = done && [
    ...coming.map((row): Line => ({ id: row.transaction, arriving: row })).reverse(),
    ...done,
  ];
  const needed = arriving?.confirmationsNeeded ?? 0;
  const of = ({ arriving: row, done: credited }: Line) => ({
    time: row?.seenAt ?? Number(credited?.cTime),
    coin: row?.coin ?? credited?.coin ?? '',
    size: row?.size ?? credited?.size ?? '',
  });
  const statusOf = (line: Line) => {
    if (line.arriving !== undefined) {
      const count = line.arriving.confirmations;
      const word = t(count === 0 ? 'wallet.status.seen' : 'wallet.status.confirming');
      return <Confirmations count={count} needed={needed} word={word} />;
    }
    if (line.done === undefined) return '';
    return line.done.status === 'success' ? t('wallet.status.credited') : status(line.done);
  };
  const receipts = useReceipt<Line>(({ done: credited }) => {
    if (credited === undefined) return undefined;
    return { of: 'movement', account: 'spot', id: credited.orderId };
  });
  return (
    <ListCard<Line>
      title={t('records.deposits')}
      what="deposits"
      query={{ ...query, data: lines }}
      rowKey={(line) => line.id}
      columns={[
        { key: 'time', label: t('orders.time'), cell: (line) => dateTime(of(line).time) },
        { key: 'coin', label: t('assets.coin'), cell: (line) => of(line).coin },
        { key: 'size', label: t('order.size'), cell: (line) => amount(of(line).size), end: true },
        { key: 'status', label: t('orders.status'), cell: statusOf },
        {
          key: 'id',
          label: t('records.entryId'),
          cell: ({ id }) => <HashText text={id} />,
        },
        receipts.column,
      ]}
    >
      {receipts.dialog}
    </ListCard>
  );
}
