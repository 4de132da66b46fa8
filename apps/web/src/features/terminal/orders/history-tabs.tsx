/** Ended orders, and the newest fills; the records page has all of both, with filters. */

import type { HistoryAccount, OrderHistoryRow, OrderPage } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { amount, dateTime, price } from '../../../data/format.ts';
import type { QueryResult } from '../../../data/query/use-query.ts';
import { fetchEnded } from '../../../data/rest/orders.ts';
import { fetchFills } from '../../../data/rest/trade.ts';
import type { FillRow } from '../../../data/rest/types.ts';
import { KEYS, useAccountQuery, usePagedList } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { ORDER_COLUMNS, type OrderCell, orderCells } from '../../records/order-lines.ts';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';
import { ListBody } from './list-body.tsx';

interface Props {
  readonly symbol: string;
  readonly only: boolean;
}

const ROWS = 50;

function num(text: string) {
  return <span className="num">{text}</span>;
}

/** Left to the records, which have room for them. */
const RECORDS_ONLY: readonly OrderCell[] = ['fee', 'id'];

function useHistoryColumns(): readonly Column<HistoryLine>[] {
  const t = useT();
  return ORDER_COLUMNS.filter(({ key }) => !RECORDS_ONLY.includes(key)).map((column) => ({
    ...column,
    label: t(column.label),
    cell: ({ row, cells }) => {
      if (column.key === 'pair') return <PairCell symbol={row.symbol} />;
      if (column.key === 'side') return <SideCell side={row.side} />;
      return 'end' in column ? num(cells[column.key]) : cells[column.key];
    },
  }));
}

interface HistoryLine {
  readonly row: OrderHistoryRow;
  readonly cells: Readonly<Record<OrderCell, string>>;
}

/** Orders and plans that ended, all of them, as far as somebody scrolls. */
export function HistoryTab(props: Props & { readonly account?: HistoryAccount }) {
  const t = useT();
  const { symbol, only, account = 'spot' } = props;
  const filter = only ? symbol : undefined;
  const query = usePagedList<OrderHistoryRow, OrderPage<OrderHistoryRow>>(
    [...KEYS.history, account, filter ?? ''],
    (before) => fetchEnded({ account, symbol: filter, before, limit: ROWS }),
  );
  const instruments = useInstruments().data;
  const lines = useMemo(
    () => query.rows.map((row) => ({ row, cells: orderCells({ t, instruments }, row) })),
    [query.rows, t, instruments],
  );
  const columns = useHistoryColumns();
  return (
    <ListBody what="orders" query={query} rows={lines}>
      {(rows) => (
        <DataTable
          label={t('orders.history')}
          columns={columns}
          cells={LOW_CELLS}
          rows={rows}
          rowKey={({ row }) => row.id}
          onEnd={query.more}
        />
      )}
    </ListBody>
  );
}

function useFillColumns(): readonly Column<FillRow>[] {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const fee = (row: FillRow) => {
    const total = row.feeDetail?.totalFee.replace(/^-/, '') ?? '';
    return total === '' ? '–' : `${amount(total)} ${row.feeDetail?.feeCoin ?? ''}`;
  };
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <PairCell symbol={row.symbol} /> },
    { key: 'side', label: t('order.side'), cell: (row) => <SideCell side={row.side} /> },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row) => num(price(row.priceAvg, scales(row.symbol).price)),
    },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (row) => num(`${amount(row.size)} ${coins(row.symbol).base}`),
    },
    {
      key: 'value',
      label: t('order.total'),
      end: true,
      cell: (row) => num(`${amount(row.amount)} ${coins(row.symbol).quote}`),
    },
    { key: 'fee', label: t('orders.fee'), end: true, cell: (row) => num(fee(row)) },
    {
      key: 'role',
      label: t('orders.role'),
      cell: (row) => t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
    },
  ];
}

/** Fills. */
export function FillsTab({ symbol, only }: Props) {
  const filter = only ? symbol : undefined;
  const query = useAccountQuery<readonly FillRow[]>([...KEYS.fills, filter ?? ''], () =>
    fetchFills({ symbol: filter, limit: ROWS }),
  );
  return <FillList query={query} />;
}

/** A list of fills. */
export function FillList({ query }: { readonly query: QueryResult<readonly FillRow[]> }) {
  const t = useT();
  const columns = useFillColumns();
  return (
    <ListBody what="fills" query={query} rows={query.data ?? []}>
      {(rows) => (
        <DataTable
          label={t('orders.fills')}
          columns={columns}
          cells={LOW_CELLS}
          rows={rows}
          rowKey={(row) => row.tradeId + row.side + row.orderId}
        />
      )}
    </ListBody>
  );
}
