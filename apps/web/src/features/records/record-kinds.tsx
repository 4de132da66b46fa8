/** The kinds of record: where they come from, and their columns. */

import { useMemo } from 'react';
import { amount, dateTime, price } from '../../data/format.ts';
import {
  fetchBills,
  fetchDeposits,
  fetchFills,
  fetchOrderHistory,
  fetchTransfers,
  type RecordQuery,
} from '../../data/rest/trade.ts';
import { type Instrument, useInstruments } from '../../data/state/instruments.ts';
import { historyFee } from '../../data/state/orders.ts';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { statusMessage } from './status.ts';

/** One line of any kind of record, as texts by column. */
export interface RecordLine {
  readonly id: string;
  readonly cells: Readonly<Record<string, string>>;
  /** Colours the `side` cell. */
  readonly side?: 'buy' | 'sell';
}

/** A column of a record table. */
export interface RecordColumn {
  readonly key: string;
  readonly label: MessageId;
  readonly end?: boolean;
}

/** Names of the kinds. */
export type RecordKey = 'orders' | 'fills' | 'ledger' | 'deposits' | 'transfers';

/** A kind of record. */
export interface RecordKind {
  readonly key: RecordKey;
  readonly label: MessageId;
  /** Which filter it takes. */
  readonly filter: 'symbol' | 'coin';
  /** True when the wire wants a time range with every query. */
  readonly needsRange: boolean;
  /** True when the wire wants a coin with every query. */
  readonly needsCoin: boolean;
  readonly columns: readonly RecordColumn[];
  readonly fetch: (query: RecordQuery) => Promise<RecordLine[]>;
}

interface Context {
  readonly t: Translate;
  readonly instruments: ReadonlyMap<string, Instrument> | undefined;
}

function column(key: string, label: MessageId, end = false): RecordColumn {
  return { key, label, end };
}

function pairOf(context: Context, symbol: string): string {
  const found = context.instruments?.get(symbol.toUpperCase());
  return found === undefined ? symbol : `${found.base}/${found.quote}`;
}

function sideText(context: Context, side: 'buy' | 'sell'): string {
  return context.t(side === 'buy' ? 'order.buy' : 'order.sell');
}

function ordersKind(context: Context): RecordKind {
  const { t, instruments } = context;
  return {
    key: 'orders',
    label: 'orders.history',
    filter: 'symbol',
    needsRange: false,
    needsCoin: false,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('type', 'order.kind'),
      column('side', 'order.side'),
      column('price', 'order.price', true),
      column('average', 'orders.average', true),
      column('size', 'order.size', true),
      column('filled', 'orders.filled', true),
      column('fee', 'orders.fee', true),
      column('status', 'orders.status'),
      column('id', 'records.orderId'),
    ],
    fetch: async (query) =>
      (await fetchOrderHistory(query)).map((row) => {
        const found = instruments?.get(row.symbol.toUpperCase());
        const scale = found?.priceScale ?? 8;
        const market = row.orderType === 'market';
        const inQuote = market && row.side === 'buy';
        const fee = historyFee(row);
        const average = /[1-9]/.test(row.priceAvg) ? price(row.priceAvg, scale) : '–';
        const coin = (inQuote ? found?.quote : found?.base) ?? '';
        return {
          id: row.orderId,
          side: row.side,
          cells: {
            time: dateTime(row.cTime),
            pair: pairOf(context, row.symbol),
            type: t(market ? 'order.kind.market' : 'order.kind.limit'),
            side: sideText(context, row.side),
            price: market ? t('order.marketPrice') : price(row.price, scale),
            average,
            size: `${amount(row.size)} ${coin}`,
            filled: `${amount(row.baseVolume)} ${found?.base ?? ''}`,
            fee: fee === null ? '–' : `${amount(fee[0])} ${fee[1]}`,
            status: t(statusMessage(row.status)),
            id: row.orderId,
          },
        };
      }),
  };
}

function fillsKind(context: Context): RecordKind {
  const { t, instruments } = context;
  return {
    key: 'fills',
    label: 'orders.fills',
    filter: 'symbol',
    needsRange: false,
    needsCoin: false,
    columns: [
      column('time', 'orders.time'),
      column('pair', 'orders.pair'),
      column('side', 'order.side'),
      column('price', 'order.price', true),
      column('size', 'order.size', true),
      column('value', 'order.total', true),
      column('fee', 'orders.fee', true),
      column('role', 'orders.role'),
      column('order', 'records.orderId'),
    ],
    fetch: async (query) =>
      (await fetchFills(query)).map((row) => {
        const found = instruments?.get(row.symbol.toUpperCase());
        const fee = row.feeDetail?.totalFee.replace(/^-/, '') ?? '';
        return {
          id: row.tradeId,
          side: row.side,
          cells: {
            time: dateTime(row.cTime),
            pair: pairOf(context, row.symbol),
            side: sideText(context, row.side),
            price: price(row.priceAvg, found?.priceScale ?? 8),
            size: `${amount(row.size)} ${found?.base ?? ''}`,
            value: `${amount(row.amount)} ${found?.quote ?? ''}`,
            fee: fee === '' ? '–' : `${amount(fee)} ${row.feeDetail?.feeCoin ?? ''}`,
            role: t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
            order: row.orderId,
          },
        };
      }),
  };
}

const BUSINESS: Readonly<Record<string, MessageId>> = {
  DEPOSIT: 'records.deposit',
  WITHDRAW: 'records.withdraw',
  BUY: 'records.buy',
  SELL: 'records.sell',
  DEDUCTION_HANDLING_FEE: 'orders.fee',
  TRANSFER_IN: 'records.transferIn',
  TRANSFER_OUT: 'records.transferOut',
};

function ledgerKind({ t }: Context): RecordKind {
  return {
    key: 'ledger',
    label: 'records.ledger',
    filter: 'coin',
    needsRange: false,
    needsCoin: false,
    columns: [
      column('time', 'orders.time'),
      column('coin', 'assets.coin'),
      column('type', 'records.type'),
      column('change', 'records.change', true),
      column('fee', 'orders.fee', true),
      column('balance', 'records.balance', true),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) =>
      (await fetchBills(query)).map((row) => {
        const business = BUSINESS[row.businessType.toUpperCase()];
        return {
          id: row.billId,
          cells: {
            time: dateTime(row.cTime),
            coin: row.coin.toUpperCase(),
            type: business === undefined ? row.businessType : t(business),
            change: amount(row.size),
            fee: amount(row.fees),
            balance: amount(row.balance),
            id: row.billId,
          },
        };
      }),
  };
}

function depositsKind({ t }: Context): RecordKind {
  return {
    key: 'deposits',
    label: 'records.deposits',
    filter: 'coin',
    needsRange: true,
    needsCoin: false,
    columns: [
      column('time', 'orders.time'),
      column('coin', 'assets.coin'),
      column('size', 'order.size', true),
      column('chain', 'records.chain'),
      column('status', 'orders.status'),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) =>
      (await fetchDeposits(query)).map((row) => ({
        id: row.orderId,
        cells: {
          time: dateTime(row.cTime),
          coin: row.coin.toUpperCase(),
          size: amount(row.size),
          chain: row.chain === '' ? '–' : row.chain,
          status: t(statusMessage(row.status)),
          id: row.orderId,
        },
      })),
  };
}

function transfersKind({ t }: Context): RecordKind {
  return {
    key: 'transfers',
    label: 'records.transfers',
    filter: 'coin',
    needsRange: false,
    needsCoin: true,
    columns: [
      column('time', 'orders.time'),
      column('coin', 'assets.coin'),
      column('size', 'order.size', true),
      column('from', 'records.from'),
      column('to', 'records.to'),
      column('status', 'orders.status'),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) =>
      (await fetchTransfers(query)).map((row) => ({
        id: row.transferId,
        cells: {
          time: dateTime(row.ts),
          coin: row.coin.toUpperCase(),
          size: amount(row.size),
          from: row.fromType,
          to: row.toType,
          status: t(statusMessage(row.status)),
          id: row.transferId,
        },
      })),
  };
}

/** All kinds, in the order of their tabs. */
export function useRecordKinds(): readonly RecordKind[] {
  const t = useT();
  const instruments = useInstruments().data;
  return useMemo(() => {
    const context: Context = { t, instruments };
    return [
      ordersKind(context),
      fillsKind(context),
      ledgerKind(context),
      depositsKind(context),
      transfersKind(context),
    ];
  }, [t, instruments]);
}
