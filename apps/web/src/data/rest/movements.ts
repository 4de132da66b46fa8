/** Deposits, withdrawals, transfers and ledgers of any time, and moving money between own accounts. */

import type { FamilySides, LedgerAccount, MovementPage } from '@halcyon/domain/web';
import type { LedgerPage } from '@halcyon/protocol/web';
import type { RecordQuery } from './trade.ts';
import { post } from './trading.ts';
import type { DepositRow, TransferRow, WithdrawalRow } from './types.ts';
import { web } from './web.ts';

/** A transfer, between own accounts or in the family. */
export type FamilyTransferRow = TransferRow & FamilySides;

interface Rows {
  readonly deposits: DepositRow;
  readonly withdrawals: WithdrawalRow;
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

/** A page of the ledger of an account, newest first, by the web app's own API. */
export async function fetchLedger(
  account: LedgerAccount,
  { idLessThan: before, coin, businessType, startTime, endTime, limit }: RecordQuery,
): Promise<LedgerPage['rows']> {
  const query = { account, coin, businessType, startTime, endTime, before, limit };
  return (await web('GET /ledger', query)).rows;
}

/** Accounts that money can be moved between, as the wire calls them. */
export type TransferAccount = 'spot' | 'usdt_futures' | 'crossed_margin' | 'isolated_margin';

/** Moves money between accounts of the person. */
export function transferFunds(body: {
  readonly fromType: TransferAccount;
  readonly toType: TransferAccount;
  readonly coin: string;
  readonly amount: string;
  /** The pair of an isolated margin account. */
  readonly symbol?: string;
}): Promise<unknown> {
  return post('/api/v2/spot/wallet/transfer', body);
}
