/**
 * Pagination of history. Rows are listed newest first by id; a time window becomes a range of ids through
 * the projection's minute marks, so that an old window costs no more than a new one.
 */
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

/** Rows of one page at most: one more than lists give says that there is a next page. */
export const PAGE_LIMIT_MAX = 1_001;

const MINUTE_MS = 60_000;

/** Which page is wanted. */
export interface PageRequest {
  /** Rows, 1..1,001. */
  readonly limit: number;
  /** Only ids below this one: the last id of the page before. */
  readonly idLessThan?: number | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  /** Unix ms, inclusive. */
  readonly endTime?: number | undefined;
}

/** `from ≤ id < to`; the time filter itself still applies to the rows at the edges. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** What a minute mark has of a table: its next id. */
export type MarkColumn =
  | 'order_id'
  | 'plan_id'
  | 'trade_id'
  | 'bill_id'
  | 'movement_id'
  | 'closed_id'
  | 'liquidation_id'
  | 'fund_id'
  | 'loan_id'
  | 'margin_liquidation_id'
  | 'refusal_id'
  | 'notice_id';

/**
 * The ids that a page can have; without a mark a window narrows none. Throws `badRequest` for a request
 * outside its limits.
 */
export async function idRange(
  db: AnyDatabase,
  column: MarkColumn | undefined,
  page: PageRequest,
): Promise<IdRange> {
  checkInteger('limit', page.limit, 1, PAGE_LIMIT_MAX);
  let from = 0;
  let to = Number.MAX_SAFE_INTEGER;
  if (page.idLessThan !== undefined) {
    checkInteger('idLessThan', page.idLessThan, 0, Number.MAX_SAFE_INTEGER);
    to = page.idLessThan;
  }
  if (page.startTime !== undefined) {
    checkInteger('startTime', page.startTime, 0, Number.MAX_SAFE_INTEGER);
    if (column !== undefined) from = await firstIdFrom(db, column, page.startTime);
  }
  if (page.endTime !== undefined) {
    checkInteger('endTime', page.endTime, 0, Number.MAX_SAFE_INTEGER);
    if (column !== undefined) to = Math.min(to, await firstIdAfter(db, column, page.endTime));
  }
  return { from, to };
}

async function firstIdFrom(db: AnyDatabase, column: MarkColumn, time: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(column)} as id from marks
    where minute <= ${Math.floor(time / MINUTE_MS)} order by minute desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

async function firstIdAfter(db: AnyDatabase, column: MarkColumn, time: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(column)} as id from marks
    where minute > ${Math.floor(time / MINUTE_MS)} order by minute limit 1`.execute(db);
  return rows[0]?.id ?? Number.MAX_SAFE_INTEGER;
}
