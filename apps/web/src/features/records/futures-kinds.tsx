/** The kinds of record of a futures account: where they come from, and their columns. */

import { CONTRACT_ENTRIES, type LiquidationRow } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { amount, dateTime, price } from '../../data/format.ts';
import { fetchEnded } from '../../data/rest/orders.ts';
import { fetchFuturesLog } from '../../data/rest/positions.ts';
import type { RecordQuery } from '../../data/rest/trade.ts';
import { useContracts } from '../../data/state/contracts.ts';
import { fromContractFill } from '../../data/state/fills.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { byExchange } from '../futures/by-exchange.ts';
import { fillCells } from './fill-lines.ts';
import { CONTRACT_PLAN_KINDS } from './listed-kinds.ts';
import { type LineContext, ORDER_COLUMNS, orderCells } from './order-lines.ts';
import { receiptOfOrder } from './order-receipt.ts';
import { column, fields, type RecordKind, WHOLE } from './record-kind.ts';
import { BUSINESS, transfersKind } from './record-kinds.tsx';
import { refusalsKind } from './refusals-kind.ts';

interface Context {
  readonly t: Translate;
  readonly contracts: ReadonlyMap<string, InstrumentInfo> | undefined;
}

/** What of a line a plan has: what it became has the rest. */
const PLAN_COLUMNS = ORDER_COLUMNS.filter(
  ({ key }) => !['force', 'average', 'filled', 'fee'].includes(key),
);

const OF_CONTRACTS = { ...WHOLE, filter: 'symbol' } as const;

/** Texts of a contract's figures. */
function textsOf({ contracts }: Context, symbol: string) {
  const found = contracts?.get(symbol.toUpperCase());
  const settle = found?.quote ?? '';
  return {
    price: (text: string | undefined) =>
      text === undefined || Number(text) === 0 ? '–' : price(text, found?.priceScale ?? 8),
    size: (text: string) => `${amount(text)} ${found?.base ?? ''}`,
    money: (text: string | undefined) =>
      text === undefined || text === '' ? '–' : `${amount(text)} ${settle}`,
  };
}

function ordersKind(context: Context): RecordKind {
  const [id, ...columns] = [...ORDER_COLUMNS].reverse();
  return {
    key: 'orders',
    label: 'orders.history',
    ...OF_CONTRACTS,
    receipts: true,
    narrows: ['side', 'kind', 'status'],
    choices: { kind: ['limit', 'market'], status: ['filled', 'cancelled'] },
    columns: [
      ...columns.reverse().filter(({ key }) => key !== 'trigger'),
      ...fields('profit'),
      ...(id === undefined ? [] : [id]),
    ],
    fetch: async (query) =>
      (await fetchOrders(query, 'orders')).map((row) => ({
        id: row.id,
        side: row.side,
        order: row.id,
        ...receiptOfOrder('futures', row),
        cells: {
          ...orderCells(linesOf(context), row),
          pair: row.symbol,
          profit: textsOf(context, row.symbol).money(row.profit),
        },
      })),
  };
}

/** Ended orders of the account, or what became of its plans. */
async function fetchOrders(query: RecordQuery, only: 'orders' | 'plans') {
  const { symbol, side, kind, status, startTime, endTime, limit, idLessThan: before } = query;
  const filter = { account: 'futures', only, symbol, side, kind, status } as const;
  return (await fetchEnded({ ...filter, startTime, endTime, limit, before })).rows;
}

function linesOf({ t, contracts }: Context): LineContext {
  return { t, instruments: contracts };
}

/** Plans that fired, failed or were cancelled; those that wait are with the open orders. */
function plansKind(context: Context): RecordKind {
  const { t } = context;
  return {
    key: 'plans',
    label: 'orders.plans',
    ...OF_CONTRACTS,
    receipts: true,
    narrows: ['side', 'kind', 'status'],
    choices: {
      kind: CONTRACT_PLAN_KINDS,
      status: ['executed', 'cancelled', 'failed'],
    },
    columns: PLAN_COLUMNS,
    fetch: async (query) =>
      (await fetchOrders(query, 'plans')).map((row) => {
        const cells = orderCells(linesOf(context), row);
        const size = Number(row.size) === 0 ? t('positions.whole') : cells.size;
        return {
          id: row.id,
          side: row.side,
          ...receiptOfOrder('futures', row),
          cells: { ...cells, pair: row.symbol, size },
        };
      }),
  };
}

function fillsKind(context: Context): RecordKind {
  const { t } = context;
  return {
    key: 'fills',
    label: 'orders.fills',
    ...OF_CONTRACTS,
    narrows: ['side'],
    receipts: true,
    columns: fields(
      ...(['time', 'pair', 'side', 'price', 'size', 'value', 'fee'] as const),
      ...(['profit', 'role', 'order'] as const),
    ),
    fetch: async (query) =>
      (await fetchFuturesLog('fills', query)).map((row) => {
        const fill = fromContractFill(row);
        const cells = fillCells(linesOf(context), fill);
        // What the exchange closed against another position was in no book, and has no order.
        const order = fill.order === '0' ? undefined : fill.order;
        const forced = byExchange(row.tradeSide);
        return {
          id: fill.id,
          side: fill.side,
          ...(order !== undefined && { order }),
          receipt: { of: 'fill', account: 'futures', id: fill.id, role: row.tradeScope },
          cells: {
            ...cells,
            pair: fill.symbol,
            profit: textsOf(context, fill.symbol).money(fill.profit),
            role: forced === undefined ? cells.role : t(forced),
            order: order ?? '–',
          },
        };
      }),
  };
}

function positionsKind(context: Context): RecordKind {
  const { t } = context;
  return {
    key: 'positions',
    label: 'positions.history',
    ...OF_CONTRACTS,
    receipts: true,
    narrows: ['holdSide', 'mode'],
    columns: [
      column('pair', 'orders.pair'),
      column('side', 'order.side'),
      column('size', 'positions.size', true),
      column('entry', 'positions.entryPrice', true),
      column('exit', 'positions.exitPrice', true),
      column('profit', 'positions.realised', true),
      column('funding', 'positions.funding', true),
      column('fee', 'orders.fee', true),
      column('net', 'positions.net', true),
      column('time', 'positions.opened'),
      column('closed', 'positions.closed'),
    ],
    fetch: async (query) =>
      (await fetchFuturesLog('positions', query)).map((row) => {
        const texts = textsOf(context, row.symbol);
        const fees = [row.openFee, row.closeFee].map((fee) => texts.money(fee)).join(' / ');
        return {
          id: row.endId,
          side: row.holdSide === 'long' ? 'buy' : 'sell',
          receipt: { of: 'position', account: 'futures', id: row.positionId },
          cells: {
            pair: row.symbol,
            side: `${t(`positions.side.${row.holdSide}`)} · ${t(`positions.mode.${row.marginMode}`)}`,
            size: texts.size(row.closeTotalPos),
            entry: texts.price(row.openAvgPrice),
            exit: texts.price(row.closeAvgPrice),
            profit: texts.money(row.pnl),
            funding: texts.money(row.totalFunding),
            fee: fees,
            net: texts.money(row.netProfit),
            time: dateTime(row.ctime),
            closed: dateTime(row.utime),
          },
        };
      }),
  };
}

function billsKind(context: Context, key: 'funding' | 'ledger', label: MessageId): RecordKind {
  const { t } = context;
  return {
    key,
    label,
    ...OF_CONTRACTS,
    narrows: [key === 'funding' ? 'way' : 'businessType'],
    choices: { businessType: CONTRACT_ENTRIES },
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('type', 'records.type'),
      column('change', 'records.change', true),
      column('fee', 'orders.fee', true),
      column('balance', 'records.balance', true),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) =>
      (await fetchFuturesLog(key, query)).map((row) => {
        const coin = row.coin.toUpperCase();
        return {
          id: row.billId,
          receipt: { of: 'entry', account: 'futures', id: row.billId },
          cells: {
            time: dateTime(row.cTime),
            pair: row.symbol === '' ? '–' : row.symbol,
            type: row.businessType === 'other' ? row.businessType : t(BUSINESS[row.businessType]),
            change: `${amount(row.amount)} ${coin}`,
            fee: amount(row.fee),
            balance: `${amount(row.balance)} ${coin}`,
            id: row.billId,
          },
        };
      }),
  };
}

function liquidationCells(context: Context, row: LiquidationRow): Readonly<Record<string, string>> {
  const texts = textsOf(context, row.symbol);
  const money = (text: string) => `${amount(text)} ${row.coin}`;
  return {
    time: dateTime(row.time),
    pair: row.symbol,
    mark: texts.price(row.mark),
    missing: money(row.missing),
    closed: texts.size(row.closed),
    limit: texts.price(row.limit),
    adl: texts.size(row.deleveraged),
    fee: money(row.fee),
    fund: money(row.paidByFund),
  };
}

function liquidationsKind(context: Context): RecordKind {
  return {
    key: 'liquidations',
    label: 'positions.why.title',
    ...OF_CONTRACTS,
    narrows: ['mode'],
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('mark', 'futures.mark', true),
      column('missing', 'positions.why.missing', true),
      column('closed', 'positions.why.closed', true),
      column('limit', 'positions.why.limit', true),
      column('adl', 'positions.why.deleveraged', true),
      column('fee', 'positions.why.fee', true),
      column('fund', 'positions.why.fund', true),
    ],
    fetch: async (query) =>
      (await fetchFuturesLog('liquidations', query)).map((row) => ({
        id: row.id,
        receipt: { of: 'liquidation', account: 'futures', id: row.id },
        cells: liquidationCells(context, row),
      })),
  };
}

/** All kinds, in the order of their tabs. */
export function useFuturesKinds(): readonly [RecordKind, ...RecordKind[]] {
  const t = useT();
  const contracts = useContracts().data;
  return useMemo(() => {
    const context: Context = { t, contracts };
    return [
      ordersKind(context),
      plansKind(context),
      fillsKind(context),
      positionsKind(context),
      billsKind(context, 'funding', 'positions.funding'),
      liquidationsKind(context),
      billsKind(context, 'ledger', 'records.ledger'),
      transfersKind(context),
      refusalsKind(linesOf(context), 'futures'),
    ];
  }, [t, contracts]);
}
