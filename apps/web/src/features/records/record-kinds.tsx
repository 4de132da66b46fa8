/** The kinds of record: where they come from, and their columns. */

import type { ContractEntryName, LedgerAccount } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { amount, dateTime } from '../../data/format.ts';
import { fetchLedger, fetchMovements } from '../../data/rest/movements.ts';
import { fetchEnded } from '../../data/rest/orders.ts';
import { fetchFills } from '../../data/rest/trade.ts';
import type { DepositRow, WalletRow } from '../../data/rest/types.ts';
import { fromPairFill } from '../../data/state/fills.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { fetchConverts, givenText, rateText } from '../convert/convert-api.ts';
import { fromText, toText } from '../transfer/account-names.ts';
import { transactionOf, walletStatus } from '../wallet/withdrawal-status.ts';
import { FILL_COLUMNS, fillCells } from './fill-lines.ts';
import { BUSINESS_TYPES, FUNDING_BUSINESS_TYPES } from './filter-address.ts';
import { type LineContext, ORDER_COLUMNS, orderCells } from './order-lines.ts';
import { orderIn, receiptOfOrder } from './order-receipt.ts';
import { column, PLAIN, type RecordKind, WHOLE } from './record-kind.ts';
import { refusalsKind } from './refusals-kind.ts';
import { statusMessage } from './status.ts';

type Context = LineContext;

function ordersKind(context: Context): RecordKind {
  return {
    key: 'orders',
    label: 'orders.history',
    filter: 'symbol',
    narrows: ['side', 'kind', 'status'],
    rangeDays: null,
    receipts: true,
    columns: ORDER_COLUMNS,
    fetch: async ({ symbol, side, kind, status, startTime, endTime, limit, idLessThan }) => {
      const filter = { symbol, side, kind, status, startTime, endTime, limit };
      const { rows } = await fetchEnded({ ...filter, before: idLessThan });
      return rows.map((row) => ({
        id: row.id,
        side: row.side,
        cells: orderCells(context, row),
        ...orderIn(row),
        ...receiptOfOrder('spot', row),
      }));
    },
  };
}

function fillsKind(context: Context): RecordKind {
  return {
    key: 'fills',
    label: 'orders.fills',
    filter: 'symbol',
    ...PLAIN,
    receipts: true,
    narrows: ['side'],
    columns: FILL_COLUMNS,
    fetch: async (query) =>
      (await fetchFills(query)).map((row) => {
        const fill = fromPairFill(row);
        return {
          id: fill.id,
          time: fill.time,
          side: fill.side,
          order: fill.order,
          receipt: { of: 'fill', account: 'spot', id: fill.id, role: row.tradeScope },
          cells: { ...fillCells(context, fill), order: fill.order },
        };
      }),
  };
}

/** What the ledger's entries come from. */
export const BUSINESS: Readonly<
  Record<(typeof BUSINESS_TYPES)[number] | ContractEntryName, MessageId>
> = {
  DEPOSIT: 'records.deposit',
  WITHDRAW: 'records.withdraw',
  BUY: 'records.buy',
  SELL: 'records.sell',
  WITHDRAW_FEE: 'records.withdrawFee',
  TRANSFER_IN: 'records.transferIn',
  TRANSFER_OUT: 'records.transferOut',
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

/** What distinguishes the ledger of an account from that of the other. */
const LEDGERS = {
  spot: { key: 'ledger', label: 'records.ledger', choices: { businessType: BUSINESS_TYPES } },
  funding: {
    key: 'fundingLedger',
    label: 'records.fundingLedger',
    choices: { businessType: FUNDING_BUSINESS_TYPES },
  },
} as const satisfies Readonly<Record<LedgerAccount, Partial<RecordKind>>>;

function ledgerKind({ t }: Context, account: LedgerAccount): RecordKind {
  return {
    ...LEDGERS[account],
    account,
    filter: 'coin',
    ...WHOLE,
    receipts: true,
    narrows: ['businessType'],
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
      (await fetchLedger(account, query)).map((row) => {
        const type = row.businessType.toUpperCase();
        const known = BUSINESS_TYPES.find((name) => name === type);
        return {
          id: row.billId,
          receipt: { of: 'entry', account, id: row.billId },
          cells: {
            time: dateTime(row.cTime),
            coin: row.coin.toUpperCase(),
            type: known === undefined ? row.businessType : t(BUSINESS[known]),
            change: amount(row.size),
            fee: amount(row.fees),
            balance: amount(row.balance),
            id: row.billId,
          },
        };
      }),
  };
}

/** Blocks of a transaction on its way; '' where it has none yet, or needs none. */
function blocksText({ t }: Context, row: WalletRow, needed = 0): string {
  const count = Math.min(Number(row.confirm), needed);
  if (row.status !== 'pending' || count === 0) return '';
  return ` · ${t('wallet.confirmed', { count, needed })}`;
}

function depositStatus(context: Context, row: DepositRow, needed: number | undefined): string {
  const { t } = context;
  if (row.status !== 'pending') return t(statusMessage(row.status));
  const blocks = blocksText(context, row, needed);
  return t(blocks === '' ? 'wallet.status.seen' : 'wallet.status.confirming') + blocks;
}

function depositsKind(context: Context): RecordKind {
  return {
    key: 'deposits',
    label: 'records.deposits',
    filter: 'coin',
    ...WHOLE,
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('coin', 'assets.coin'),
      column('size', 'order.size', true),
      column('chain', 'records.chain'),
      column('status', 'orders.status'),
      column('transaction', 'wallet.transaction'),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) => {
      const { rows, confirmationsNeeded } = await fetchMovements('deposits', query);
      return rows.map((row) => ({
        id: row.orderId,
        ...(row.status === 'success' && {
          receipt: { of: 'movement', account: 'spot', id: row.orderId } as const,
        }),
        cells: {
          time: dateTime(row.cTime),
          coin: row.coin.toUpperCase(),
          size: amount(row.size),
          chain: row.chain === '' ? '–' : row.chain,
          status: depositStatus(context, row, confirmationsNeeded),
          transaction: transactionOf(row) || '–',
          id: row.orderId,
        },
      }));
    },
  };
}

function withdrawalsKind(context: Context): RecordKind {
  const { t } = context;
  return {
    key: 'withdrawals',
    label: 'wallet.withdrawals',
    filter: 'coin',
    ...WHOLE,
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('coin', 'assets.coin'),
      column('size', 'order.total', true),
      column('fee', 'orders.fee', true),
      column('chain', 'records.chain'),
      column('address', 'records.to'),
      column('status', 'orders.status'),
      column('transaction', 'wallet.transaction'),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) => {
      const { rows, confirmationsNeeded } = await fetchMovements('withdrawals', query);
      return rows.map((row) => ({
        id: row.orderId,
        ...(row.status === 'success' && {
          receipt: { of: 'movement', account: 'spot', id: row.orderId } as const,
        }),
        cells: {
          time: dateTime(row.cTime),
          coin: row.coin.toUpperCase(),
          size: amount(row.size),
          fee: amount(row.fee.replace(/^-/, '')),
          chain: row.chain === '' ? '–' : row.chain,
          address: row.toAddress,
          status: t(walletStatus(row)) + blocksText(context, row, confirmationsNeeded),
          transaction: transactionOf(row) || '–',
          id: row.orderId,
        },
      }));
    },
  };
}

function convertsKind(): RecordKind {
  return {
    key: 'converts',
    label: 'convert.history',
    filter: 'symbol',
    ...WHOLE,
    receipts: true,
    columns: [
      column('time', 'orders.time'),
      column('from', 'records.from', true),
      column('to', 'records.to', true),
      column('price', 'order.price', true),
      column('fee', 'orders.fee', true),
      column('id', 'records.entryId'),
    ],
    fetch: async (query) =>
      (await fetchConverts(query)).map((row) => ({
        id: row.id,
        receipt: { of: 'order', account: 'spot', id: row.id },
        cells: {
          time: dateTime(row.ts),
          from: givenText(row),
          to: `${amount(row.toCoinSize)} ${row.toCoin}`,
          price: rateText(row),
          fee: `${amount(row.fee)} ${row.toCoin}`,
          id: row.id,
        },
      })),
  };
}

/** Transfers between a person's accounts, and from and to others of the family. */
export function transfersKind({ t }: Pick<Context, 't'>): RecordKind {
  return {
    key: 'transfers',
    label: 'records.transfers',
    filter: 'coin',
    ...WHOLE,
    receipts: true,
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
      (await fetchMovements('transfers', query)).rows.map((row) => ({
        id: row.transferId,
        receipt: { of: 'movement', account: 'spot', id: row.transferId },
        cells: {
          time: dateTime(row.ts),
          coin: row.coin.toUpperCase(),
          size: amount(row.size),
          from: fromText(t, row),
          to: toText(t, row),
          status: t(statusMessage(row.status)),
          id: row.transferId,
        },
      })),
  };
}

/** All kinds, in the order of their tabs. */
export function useRecordKinds(): readonly [RecordKind, ...RecordKind[]] {
  const t = useT();
  const instruments = useInstruments().data;
  return useMemo(() => {
    const context: Context = { t, instruments };
    return [
      ordersKind(context),
      fillsKind(context),
      ledgerKind(context, 'spot'),
      depositsKind(context),
      withdrawalsKind(context),
      convertsKind(),
      transfersKind(context),
      ledgerKind(context, 'funding'),
      refusalsKind(context, 'spot'),
    ];
  }, [t, instruments]);
}
