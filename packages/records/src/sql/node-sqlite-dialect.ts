/**
 * A Kysely dialect for the runtime's own `node:sqlite`. One connection, guarded by a queue: the
 * database is used from one worker thread, so a second connection would only add lock errors.
 * Statements are prepared once and kept; rows come back as arrays from SQLite (a third cheaper than
 * its objects) and are given their names here.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type RowMaker, rowMaker } from './row-maker.ts';

/** Prepared statements kept; the package has fewer distinct ones, row counts of inserts included. */
const STATEMENTS_MAX = 512;

interface Prepared {
  readonly statement: StatementSync;
  /** Makes a row of its values; null for a statement that returns no rows. */
  readonly make: RowMaker<readonly unknown[]> | null;
}

type Row = Record<string, unknown>;

/**
 * As the only parameter of a query: runs the statement once for each row, in one go. For SQLite this
 * is cheaper than one statement with many rows, and far cheaper than a call of Kysely for each.
 */
export class StatementBatch {
  readonly rows: readonly (readonly SQLInputValue[])[];

  constructor(rows: readonly (readonly SQLInputValue[])[]) {
    this.rows = rows;
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.#execute(query) as QueryResult<R>);
    } catch (error) {
      return Promise.reject(withFile(error, this.#file));
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  run(text: string): void {
    try {
      this.#database.exec(text);
    } catch (error) {
      throw withFile(error, this.#file);
    }
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #execute(query: CompiledQuery): QueryResult<Row> {
    const { statement, make } = this.#prepare(query.sql);
    const batch = query.parameters[0];
    if (batch instanceof StatementBatch) {
      for (const row of batch.rows) statement.run(...row);
      return { numAffectedRows: BigInt(batch.rows.length), rows: [] };
    }
    const parameters = query.parameters as readonly SQLInputValue[];
    if (make === null) {
      const { changes } = statement.run(...parameters);
      return { numAffectedRows: BigInt(changes), rows: [] };
    }
    const values = statement.all(...parameters) as unknown as readonly unknown[][];
    const rows = new Array<Row>(values.length);
    for (let i = 0; i < values.length; i++) rows[i] = make(values[i] as unknown[], 0, 1);
    return { numAffectedRows: BigInt(rows.length), rows };
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    if (this.#prepared.size >= STATEMENTS_MAX) this.#prepared.clear();
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    const names = statement.columns().map((column) => column.name);
    const make = names.length === 0 ? null : rowMaker<readonly unknown[]>(names);
    const made = { statement, make };
    // A table's change would make the column names stale; migrations run before anything is kept.
    if (!/^\s*(create|drop|alter|pragma)/i.test(text)) this.#prepared.set(text, made);
    return made;
  }
}

/** What is wrong with a file, by SQLite's codes: I/O, damage, full disk, cannot be opened, no database. */
const FILE_FAULTS: ReadonlySet<number> = new Set([10, 11, 13, 14, 26]);

/** SQLite does not say of which file it speaks. The same error: callers look at its code. */
function withFile(error: unknown, file: string): unknown {
  const { errcode } = error as { errcode?: unknown };
  if (error instanceof Error && FILE_FAULTS.has(Number(errcode) & 255)) {
    error.message = `${file}: ${error.message}`;
  }
  return error;
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #open: () => DatabaseSync;
  #connection: NodeSqliteConnection | null = null;
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  constructor(file: string, open: () => DatabaseSync) {
    this.#file = file;
    this.#open = open;
  }

  async init(): Promise<void> {
    try {
      this.#connection = new NodeSqliteConnection(this.#file, this.#open());
    } catch (error) {
      throw withFile(error, this.#file);
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    if (this.#connection === null) throw new Error('the SQLite database is closed');
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The place is handed over without becoming free in between, so nobody can overtake.
    if (next === undefined) this.#busy = false;
    else next();
  }

  async beginTransaction(
    connection: DatabaseConnection,
    _settings: TransactionSettings,
  ): Promise<void> {
    // "immediate" takes the write lock at once: a transaction cannot fail half-way for want of it.
    (connection as NodeSqliteConnection).run('begin immediate');
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as NodeSqliteConnection).run('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as NodeSqliteConnection).run('rollback');
  }

  async destroy(): Promise<void> {
    this.#connection?.close();
    this.#connection = null;
  }
}

/** Kysely over `node:sqlite`; `open` is called once, when the first query runs. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;
  readonly #open: () => DatabaseSync;

  /** @param file what messages about damage name */
  constructor(file: string, open: () => DatabaseSync) {
    this.#file = file;
    this.#open = open;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#file, this.#open);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
