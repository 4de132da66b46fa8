import type { SelfTrade } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { PAGE_LIMIT_MAX, type PageRequest } from './window.ts';

/** Two orders of one user that were kept from trading with each other. */
export interface PreventedRecord {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly makerOrder: number;
  readonly takerOrder: number;
  readonly price: number;
  readonly quantity: number;
  readonly mode: SelfTrade;
  readonly time: number;
  readonly seq: number;
}

/** Which prevented matches are wanted: those that an account's takers met. */
export interface PreventedQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
}

/** Prevented matches of a taker's account, newest first. */
export async function preventedMatches(
  db: Kysely<RecordsTables>,
  query: PreventedQuery,
): Promise<PreventedRecord[]> {
  checkInteger('limit', query.limit, 1, PAGE_LIMIT_MAX);
  let select = db
    .selectFrom('prevented_matches')
    .select([
      'id',
      'account',
      'instrument',
      'maker_order as makerOrder',
      'taker_order as takerOrder',
      'price',
      'quantity',
      'mode',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '<', query.idLessThan ?? Number.MAX_SAFE_INTEGER);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as PreventedRecord[];
}
