/** The latest paper orders beside the live market. */

import type { PaperFidelityRow } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { duration } from '../../data/duration.ts';
import { dateTime, grouped } from '../../data/format.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { basisPoints } from './fidelity-text.ts';

/** The list. */
export function FidelityOrders({ rows }: { readonly rows: readonly PaperFidelityRow[] }) {
  const t = useT();
  const instruments = useInstruments().data;
  if (rows.length === 0) return <EmptyList what="orders" />;
  const num = (text: string) => <span className="num">{text}</span>;
  const pair = (symbol: string) => {
    const known = instruments?.get(symbol);
    return known === undefined ? symbol : `${known.base}/${known.quote}`;
  };
  const columns: readonly TableColumn<PaperFidelityRow>[] = [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    {
      key: 'pair',
      label: t('orders.pair'),
      cell: (row) =>
        row.product === 'spot' ? pair(row.symbol) : `${row.symbol} ${t('nav.perpetual')}`,
    },
    {
      key: 'side',
      label: t('order.side'),
      cell: (row) => (
        <span className={row.side === 'buy' ? 'up' : 'down'}>{t(`order.${row.side}`)}</span>
      ),
    },
    {
      key: 'price',
      label: t('orders.average'),
      end: true,
      cell: (row) => num(grouped(row.price)),
    },
    {
      key: 'live',
      label: t('fidelity.livePrice'),
      end: true,
      cell: (row) => num(grouped(row.livePrice)),
    },
    {
      key: 'slippage',
      label: t('fidelity.slippage'),
      end: true,
      cell: (row) => num(basisPoints(t, row.slippageBp)),
    },
    {
      key: 'queue',
      label: t('fidelity.queue'),
      end: true,
      cell: (row) => (row.queuedMs === null ? t('fidelity.atOnce') : num(duration(row.queuedMs))),
    },
  ];
  return (
    <DataTable
      label={t('fidelity.latest')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.orderId}
    />
  );
}
