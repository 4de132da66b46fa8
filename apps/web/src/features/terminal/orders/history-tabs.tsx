/** The newest ended orders and fills; the records page has all of them. */

import { type Column, DataTable } from '../../../components/data-table.tsx';
import { amount, dateTime, price } from '../../../data/format.ts';
import { fetchFills, fetchOrderHistory } from '../../../data/rest/trade.ts';
import type { FillRow } from '../../../data/rest/types.ts';
import { KEYS, useAccountQuery } from '../../../data/state/account.ts';
import { fromHistory, type Order, sizedInQuote } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { statusMessage } from '../../records/status.ts';
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

function useHistoryColumns(): readonly Column<Order>[] {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const priceOf = (text: string, order: Order) =>
    text === '' ? '–' : price(text, scales(order.symbol).price);
  const sizeOf = (order: Order) => {
    const { base, quote } = coins(order.symbol);
    return `${amount(order.size)} ${sizedInQuote(order) ? quote : base}`;
  };
  return [
    { key: 'time', label: t('orders.time'), cell: (order) => dateTime(order.createdAt) },
    { key: 'pair', label: t('orders.pair'), cell: (order) => <PairCell symbol={order.symbol} /> },
    { key: 'type', label: t('order.kind'), cell: (order) => t(`order.kind.${order.type}`) },
    { key: 'side', label: t('order.side'), cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (order) =>
        num(order.price === '' ? t('order.marketPrice') : priceOf(order.price, order)),
    },
    {
      key: 'average',
      label: t('orders.average'),
      end: true,
      cell: (order) => num(priceOf(order.average, order)),
    },
    { key: 'size', label: t('order.size'), end: true, cell: (order) => num(sizeOf(order)) },
    {
      key: 'filled',
      label: t('orders.filled'),
      end: true,
      cell: (order) => num(`${amount(order.filledBase)} ${coins(order.symbol).base}`),
    },
    { key: 'status', label: t('orders.status'), cell: (order) => t(statusMessage(order.status)) },
  ];
}

/** Ended orders. */
export function HistoryTab({ symbol, only }: Props) {
  const t = useT();
  const filter = only ? symbol : undefined;
  const query = useAccountQuery<readonly Order[]>([...KEYS.history, filter ?? ''], async () =>
    (await fetchOrderHistory({ symbol: filter, limit: ROWS })).map(fromHistory),
  );
  const columns = useHistoryColumns();
  return (
    <ListBody query={query} rows={query.data ?? []}>
      {(rows) => (
        <DataTable
          label={t('orders.history')}
          columns={columns}
          rows={rows}
          rowKey={(order) => order.id}
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
  const t = useT();
  const filter = only ? symbol : undefined;
  const query = useAccountQuery<readonly FillRow[]>([...KEYS.fills, filter ?? ''], () =>
    fetchFills({ symbol: filter, limit: ROWS }),
  );
  const columns = useFillColumns();
  return (
    <ListBody query={query} rows={query.data ?? []}>
      {(rows) => (
        <DataTable
          label={t('orders.fills')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.tradeId + row.side + row.orderId}
        />
      )}
    </ListBody>
  );
}
