/** The fills of an order, in one form for every account. */

import type { OrderDetail } from '@halcyon/domain/web';
import { fetchMarginLog } from '../../data/rest/margin-log.ts';
import { fetchFuturesLog } from '../../data/rest/positions.ts';
import { fetchFills } from '../../data/rest/trade.ts';
import {
  type ContractFill,
  type Fill,
  fromContractFill,
  fromPairFill,
} from '../../data/state/fills.ts';

/** Fills that are shown; of an order with more of them the records have the rest. */
export const ROWS = 100;

/** A fill, and what it realised where it is of a contract. */
export type OrderDetailFill = Omit<Fill, 'symbol' | 'side'> & Partial<Pick<ContractFill, 'profit'>>;

async function ofSpot(id: string): Promise<readonly OrderDetailFill[]> {
  return (await fetchFills({ orderId: id, limit: ROWS })).map(fromPairFill);
}

async function ofContract(id: string): Promise<readonly OrderDetailFill[]> {
  return (await fetchFuturesLog('fills', { order: id, limit: ROWS })).map(fromContractFill);
}

/** The newest fills of an order, newest first. */
export function fetchOrderFills({
  id,
  account,
}: Pick<OrderDetail, 'id' | 'account'>): Promise<readonly OrderDetailFill[]> {
  if (account === 'spot') return ofSpot(id);
  if (account === 'futures') return ofContract(id);
  return fetchMarginLog('fills', { account, order: id, limit: ROWS });
}
