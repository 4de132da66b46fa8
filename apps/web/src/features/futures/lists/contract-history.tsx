/** What has happened on a futures account: ended orders, fills, closed positions, fundings. */

import type { ReactNode } from 'react';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
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
import { DetailsButton, type ShownDetails } from '../../order-details/use-order-details.tsx';
import { statusMessage } from '../../records/status.ts';
import { ListBody } from '../../terminal/orders/list-body.tsx';
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
  const t = useT();
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
    <ListBody what={what} query={query} rows={query.rows}>
      {(rows) => (
        <DataTable
          label={t(label)}
          columns={columns}
          cells={LOW_CELLS}
          rows={rows}
          rowKey={idOf}
          onEnd={query.more}
        />
      )}
    </ListBody>
  );
}

function end<Row>(key: string, label: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, label, end: true, cell };
}

/** Orders that ended. @param props.details where a page can show those of an order */
export function HistoryTab({ symbol, details }: Props & { readonly details?: ShownDetails }) {
  const t = useT();
  const { num, price, size } = useContractTexts();
  const columns: readonly Column<ContractOrderRow>[] = [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    { key: 'side', label: t('order.side'), cell: (row) => <DoesCell row={row} /> },
    end('price', t('order.price'), (row) => num(price(row.symbol, row.price))),
    end('average', t('orders.average'), (row) => num(price(row.symbol, row.priceAvg))),
    end('size', t('order.size'), (row) => num(size(row.symbol, row.size))),
    end('filled', t('orders.filled'), (row) => num(size(row.symbol, row.baseVolume))),
    end('profit', t('positions.realised'), (row) => <Profit text={row.totalProfits} />),
    { key: 'status', label: t('orders.status'), cell: (row) => t(statusMessage(row.status)) },
    ...(details === undefined
      ? []
      : [
          {
            ...end<ContractOrderRow>('actions', t('orders.actions'), (row) => (
              <DetailsButton id={row.orderId} details={details} />
            )),
            goes: 0,
          },
        ]),
  ];
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
  const { num, price, size } = useContractTexts();
  const columns: readonly Column<ContractFillRow>[] = [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    { key: 'side', label: t('order.side'), cell: (row) => <DoesCell row={row} /> },
    end('price', t('order.price'), (row) => num(price(row.symbol, row.price))),
    end('size', t('order.size'), (row) => num(size(row.symbol, row.baseVolume))),
    end('value', t('order.total'), (row) => num(amount(row.quoteVolume, 2))),
    end('fee', t('orders.fee'), (row) => num(amount(row.feeDetail?.[0]?.totalFee, 4))),
    end('profit', t('positions.realised'), (row) => <Profit text={row.profit} />),
    {
      key: 'role',
      label: t('orders.role'),
      // What was closed against another position was in no book.
      cell: (row) =>
        row.orderId === '0' ? '–' : t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
    },
  ];
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
