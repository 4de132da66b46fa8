/** What an order is and did: its figures, its fills, and of a margin account what it borrowed and paid back. */

import type { LoanRow, OrderDetail, RepaymentRow } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { decimalsOf } from '../../data/decimal.ts';
import { amount, dateTime, price } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchMarginLog } from '../../data/rest/margin-log.ts';
import { fetchOrder } from '../../data/rest/orders.ts';
import { KEYS, useAccountQuery } from '../../data/state/account.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useListed } from '../../data/state/listed.ts';
import { FUTURES_KEYS } from '../../data/state/positions.ts';
import type { ProductName } from '../../data/state/product.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';
import { LOAN_TYPE_NAMES, marginAccountText } from '../records/margin-words.ts';
import { ORDER_COLUMNS, type OrderCell, orderCells } from '../records/order-lines.ts';
import { FigureLine } from '../terminal/figure-line.tsx';
import { fetchOrderFills, type OrderDetailFill, ROWS } from './order-fills.ts';
import './details.css';

/** What is shown of which order. */
export interface OrderDetailsProps {
  readonly id: string;
  readonly product: ProductName;
  readonly onClose: () => void;
}

interface Found {
  readonly order: OrderDetail;
  readonly fills: readonly OrderDetailFill[];
  /** null = orders of this account borrow nothing. */
  readonly loans: readonly (LoanRow | RepaymentRow)[] | null;
}

type Figure = readonly [label: string, text: string];

const num = (text: string) => <span className="num">{text}</span>;

async function fetchLoans({ account, id }: OrderDetail): Promise<Found['loans']> {
  if (account === 'spot' || account === 'futures') return null;
  const query = { account, order: id, limit: ROWS };
  const [loans, repayments] = await Promise.all([
    fetchMarginLog('loans', query),
    fetchMarginLog('repayments', query),
  ]);
  return [...repayments, ...loans].sort((a, b) => b.time - a.time);
}

async function fetchDetails(id: string): Promise<Found> {
  const order = await fetchOrder(id);
  const [fills, loans] = await Promise.all([fetchOrderFills(order), fetchLoans(order)]);
  return { order, fills, loans };
}

/** What the title has, or an order that is no plan does not. */
const UNSAID: readonly OrderCell[] = ['order', 'trigger', 'pair', 'time'];

/** What orders of one kind of account alone have. */
function ownFigures(t: Translate, { account, loanType, reduceOnly }: OrderDetail): Figure[] {
  if (account === 'crossed' || account === 'isolated') {
    const loan: Figure[] =
      loanType === undefined ? [] : [[t('marginPage.type'), t(LOAN_TYPE_NAMES[loanType])]];
    return [[t('marginPage.account'), marginAccountText(t, account)], ...loan];
  }
  return reduceOnly === true ? [[t('positions.reduceOnly'), '✓']] : [];
}

/** What orders of contracts realised, and at which prices the rest ends. */
function endFigures(t: Translate, order: OrderDetail, found: InstrumentInfo | undefined): Figure[] {
  const { profit, takeProfit, stopLoss, clientId } = order;
  const priced = (text: string) => (text === '' ? '–' : price(text, found?.priceScale ?? 8));
  return [
    ...(profit === undefined || order.average === ''
      ? []
      : [[t('positions.realised'), `${amount(profit)} ${found?.quote ?? ''}`] as const]),
    ...(takeProfit === '' && stopLoss === ''
      ? []
      : [[t('orders.tpsl'), `${priced(takeProfit)} / ${priced(stopLoss)}`] as const]),
    ...(clientId === '' ? [] : [[t('marginPage.clientId'), clientId] as const]),
  ];
}

function Figures({
  order,
  product,
}: {
  readonly order: OrderDetail;
  readonly product: ProductName;
}) {
  const t = useT();
  const instruments = useListed(product).data;
  const cells = orderCells({ t, instruments }, order);
  const found = instruments?.get(order.symbol);
  const figures: readonly Figure[] = [
    [t('orders.time'), cells.time],
    [t('orders.pair'), product === 'futures' ? order.symbol : cells.pair],
    ...ownFigures(t, order),
    ...ORDER_COLUMNS.filter(({ key }) => !UNSAID.includes(key)).map(
      ({ key, label }): Figure => [t(label), cells[key]],
    ),
    ...endFigures(t, order, found),
  ];
  return (
    <dl className="order-figures">
      {figures.map(([label, text]) => (
        <FigureLine key={label} label={label} value={text} />
      ))}
    </dl>
  );
}

function fillColumns(t: Translate, ofContract: boolean): readonly TableColumn<OrderDetailFill>[] {
  const end = (key: string, label: string, text: (row: OrderDetailFill) => string) => ({
    key,
    label,
    end: true,
    cell: (row: OrderDetailFill) => num(text(row)),
  });
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    end('price', t('order.price'), (row) => price(row.price, decimalsOf(row.price))),
    end('size', t('order.size'), (row) => amount(row.size)),
    end('value', t('order.total'), (row) => amount(row.value)),
    end('fee', t('orders.fee'), (row) => `${amount(row.fee)} ${row.feeCoin}`),
    ...(ofContract
      ? [end('profit', t('positions.realised'), (row) => amount(row.profit ?? '0'))]
      : []),
    {
      key: 'role',
      label: t('orders.role'),
      cell: (row) => t(row.role === 'maker' ? 'orders.maker' : 'orders.taker'),
    },
  ];
}

function loanColumns(t: Translate): readonly TableColumn<LoanRow>[] {
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    {
      key: 'what',
      label: t('records.type'),
      cell: (row) => t('principal' in row ? 'marginPage.repaid' : 'marginPage.borrowed'),
    },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (row) => num(`${amount(row.amount)} ${row.coin}`),
    },
    {
      key: 'owed',
      label: t('marginPage.owed'),
      end: true,
      cell: (row) => num(`${amount(row.owed)} ${row.coin}`),
    },
  ];
}

function List<Row extends { readonly id: string }>(props: {
  readonly title: string;
  readonly none: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  return (
    <>
      <h3 className="details-title">{props.title}</h3>
      {props.rows.length === 0 ? (
        <p className="muted">{props.none}</p>
      ) : (
        <DataTable
          label={props.title}
          columns={props.columns}
          rows={props.rows}
          rowKey={(row) => row.id}
        />
      )}
    </>
  );
}

function Body({ id, product }: Omit<OrderDetailsProps, 'onClose'>) {
  const t = useT();
  const key = product === 'futures' ? FUTURES_KEYS.fills : KEYS.fills;
  const { data, error } = useAccountQuery([...key, 'order', id], () => fetchDetails(id));
  if (data === undefined) {
    return error === null ? <SkeletonRows rows={6} /> : <p role="alert">{errorText(t, error)}</p>;
  }
  return (
    <>
      <Figures order={data.order} product={product} />
      <List
        title={t('orders.fills')}
        none={t('marginPage.noFills')}
        columns={fillColumns(t, product === 'futures')}
        rows={data.fills}
      />
      {data.loans !== null && (
        <List
          title={t('marginPage.loansAndRepayments')}
          none={t('marginPage.noLoans')}
          columns={loanColumns(t)}
          rows={data.loans}
        />
      )}
    </>
  );
}

/** The dialog. */
export function OrderDetails({ id, product, onClose }: OrderDetailsProps) {
  const t = useT();
  return (
    <Dialog title={t('marginPage.details', { id })} onClose={onClose}>
      <Body id={id} product={product} />
    </Dialog>
  );
}
