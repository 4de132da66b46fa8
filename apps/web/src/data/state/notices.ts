/** What happened on the account: ended orders, deposits, withdrawals and transfers, newest first. */

import { fetchBills, fetchLedger, fetchOrderHistory } from '../rest/trade.ts';
import type { BillRow, HistoryRow } from '../rest/types.ts';
import { KEYS, useAccountQuery } from './account.ts';
import { isCancelled } from './account-stream.ts';

/** One thing that happened. Amounts are decimals as the wire has them. */
export interface Notice {
  readonly id: string;
  /** Unix ms. */
  readonly time: number;
  readonly kind: 'filled' | 'cancelled' | 'deposit' | 'withdraw' | 'transferIn' | 'transferOut';
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly size: string;
  readonly price: string;
  readonly coin: string;
}

const NOTICES_MAX = 30;
const QUERY = { limit: NOTICES_MAX } as const;

const MONEY: Readonly<Record<string, Notice['kind']>> = {
  DEPOSIT: 'deposit',
  WITHDRAW: 'withdraw',
  TRANSFER_IN: 'transferIn',
  TRANSFER_OUT: 'transferOut',
};

function ofOrder(row: HistoryRow): Notice | null {
  const filled = row.status === 'filled';
  if (!filled && !isCancelled(row)) return null;
  return {
    id: `order-${row.orderId}`,
    time: Number(row.uTime ?? row.cTime),
    kind: filled ? 'filled' : 'cancelled',
    symbol: row.symbol.toUpperCase(),
    side: row.side,
    size: row.baseVolume,
    price: row.priceAvg,
    coin: '',
  };
}

function ofBill(row: BillRow): Notice | null {
  const kind = MONEY[row.businessType.toUpperCase()];
  if (kind === undefined) return null;
  const coin = row.coin.toUpperCase();
  const size = row.size.replace(/^-/, '');
  const time = Number(row.cTime);
  return { id: `bill-${row.billId}`, time, kind, symbol: '', side: 'buy', size, price: '', coin };
}

/** Joins both records into one list. */
export function joinNotices(
  orders: readonly HistoryRow[],
  bills: readonly BillRow[],
): readonly Notice[] {
  return [...orders.map(ofOrder), ...bills.map(ofBill)]
    .filter((notice) => notice !== null)
    .sort((a, b) => b.time - a.time)
    .slice(0, NOTICES_MAX);
}

/** The list; asked for while it is shown, and again after each event of the account. */
export function useNotices() {
  return useAccountQuery<readonly Notice[]>(KEYS.notices, async () => {
    const money = ['deposit', 'transfer'].map((groupType) => fetchBills({ ...QUERY, groupType }));
    // The wire's list has the fee of a withdrawal as if it were another one.
    const left = fetchLedger('spot', { ...QUERY, businessType: 'WITHDRAW' });
    const [orders, ...bills] = await Promise.all([fetchOrderHistory(QUERY), left, ...money]);
    return joinNotices(orders, bills.flat());
  });
}
