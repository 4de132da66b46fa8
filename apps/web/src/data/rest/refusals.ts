/** Orders that were refused when they were placed, by the web app's own API. */

import type { RefusalAccount, RefusalRow } from '@halcyon/domain/web';
import type { RecordQuery } from './trade.ts';
import { web } from './web.ts';

/** A page of them, newest first. @param of whose they are, where the query names no account of margin */
export async function fetchRefusals(
  of: RefusalAccount,
  { symbol, side, startTime, endTime, limit, idLessThan: before, account: chosen }: RecordQuery,
): Promise<readonly RefusalRow[]> {
  const account = chosen ?? of;
  const query = { account, symbol, side, startTime, endTime, limit, before };
  return (await web('GET /orders/refused', query)).rows;
}
