/** What a list has to say to become a file: its columns, and how its rows are read. */
import type { AccountId, Side } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { RecordsTables } from '../projection/schema.ts';
import type { Cell, Column, Facts } from './cells.ts';

/** Which rows of one account are wanted, behind which one. */
export interface Asked {
  readonly account: AccountId;
  readonly instrument?: number | undefined;
  readonly asset?: number | undefined;
  readonly side?: Side | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly idLessThan?: number | undefined;
  readonly limit: number;
}

/** A row of a file and its place in the list. */
export interface ListedRow {
  readonly id: number;
  /** By what the list is narrowed to a window. */
  readonly time: number;
  readonly cells: readonly Cell[];
}

/** See the head of the file. Rows come newest first. */
export interface ExportedList {
  readonly columns: readonly Column[];
  /** True where rows are of a person and not of an account: they are read once. */
  readonly ofPerson?: true;
  readonly read: (db: Kysely<RecordsTables>, asked: Asked, facts: Facts) => Promise<ListedRow[]>;
}
