/** Deposits and withdrawals of any time, by the web app's own API. */

import type { MovementList, MovementPage } from '@halcyon/domain/web';
import { get } from './http.ts';
import type { RecordQuery } from './trade.ts';
import type { WalletRow } from './types.ts';

/** A page of them, newest first, with the blocks that they need. */
export async function fetchMovements(
  list: Exclude<MovementList, 'converts'>,
  { coin, startTime, endTime, limit, idLessThan: before }: RecordQuery,
): Promise<MovementPage<WalletRow>> {
  const query = { list, coin, startTime, endTime, limit, before };
  return get<MovementPage<WalletRow>>('/api/web/v1/records/movements', query);
}
