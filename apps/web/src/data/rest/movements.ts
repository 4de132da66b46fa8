/** Deposits, withdrawals and transfers of any time, by the web app's own API. */

import type { FamilySides, MovementPage } from '@halcyon/domain/web';
import type { RecordQuery } from './trade.ts';
import type { TransferRow, WalletRow } from './types.ts';
import { web } from './web.ts';

/** A transfer, between own accounts or in the family. */
export type FamilyTransferRow = TransferRow & FamilySides;

interface Rows {
  readonly deposits: WalletRow;
  readonly withdrawals: WalletRow;
  readonly transfers: FamilyTransferRow;
}

/** A page of them, newest first; of what came and left with the blocks that they need. */
export async function fetchMovements<List extends keyof Rows>(
  list: List,
  { coin, startTime, endTime, limit, idLessThan: before }: RecordQuery,
): Promise<MovementPage<Rows[List]>> {
  const query = { list, coin, startTime, endTime, limit, before };
  return (await web('GET /records/movements', query)) as MovementPage<Rows[List]>;
}
