/** The fills of an order, in one form for every account. */

import type { OrderDetail } from '@halcyon/domain/web';
import { fetchMarginLog } from '../../data/rest/margin-log.ts';
import { fetchFuturesLog } from '../../data/rest/positions.ts';
import { fetchFills } from '../../data/rest/trade.ts';

/** Fills that are shown; of an order with more of them the records have the rest. */
export const ROWS = 100;

/** A fill. Decimals are text. */
export interface OrderFill {
  readonly id: string;
  /** Unix ms. */
  readonly time: number;
  readonly price: string;
  /** Of the base coin. */
  readonly size: string;
  /** Of the quote coin. */
  readonly value: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly role: string;
  /** Of contracts alone: what it realised before fees, in the settle coin. */
  readonly profit?: string;
}

async function ofSpot(id: string): Promise<readonly OrderFill[]> {
  const rows = await fetchFills({ orderId: id, limit: ROWS });
  return rows.map((row) => ({
    id: row.tradeId,
    time: Number(row.cTime),
    price: row.priceAvg,
    size: row.size,
    value: row.amount,
    fee: row.feeDetail?.totalFee.replace(/^-/, '') ?? '',
    feeCoin: row.feeDetail?.feeCoin ?? '',
    role: row.tradeScope,
  }));
}

async function ofContract(id: string): Promise<readonly OrderFill[]> {
  const rows = await fetchFuturesLog('fills', { order: id, limit: ROWS });
  return rows.map((row) => ({
    id: row.tradeId,
    time: Number(row.cTime),
    price: row.price,
    size: row.baseVolume,
    value: row.quoteVolume,
    fee: row.feeDetail?.[0]?.totalFee.replace(/^-/, '') ?? '',
    feeCoin: row.feeDetail?.[0]?.feeCoin ?? '',
    role: row.tradeScope,
    profit: row.profit,
  }));
}

/** The newest fills of an order, newest first. */
export function fetchOrderFills({
  id,
  account,
}: Pick<OrderDetail, 'id' | 'account'>): Promise<readonly OrderFill[]> {
  if (account === 'spot') return ofSpot(id);
  if (account === 'futures') return ofContract(id);
  return fetchMarginLog('fills', { account, order: id, limit: ROWS });
}
