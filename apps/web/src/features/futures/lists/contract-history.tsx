/** What has happened on a futures account: ended orders, fills, closed positions, fundings. */

import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import type { Listed } from '../../../components/empty-list.tsx';
import { amount, dateTime } from '../../../data/format.ts';
import {
  type ClosedPositionRow,
  type ContractBillRow,
  type ContractFillRow,
  type ContractOrderRow,
  type ContractPage,
  fetchClosedPositions,
  fetchContractFills,
  fetchContractHistory,
  fetchFundingBills,
} from '../../../data/rest/positions.ts';
import { usePagedList } from '../../../data/state/account.ts';
import { FUTURES_KEYS, PAGE_ROWS } from '../../../data/state/positions.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { DetailsButton, type ShownDetails } from '../../order-details/use-order-details.tsx';
import { statusMessage } from '../../records/status.ts';
import { Profit } from '../positions/position-cells.tsx';
import { ContractCell, DoesCell, useContractTexts } from './contract-cells.tsx';

interface Props {
  /** '' = of all contracts. */
  readonly symbol: string;
}

interface ListProps<Row> extends Props {
  readonly queryKey: readonly unknown[];
  readonly label: MessageId;
  readonly what: Listed;
  readonly read: (page: ContractPage) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/** All rows, as far as somebody scrolls. */
function PagedTab<Row extends { readonly endId: string }>({
  symbol,
  queryKey,
  label,
  what,
  read,
  idOf,
  columns,
}: ListProps<Row>) {
  const query = usePagedList<Row, { rows: readonly Row[]; next: string | null }>(
    [...queryKey, symbol, 'pages'],
    async (before) => {
      const rows = await read({
        symbol: symbol === '' ? undefined : symbol,
        idLessThan: before === '' ? undefined : before,
        limit: PAGE_ROWS,
      });
      const last = rows.at(-1);
      const more = rows.length >= PAGE_ROWS && last !== undefined;
      return { rows, next: more ? last.endId : null };
    },
  );
  return (
    <OrderList
      label={label}
      what={what}
      query={query}
      rows={query.rows}
      columns={columns}
      rowKey={idOf}
      more={query.more}
    />
  );
}

function end<Row>(key: string, label: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, label, end: true, cell };
}

/** Orders that ended. @param props.details where a page can show those of an order */
export function HistoryTab({ symbol, details }: Props & { readonly details?: ShownDetails }) {
  const t = useT();
  const { price, size } = useContractTexts();
  const columns = listColumns<ContractOrderRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    average: (row) => price(row.symbol, row.priceAvg),
    size: (row) => size(row.symbol, row.size),
    filled: (row) => size(row.symbol, row.baseVolume),
    profit: (row) => <Profit text={row.totalProfits} />,
    status: (row) => t(statusMessage(row.status)),
    ...(details !== undefined && {
      actions: (row) => <DetailsButton id={row.orderId} details={details} />,
    }),
  });
  return (
    <PagedTab
      symbol={symbol}
      queryKey={FUTURES_KEYS.history}
      label="orders.history"
      what="orders"
      read={fetchContractHistory}
      idOf={(row) => row.orderId}
      columns={columns}
    />
  );
}

/** Own trades. */
export function FillsTab({ symbol }: Props) {
  const t = useT();
  const { price, size } = useContractTexts();
  const columns = listColumns<ContractFillRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    size: (row) => size(row.symbol, row.baseVolume),
    value: (row) => amount(row.quoteVolume, 2),
    fee: (row) => amount(row.feeDetail?.[0]?.totalFee, 4),
    profit: (row) => <Profit text={row.profit} />,
    // What was closed against another position was in no book.
    role: (row) =>
      row.orderId === '0' ? '–' : t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
  });
  return (
    <PagedTab
      symbol={symbol}
      queryKey={FUTURES_KEYS.fills}
      label="orders.fills"
      what="fills"
      read={fetchContractFills}
      idOf={(row) => row.tradeId}
      columns={columns}
    />
  );
}

/** Positions that were closed. */
export function ClosedTab({ symbol }: Props) {
  const t = useT();
  const { num, price, size } = useContractTexts();
  const columns: readonly Column<ClosedPositionRow>[] = [
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    {
      key: 'side',
      label: t('order.side'),
      cell: (row) => (
        <span className={row.holdSide === 'long' ? 'up' : 'down'}>
          {t(`positions.side.${row.holdSide}`)} · {t(`positions.mode.${row.marginMode}`)}
        </span>
      ),
    },
    end('size', t('positions.size'), (row) => num(size(row.symbol, row.closeTotalPos))),
    end('entry', t('positions.entryPrice'), (row) => num(price(row.symbol, row.openAvgPrice))),
    end('exit', t('positions.exitPrice'), (row) => num(price(row.symbol, row.closeAvgPrice))),
    end('profit', t('positions.realised'), (row) => <Profit text={row.pnl} />),
    end('funding', t('positions.funding'), (row) => <Profit text={row.totalFunding} />),
    end('net', t('positions.net'), (row) => <Profit text={row.netProfit} />),
    { key: 'from', label: t('positions.opened'), cell: (row) => dateTime(row.ctime) },
    { key: 'to', label: t('positions.closed'), cell: (row) => dateTime(row.utime) },
  ];
  return (
    <PagedTab
      symbol={symbol}
      queryKey={FUTURES_KEYS.closed}
      label="positions.history"
      what="records"
      read={fetchClosedPositions}
      idOf={(row) => row.positionId}
      columns={columns}
    />
  );
}

/** What fundings brought and cost. */
export function FundingTab({ symbol }: Props) {
  const t = useT();
  const columns: readonly Column<ContractBillRow>[] = [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    end('amount', t('positions.funding'), (row) => <Profit text={row.amount} />),
  ];
  return (
    <PagedTab
      symbol={symbol}
      queryKey={FUTURES_KEYS.funding}
      label="positions.funding"
      what="records"
      read={fetchFundingBills}
      idOf={(row) => row.billId}
      columns={columns}
    />
  );
}
