/** What an order of a margin account did: its fills, and what it borrowed and paid back. */

import type { LoanRow, MarginFillRow, MarginKind, RepaymentRow } from '@halcyon/domain/web';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SkeletonRows } from '../../../components/states.tsx';
import { decimalsOf } from '../../../data/decimal.ts';
import { amount, dateTime, price } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { fetchMarginLog } from '../../../data/rest/margin-log.ts';
import { KEYS, useAccountQuery } from '../../../data/state/account.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import './pages.css';

/** An order as its list knows it. */
export interface DetailedOrder {
  readonly id: string;
  readonly account: MarginKind;
  /** Names and values that are known already. */
  readonly figures: readonly (readonly [label: string, text: string])[];
}

/** Rows of each kind that are shown; an order of more fills has them all in the records. */
const ROWS = 100;

const num = (text: string) => <span className="num">{text}</span>;

function fillColumns(t: Translate): readonly Column<MarginFillRow>[] {
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row) => num(price(row.price, decimalsOf(row.price))),
    },
    { key: 'size', label: t('order.size'), end: true, cell: (row) => num(amount(row.size)) },
    { key: 'value', label: t('order.total'), end: true, cell: (row) => num(amount(row.value)) },
    {
      key: 'fee',
      label: t('orders.fee'),
      end: true,
      cell: (row) => num(`${amount(row.fee)} ${row.feeCoin}`),
    },
  ];
}

function loanColumns(t: Translate): readonly Column<LoanRow>[] {
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

interface Found {
  readonly fills: readonly MarginFillRow[];
  readonly loans: readonly (LoanRow | RepaymentRow)[];
}

async function fetchDetails({ id, account }: DetailedOrder): Promise<Found> {
  const query = { account, order: id, limit: ROWS };
  const [fills, loans, repayments] = await Promise.all([
    fetchMarginLog('fills', query),
    fetchMarginLog('loans', query),
    fetchMarginLog('repayments', query),
  ]);
  return { fills, loans: [...repayments, ...loans].sort((a, b) => b.time - a.time) };
}

function Lists({ order }: { readonly order: DetailedOrder }) {
  const t = useT();
  const key = [...KEYS.fills, 'margin', order.id];
  const { data, error } = useAccountQuery(key, () => fetchDetails(order));
  if (data === undefined) {
    return error === null ? <SkeletonRows rows={4} /> : <p role="alert">{errorText(t, error)}</p>;
  }
  return (
    <>
      <h3 className="details-title">{t('orders.fills')}</h3>
      {data.fills.length === 0 ? (
        <p className="muted">{t('marginPage.noFills')}</p>
      ) : (
        <DataTable
          label={t('orders.fills')}
          columns={fillColumns(t)}
          rows={data.fills}
          rowKey={(row) => row.id}
        />
      )}
      <h3 className="details-title">{t('marginPage.loansAndRepayments')}</h3>
      {data.loans.length === 0 ? (
        <p className="muted">{t('marginPage.noLoans')}</p>
      ) : (
        <DataTable
          label={t('marginPage.loansAndRepayments')}
          columns={loanColumns(t)}
          rows={data.loans}
          rowKey={(row) => row.id}
        />
      )}
    </>
  );
}

/** The button of a row that asks for the details. */
export function DetailsButton(props: { readonly id: string; readonly onAsk: () => void }) {
  const t = useT();
  return (
    <Button
      look="ghost"
      aria-haspopup="dialog"
      aria-label={t('marginPage.details', { id: props.id })}
      onClick={props.onAsk}
    >
      {t('marginPage.detailsShort')}
    </Button>
  );
}

/** The dialog. */
export function OrderDetails(props: {
  readonly order: DetailedOrder;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { order } = props;
  return (
    <Dialog title={t('marginPage.details', { id: order.id })} onClose={props.onClose}>
      <dl className="order-figures">
        {order.figures.map(([label, text]) => (
          <FigureLine key={label} label={label} value={text} />
        ))}
      </dl>
      <Lists order={order} />
    </Dialog>
  );
}
