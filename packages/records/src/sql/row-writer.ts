/**
 * Writes many rows of one table. The statement's text is made by Kysely once and then only gets new
 * values: building it anew for every batch costs more than SQLite needs to store the rows.
 * PostgreSQL gets many rows in a statement, since each is a round trip; SQLite runs one per row.
 */
import type { Kysely } from 'kysely';
import { CompiledQuery, sql } from 'kysely';
import type { DatabaseKind } from './connect.ts';
import { StatementBatch } from './node-sqlite-dialect.ts';

/** Rows in a statement on PostgreSQL; 64 of our widest rows stay far below its 65,535 parameters. */
const SIZES = [64, 8, 1] as const;

/** A value of a row: text, or an integer (bigint above 2^53). */
export type SqlValue = string | number | bigint;

/** Any Kysely or transaction: what tables it knows does not matter here. */
export interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>;
}

/** What a writer needs to know of its table. */
export interface WrittenTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /**
   * Columns that a row written again may change; empty = an existing key is an error. Naming only
   * those spares the indexes on the others.
   */
  readonly mutable: readonly string[];
}

/** See the head of the file. */
export class RowWriter {
  readonly #kind: DatabaseKind;
  readonly table: WrittenTable;
  readonly #texts = new Map<number, string>();

  constructor(kind: DatabaseKind, table: WrittenTable) {
    this.#kind = kind;
    this.table = table;
  }

  /** Writes all rows; each is an array in the order of the columns. Keys are distinct. */
  async write(db: Executor, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.#kind === 'sqlite') {
      await db.executeQuery(CompiledQuery.raw(this.#text(db, 1), [new StatementBatch(rows)]));
      return;
    }
    let from = 0;
    for (const size of SIZES) {
      while (rows.length - from >= size) {
        const parameters = rows.slice(from, from + size).flat();
        await db.executeQuery(CompiledQuery.raw(this.#text(db, size), parameters));
        from += size;
      }
    }
  }

  #text(db: Executor, size: number): string {
    const known = this.#texts.get(size);
    if (known !== undefined) return known;
    const { name, columns, key, mutable } = this.table;
    const row = Object.fromEntries(columns.map((column) => [column, 0]));
    const target = db as unknown as Kysely<Record<string, Record<string, number>>>;
    let query = target.insertInto(name).values(new Array(size).fill(row));
    if (mutable.length > 0) {
      const set = mutable.map((column) => [column, sql<number>`${sql.ref(`excluded.${column}`)}`]);
      query = query.onConflict((conflict) =>
        conflict.columns([...key]).doUpdateSet(Object.fromEntries(set)),
      );
    }
    const text = query.compile().sql;
    this.#texts.set(size, text);
    return text;
  }
}
