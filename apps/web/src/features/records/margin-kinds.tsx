/** The kinds of record of the margin accounts: where they come from, and their columns. */

import type { MarginLogName, MarginLogRows, ReceiptSubject } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { amount, dateTime, plainPercent } from '../../data/format.ts';
import { fetchMarginLog } from '../../data/rest/margin-log.ts';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { sideText } from '../transfer/account-names.ts';
import { FILL_COLUMNS, fillCells } from './fill-lines.ts';
import { LEDGER_NAMES, LOAN_TYPE_NAMES, MAKER_NAMES, marginAccountText } from './margin-words.ts';
import { type LineContext, ORDER_COLUMNS, orderCells } from './order-lines.ts';
import {
  column,
  type RecordColumn,
  type RecordKind,
  type RecordLine,
  WHOLE,
} from './record-kind.ts';
import { refusalsKind } from './refusals-kind.ts';

type Cells = RecordLine['cells'];

const TIME = column('time', 'orders.time');
const ACCOUNT = column('account', 'marginPage.account');
const COIN = column('coin', 'assets.coin');
const PAIR = column('pair', 'orders.pair');

interface KindOf<Name extends MarginLogName> {
  readonly key: Name;
  readonly label: MessageId;
  readonly filter: RecordKind['filter'];
  /** Beside the account. */
  readonly narrows?: RecordKind['narrows'];
  readonly columns: readonly RecordColumn[];
  readonly cells: (row: MarginLogRows[Name]) => Cells;
  /** The order that a row is, or is of. */
  readonly orderOf?: (row: MarginLogRows[Name]) => string;
  /** What its receipts are of; absent: it has none. */
  readonly receipts?: ReceiptSubject;
}

/** A kind whose rows are those of a list of the server. */
function kindOf<Name extends MarginLogName>(kind: KindOf<Name>): RecordKind {
  const { cells, narrows = [], orderOf, receipts, ...rest } = kind;
  return {
    ...rest,
    ...WHOLE,
    ...(receipts !== undefined && { receipts: true as const }),
    narrows: ['account', ...narrows],
    fetch: async (query) => {
      const rows: readonly MarginLogRows[Name][] = await fetchMarginLog(kind.key, query);
      return rows.map((row) => ({
        id: row.id,
        ...('side' in row && { side: row.side }),
        ...(orderOf !== undefined && { order: orderOf(row) }),
        ...(receipts !== undefined && { receipt: receiptOf(receipts, row) }),
        cells: cells(row),
      }));
    },
  };
}

function receiptOf(
  of: ReceiptSubject,
  { account, id, role }: Pick<ReceiptRequest, 'account' | 'id' | 'role'>,
): ReceiptRequest {
  return { of, account, id, role };
}

function pairText({ instruments }: LineContext, symbol: string): string {
  const found = instruments?.get(symbol);
  return found === undefined ? symbol : `${found.base}/${found.quote}`;
}

function accountText(
  context: LineContext,
  { account, symbol }: { readonly account: 'crossed' | 'isolated'; readonly symbol: string },
): string {
  return marginAccountText(context.t, account, pairText(context, symbol));
}

const ORDER_REST = ORDER_COLUMNS.filter(({ key }) => key !== 'time' && key !== 'trigger');

function ordersKind(context: LineContext): RecordKind {
  const { t } = context;
  return kindOf<'orders'>({
    key: 'orders',
    label: 'orders.history',
    filter: 'symbol',
    receipts: 'order',
    orderOf: (row) => row.id,
    narrows: ['side', 'kind', 'status'],
    columns: [TIME, ACCOUNT, column('loan', 'marginPage.type'), ...ORDER_REST],
    cells: (row) => ({
      ...orderCells(context, row),
      account: marginAccountText(t, row.account),
      loan: t(LOAN_TYPE_NAMES[row.loanType]),
    }),
  });
}

function fillsKind(context: LineContext): RecordKind {
  const [before, rest] = [FILL_COLUMNS.slice(0, 1), FILL_COLUMNS.slice(1)];
  return kindOf<'fills'>({
    key: 'fills',
    label: 'orders.fills',
    filter: 'symbol',
    receipts: 'fill',
    orderOf: (row) => row.order,
    narrows: ['side'],
    columns: [...before, ACCOUNT, ...rest],
    cells: (row) => ({
      ...fillCells(context, row),
      account: marginAccountText(context.t, row.account),
      order: row.order,
    }),
  });
}

function ledgerKind(context: LineContext): RecordKind {
  return kindOf<'ledger'>({
    key: 'ledger',
    label: 'records.ledger',
    filter: 'coin',
    receipts: 'entry',
    narrows: ['group'],
    columns: [
      TIME,
      ACCOUNT,
      COIN,
      column('type', 'records.type'),
      column('change', 'records.change', true),
      column('fee', 'orders.fee', true),
      column('balance', 'records.balance', true),
      column('id', 'records.entryId'),
    ],
    cells: (row) => ({
      time: dateTime(row.time),
      account: accountText(context, row),
      coin: row.coin,
      type: context.t(LEDGER_NAMES[row.type]),
      change: amount(row.change),
      fee: amount(row.fee),
      balance: amount(row.balance),
      id: row.id,
    }),
  });
}

function transfersKind({ t, instruments }: LineContext): RecordKind {
  return kindOf<'transfers'>({
    key: 'transfers',
    label: 'records.transfers',
    filter: 'coin',
    receipts: 'movement',
    columns: [
      TIME,
      COIN,
      column('size', 'order.size', true),
      column('from', 'records.from'),
      column('to', 'records.to'),
      PAIR,
      column('id', 'records.entryId'),
    ],
    cells: (row) => ({
      time: dateTime(row.time),
      coin: row.coin,
      size: amount(row.amount),
      from: sideText(t, { name: row.fromName, kind: row.from }),
      to: sideText(t, { name: row.toName, kind: row.to }),
      pair: row.symbol === '' ? '–' : pairText({ t, instruments }, row.symbol),
      id: row.id,
    }),
  });
}

const DEBT_COLUMNS = [TIME, ACCOUNT, COIN, column('size', 'order.size', true)];
const DEBT_ENDS = [
  column('owed', 'marginPage.owed', true),
  column('by', 'marginPage.by'),
  column('id', 'records.entryId'),
];

function debtCells(context: LineContext, row: MarginLogRows['loans']): Cells {
  return {
    time: dateTime(row.time),
    account: accountText(context, row),
    coin: row.coin,
    size: amount(row.amount),
    owed: amount(row.owed),
    by: context.t(MAKER_NAMES[row.by]),
    id: row.reference,
  };
}

function loansKind(context: LineContext): RecordKind {
  return kindOf<'loans'>({
    key: 'loans',
    label: 'marginPage.loans',
    filter: 'coin',
    receipts: 'debt',
    columns: [...DEBT_COLUMNS, ...DEBT_ENDS],
    cells: (row) => debtCells(context, row),
  });
}

function repaymentsKind(context: LineContext): RecordKind {
  return kindOf<'repayments'>({
    key: 'repayments',
    label: 'marginPage.repayments',
    filter: 'coin',
    receipts: 'debt',
    columns: [
      ...DEBT_COLUMNS,
      column('principal', 'marginPage.principal', true),
      column('interest', 'marginPage.interest', true),
      ...DEBT_ENDS,
    ],
    cells: (row) => ({
      ...debtCells(context, row),
      principal: amount(row.principal),
      interest: amount(row.interest),
    }),
  });
}

function interestKind(context: LineContext): RecordKind {
  return kindOf<'interest'>({
    key: 'interest',
    label: 'marginPage.interest',
    filter: 'coin',
    receipts: 'interest',
    columns: [
      ...DEBT_COLUMNS,
      column('principal', 'marginPage.principal', true),
      column('rate', 'marginPage.yearly', true),
      column('hour', 'marginPage.charged'),
      column('id', 'records.entryId'),
    ],
    cells: (row) => ({
      time: dateTime(row.time),
      account: accountText(context, row),
      coin: row.coin,
      size: amount(row.amount),
      principal: amount(row.principal),
      rate: plainPercent(row.yearly),
      hour: context.t(row.first ? 'marginPage.charged.first' : 'marginPage.charged.hour'),
      id: row.id,
    }),
  });
}

function liquidationsKind(context: LineContext): RecordKind {
  const { t } = context;
  return kindOf<'liquidations'>({
    key: 'liquidations',
    label: 'positions.why.title',
    filter: 'symbol',
    receipts: 'liquidation',
    columns: [
      TIME,
      ACCOUNT,
      column('ratio', 'futures.marginRatio', true),
      column('equity', 'futures.equity', true),
      column('keeps', 'futures.maintenance', true),
      column('fee', 'positions.why.fee', true),
      column('fund', 'positions.why.fund', true),
      column('lost', 'marginPage.lost', true),
      column('ended', 'orders.status'),
    ],
    cells: (row) => {
      const money = (text: string) => `${amount(text)} ${row.coin}`;
      return {
        time: dateTime(row.time),
        account: accountText(context, row),
        ratio: row.ratio === '' ? '∞' : plainPercent(row.ratio),
        equity: money(row.equity),
        keeps: money(row.keeps),
        fee: money(row.fee),
        fund: money(row.paidByFund),
        lost: money(row.lostByPools),
        ended: t(row.ended ? 'status.success' : 'status.pending'),
      };
    },
  });
}

/** All kinds, in the order of their tabs. */
export function useMarginKinds(): readonly [RecordKind, ...RecordKind[]] {
  const t = useT();
  const instruments = useInstruments().data;
  return useMemo(() => {
    const context: LineContext = { t, instruments };
    return [
      ordersKind(context),
      fillsKind(context),
      ledgerKind(context),
      transfersKind(context),
      loansKind(context),
      repaymentsKind(context),
      interestKind(context),
      liquidationsKind(context),
      refusalsKind(context, 'margin'),
    ];
  }, [t, instruments]);
}
