/**
 * Files of records, portion by portion: each tells where the next one begins, so nothing is kept
 * between two of them, and whoever wants the file sets the pace. Rows are newest first; what comes
 * while a file is made is above its first row and not in it.
 */
import { setImmediate as breath } from 'node:timers/promises';
import { namedAccount, type UserId } from '@halcyon/domain';
import {
  EXPORT_ACCOUNTS,
  type ExportAccount,
  type ExportFormat,
  type ExportList,
} from '@halcyon/domain/web';
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import type { Cell, FamilyNames } from '../kinds/cells.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { csvHeader, csvLines } from './csv.ts';
import type { ExportFilter } from './exported-list.ts';
import { readFacts } from './facts.ts';
import { LISTS } from './lists.ts';
import { parquetEnd, parquetRows, type RowGroup } from './parquet.ts';

/** Rows of a portion: of Parquet a group, which is the better the larger it is. */
const PORTION_ROWS: Readonly<Record<ExportFormat, number>> = { csv: 2_000, parquet: 5_000 };

/** Rows that are read at once. */
const PAGE_ROWS = 500;

/** What a file has. */
export interface ExportQuery extends ExportFilter {
  readonly list: ExportList;
  readonly format: ExportFormat;
  readonly user: UserId;
  /** Absent = all of the user's accounts, one after another. */
  readonly account?: ExportAccount | undefined;
  /** What others of the family are called, by user; the main account is `main`. Of transfers. */
  readonly names?: FamilyNames | undefined;
}

/** Where a portion begins: in which of the accounts, below which row, at which byte of the file. */
export interface ExportPlace {
  readonly account: number;
  readonly idLessThan?: number | undefined;
  /** When the account's newest row was, Unix ms; 0 = none was read. */
  readonly newest: number;
  readonly offset: number;
}

/** The beginning of every file. */
export const EXPORT_START: ExportPlace = { account: 0, newest: 0, offset: 0 };

/** A portion of a file. */
export interface ExportPortion {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** How much of the file's span of time is written when it is. */
  readonly percent: number;
  /** What the end of a Parquet file has to tell. */
  readonly groups: readonly RowGroup[];
  /** Where the next one begins; null = there are no more rows. */
  readonly next: ExportPlace | null;
}

/** The accounts that a file is about, in their order in it. */
function accountsOf({ list, user, account }: ExportQuery): readonly number[] {
  if (account !== undefined) return [namedAccount(user, account)];
  const words = LISTS[list].ofPerson ? EXPORT_ACCOUNTS.slice(0, 1) : EXPORT_ACCOUNTS;
  return words.map((word) => namedAccount(user, word));
}

interface Gathered {
  readonly rows: (readonly Cell[])[];
  readonly percent: number;
  readonly next: Omit<ExportPlace, 'offset'> | null;
}

/** Reads page after page, of account after account, and lets others be served between two of them. */
async function gather(
  db: Kysely<RecordsTables>,
  query: ExportQuery,
  place: ExportPlace,
): Promise<Gathered> {
  const { read } = LISTS[query.list];
  const facts = await readFacts(db, query.names);
  const accounts = accountsOf(query);
  const begun = query.startTime ?? (await openedAt(db, query.user));
  const rows: (readonly Cell[])[] = [];
  let { account, idLessThan, newest } = place;
  let part = 0;
  for (let own = accounts[account]; own !== undefined; own = accounts[account]) {
    if (rows.length >= PORTION_ROWS[query.format]) {
      const percent = Math.floor(((account + part) / accounts.length) * 100);
      return { rows, percent, next: { account, idLessThan, newest } };
    }
    const page = await read(db, { ...query, account: own, idLessThan, limit: PAGE_ROWS }, facts);
    for (const { cells } of page) rows.push(cells);
    const last = page.at(-1);
    if (last === undefined) account += 1;
    newest = last === undefined ? 0 : newest || (page[0]?.time ?? 0);
    part = last === undefined ? 0 : partOf(begun, last.time, newest);
    idLessThan = last?.id;
    await breath();
  }
  return { rows, percent: 100, next: null };
}

/** How much of the way back from the newest row is behind us. */
function partOf(begun: number, reached: number, newest: number): number {
  return newest <= begun ? 0 : Math.min(1, Math.max(0, (newest - reached) / (newest - begun)));
}

async function openedAt(db: Kysely<RecordsTables>, user: UserId): Promise<number> {
  const select = db.selectFrom('users').select('time').where('id', '=', user);
  return (await select.executeTakeFirst())?.time ?? 0;
}

/** One portion. Throws `badRequest` for a list or format that there is not. */
export async function exportPortion(
  db: Kysely<RecordsTables>,
  { query, place }: { readonly query: ExportQuery; readonly place: ExportPlace },
): Promise<ExportPortion> {
  if (!Object.hasOwn(LISTS, query.list) || !Object.hasOwn(PORTION_ROWS, query.format)) {
    throw new RecordsError('badRequest', 'there is no such export', { field: 'list' });
  }
  const { rows, percent, next } = await gather(db, query, place);
  const { bytes, groups } = written(query, rows, place.offset);
  return {
    bytes,
    groups,
    rows: rows.length,
    percent,
    next: next === null ? null : { ...next, offset: place.offset + bytes.length },
  };
}

function written({ list, format }: ExportQuery, rows: Gathered['rows'], offset: number) {
  const { columns } = LISTS[list];
  if (format === 'parquet') {
    const none = { bytes: new Uint8Array(0), groups: [] };
    return rows.length === 0 ? none : parquetRows(columns, rows, offset);
  }
  const text = (offset === 0 ? csvHeader(columns) : '') + csvLines(rows);
  return { bytes: new TextEncoder().encode(text), groups: [] };
}

/** What comes behind the last portion. @param offset length of all that came before */
export async function exportEnd(
  _db: Kysely<RecordsTables>,
  {
    query,
    groups,
    offset,
  }: {
    readonly query: ExportQuery;
    readonly groups: readonly RowGroup[];
    readonly offset: number;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  if (query.format === 'csv') return new Uint8Array(0);
  return parquetEnd(LISTS[query.list].columns, groups, offset);
}
