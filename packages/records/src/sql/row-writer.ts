/**
 * Writes many rows of one table with few statements. The text for 1, 8 and 64 rows is made by
 * Kysely once and then only gets new values: building it anew for every batch costs more than SQLite
 * needs to store the rows.
 */
import type { Kysely } from 'kysely';
import { CompiledQuery, sql } from 'kysely';

/** Rows in a statement; 64 rows of our widest table stay below SQLite's 32,766 parameters. */
const SIZES = [64, 8, 1] as const;

/** A value of a row: text, or an integer (bigint above 2^53). */
export type SqlValue = string | number | bigint;

/** Any Kysely or transaction: what tables it knows does not matter here. */
export interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>;
}

/** Inserts rows of one table, replacing all other columns where the key is there already. */
export class RowWriter {
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #key: readonly string[];
  readonly #upsert: boolean;
  readonly #texts = new Map<number, string>();

  constructor(table: {
    readonly name: string;
    readonly columns: readonly string[];
    readonly key: readonly string[];
    /** Whether rows may exist already; without it an existing key is an error. */
    readonly upsert: boolean;
  }) {
    this.#table = table.name;
    this.#columns = table.columns;
    this.#key = table.key;
    this.#upsert = table.upsert;
  }

  /** Writes all rows; each is an array in the order of the columns. Keys are distinct. */
  async write(db: Executor, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    let from = 0;
    for (const size of SIZES) {
      while (rows.length - from >= size) {
        const parameters: SqlValue[] = [];
        for (let i = from; i < from + size; i++) {
          const row = rows[i] as readonly SqlValue[];
          for (const value of row) parameters.push(value);
        }
        await db.executeQuery(CompiledQuery.raw(this.#text(db, size), parameters));
        from += size;
      }
    }
  }

  #text(db: Executor, size: number): string {
    const known = this.#texts.get(size);
    if (known !== undefined) return known;
    const row = Object.fromEntries(this.#columns.map((column) => [column, 0]));
    const target = db as unknown as Kysely<Record<string, Record<string, number>>>;
    let query = target.insertInto(this.#table).values(new Array(size).fill(row));
    if (this.#upsert) {
      const others = this.#columns.filter((column) => !this.#key.includes(column));
      const set = Object.fromEntries(
        others.map((column) => [column, sql<number>`${sql.ref(`excluded.${column}`)}`]),
      );
      query = query.onConflict((conflict) => conflict.columns([...this.#key]).doUpdateSet(set));
    }
    const text = query.compile().sql;
    this.#texts.set(size, text);
    return text;
  }
}
