/** The kinds of record of a futures account: where they come from, and their columns. */

import type { LiquidationRow } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { amount, dateTime, price } from '../../data/format.ts';
import { fetchEnded } from '../../data/rest/orders.ts';
import {
  type ContractPage,
  fetchBillsOfContracts,
  fetchClosedPositions,
  fetchContractFills,
  fetchContractHistory,
  fetchLiquidations,
} from '../../data/rest/positions.ts';
import type { RecordQuery } from '../../data/rest/trade.ts';
import { useContracts } from '../../data/state/contracts.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { ORDER_COLUMNS, orderCells } from './order-lines.ts';
import { receiptOfOrder } from './order-receipt.ts';
import { column, PLAIN, type RecordKind, transfersKind, WHOLE } from './record-kinds.tsx';
import { statusMessage } from './status.ts';

interface Context {
  readonly t: Translate;
  readonly contracts: ReadonlyMap<string, Instrument> | undefined;
}

/** What of a line a plan has: what it became has the rest. */
const PLAN_COLUMNS = ORDER_COLUMNS.filter(
  ({ key }) => !['force', 'average', 'filled', 'fee'].includes(key),
);

/** No other kind of the futures account is narrowed by more than contract and time. */
const BY_SYMBOL = { ...PLAIN, filter: 'symbol', narrows: [] } as const;

function pageOf({ symbol, startTime, endTime, idLessThan, limit }: RecordQuery): ContractPage {
  return { symbol, startTime, endTime, idLessThan, limit };
}

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
  const { t } = context;
  return {
    key: 'orders',
    label: 'orders.history',
    ...BY_SYMBOL,
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('side', 'order.side'),
      column('price', 'order.price', true),
      column('average', 'orders.average', true),
      column('size', 'order.size', true),
      column('filled', 'orders.filled', true),
      column('profit', 'positions.realised', true),
      column('fee', 'orders.fee', true),
      column('status', 'orders.status'),
      column('id', 'records.orderId'),
    ],
    fetch: async (query) =>
      (await fetchContractHistory(pageOf(query))).map((row) => {
        const texts = textsOf(context, row.symbol);
        return {
          id: row.orderId,
          time: Number(row.cTime),
          side: row.side,
          receipt: { of: 'order', account: 'futures', id: row.orderId },
          cells: {
            time: dateTime(row.cTime),
            pair: row.symbol,
            side: t(`order.${row.side}`),
            price: row.orderType === 'market' ? t('order.marketPrice') : texts.price(row.price),
            average: texts.price(row.priceAvg),
            size: texts.size(row.size),
            filled: texts.size(row.baseVolume),
            profit: texts.money(row.totalProfits),
            fee: texts.money(row.fee),
            status: t(statusMessage(row.status)),
            id: row.orderId,
          },
        };
      }),
  };
}

/** Plans that fired, failed or were cancelled; those that wait are with the open orders. */
function plansKind({ t, contracts }: Context): RecordKind {
  const context = { t, instruments: contracts };
  return {
    key: 'plans',
    label: 'orders.plans',
    filter: 'symbol',
    ...WHOLE,
    receipts: true,
    narrows: ['side'],
    columns: PLAN_COLUMNS,
    fetch: async ({ symbol, side, startTime, endTime, limit, idLessThan: before }) => {
      const filter = { account: 'futures', only: 'plans', symbol, side } as const;
      const { rows } = await fetchEnded({ ...filter, startTime, endTime, limit, before });
      return rows.map((row) => {
        const cells = orderCells(context, row);
        const size = Number(row.size) === 0 ? t('positions.whole') : cells.size;
        return {
          id: row.id,
          side: row.side,
          ...receiptOfOrder('futures', row),
          cells: { ...cells, pair: row.symbol, size },
        };
      });
    },
  };
}

function fillsKind(context: Context): RecordKind {
  const { t } = context;
  return {
    key: 'fills',
    label: 'orders.fills',
    ...BY_SYMBOL,
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('side', 'order.side'),
      column('price', 'order.price', true),
      column('size', 'order.size', true),
      column('value', 'order.total', true),
      column('fee', 'orders.fee', true),
      column('profit', 'positions.realised', true),
      column('role', 'orders.role'),
      column('order', 'records.orderId'),
    ],
    fetch: async (query) =>
      (await fetchContractFills(pageOf(query))).map((row) => {
        const texts = textsOf(context, row.symbol);
        return {
          id: row.tradeId,
          time: Number(row.cTime),
          side: row.side,
          receipt: { of: 'fill', account: 'futures', id: row.tradeId, role: row.tradeScope },
          cells: {
            time: dateTime(row.cTime),
            pair: row.symbol,
            side: t(`order.${row.side}`),
            price: texts.price(row.price),
            size: texts.size(row.baseVolume),
            value: texts.money(row.quoteVolume),
            fee: texts.money(row.feeDetail?.[0]?.totalFee.replace(/^-/, '')),
            profit: texts.money(row.profit),
            role: t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
            order: row.orderId,
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
    ...BY_SYMBOL,
    receipts: true,
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
      (await fetchClosedPositions(pageOf(query))).map((row) => {
        const texts = textsOf(context, row.symbol);
        const fees = [row.openFee, row.closeFee].map((fee) => texts.money(fee)).join(' / ');
        return {
          id: row.positionId,
          time: Number(row.utime),
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

/** What the entries of a futures ledger come from, by their names on the wire. */
const BUSINESS: Readonly<Record<string, MessageId>> = {
  buy: 'records.buy',
  sell: 'records.sell',
  contract_settle_fee: 'positions.funding',
  trans_from_exchange: 'records.transferIn',
  trans_to_exchange: 'records.transferOut',
  liquidation_fee: 'positions.why.fee',
  compensate: 'positions.why.fund',
  deposit: 'records.deposit',
  withdraw: 'records.withdraw',
};

/** @param businessType '' = of all kinds */
function billsKind(
  context: Context,
  key: 'funding' | 'ledger',
  label: MessageId,
  businessType: string,
): RecordKind {
  const { t } = context;
  return {
    key,
    label,
    ...BY_SYMBOL,
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
      (await fetchBillsOfContracts(pageOf(query), businessType)).map((row) => {
        const business = BUSINESS[row.businessType];
        const coin = row.coin.toUpperCase();
        return {
          id: row.billId,
          time: Number(row.cTime),
          receipt: { of: 'entry', account: 'futures', id: row.billId },
          cells: {
            time: dateTime(row.cTime),
            pair: row.symbol === '' ? '–' : row.symbol,
            type: business === undefined ? row.businessType : t(business),
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
    ...BY_SYMBOL,
    receipts: true,
    rangeDays: null,
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
      (await fetchLiquidations(pageOf(query))).map((row) => ({
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
      billsKind(context, 'funding', 'positions.funding', 'contract_settle_fee'),
      liquidationsKind(context),
      billsKind(context, 'ledger', 'records.ledger', ''),
      transfersKind(context),
    ];
  }, [t, contracts]);
}
