/** Ended orders, and the newest fills; the records page has all of both, with filters. */

import type { HistoryAccount, OrderHistoryRow, OrderPage } from '@halcyon/domain/web';
import { useMemo } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import { amount, dateTime, price } from '../../../data/format.ts';
import type { QueryResult } from '../../../data/query/use-query.ts';
import { fetchEnded } from '../../../data/rest/orders.ts';
import { fetchFills } from '../../../data/rest/trade.ts';
import type { FillRow } from '../../../data/rest/types.ts';
import { KEYS, useAccountQuery, usePagedList } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { ORDER_COLUMNS, type OrderCell, orderCells } from '../../records/order-lines.ts';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';

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
    <OrderList
      label="orders.history"
      what="orders"
      query={query}
      rows={lines}
      columns={columns}
      rowKey={({ row }) => row.id}
      more={query.more}
    />
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
  return listColumns<FillRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <PairCell symbol={row.symbol} />,
    side: (row) => <SideCell side={row.side} />,
    price: (row) => price(row.priceAvg, scales(row.symbol).price),
    size: (row) => `${amount(row.size)} ${coins(row.symbol).base}`,
    value: (row) => `${amount(row.amount)} ${coins(row.symbol).quote}`,
    fee,
    role: (row) => t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
  });
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
  const columns = useFillColumns();
  return (
    <OrderList
      label="orders.fills"
      what="fills"
      query={query}
      rows={query.data ?? []}
      columns={columns}
      rowKey={(row) => row.tradeId + row.side + row.orderId}
    />
  );
}
