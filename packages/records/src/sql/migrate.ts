/** Numbered migrations with a version table, each in a transaction of its own. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from './connect.ts';

/** Column types that the two databases spell differently. */
export interface ColumnTypes {
  /** 64-bit signed integer. */
  readonly int: ReturnType<typeof sql>;
  readonly text: ReturnType<typeof sql>;
}

/** What a migration is given. */
export interface MigrationContext {
  readonly db: Kysely<unknown>;
  readonly kind: DatabaseKind;
  /** Creates a table: columns are `name int` or `name text`, never null. See `createTable`. */
  createTable(table: TableSpec): Promise<void>;
  /** Adds an integer column; rows that are there get 0. */
  addInteger(table: string, column: string): Promise<void>;
  /** Adds a text column; rows that are there get ''. */
  addText(table: string, column: string): Promise<void>;
  /** Creates an index; `where` is a literal condition that makes it partial. */
  createIndex(
    name: string,
    table: string,
    columns: readonly string[],
    where?: string,
  ): Promise<void>;
}

/** A table in the terms that both databases share. */
export interface TableSpec {
  readonly name: string;
  /** Column name → 64-bit integer or text; every column is NOT NULL. */
  readonly columns: Readonly<Record<string, 'int' | 'text'>>;
  /** Primary key; on SQLite the rows are stored in its order. */
  readonly key: readonly string[];
  readonly unique?: readonly (readonly string[])[];
}

/** One step of a schema; its number is its place in the list, counted from 1. */
export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}

interface VersionTables {
  schema_version: { version: number; name: string; applied_at: number };
}

/**
 * Brings the schema to the newest version; returns that version. Throws when the database is of a
 * later version than this program knows.
 */
export async function migrate(
  database: { readonly kind: DatabaseKind; readonly db: Kysely<never> },
  migrations: readonly Migration[],
  now: number,
): Promise<number> {
  const db = database.db as unknown as Kysely<VersionTables>;
  await sql`create table if not exists schema_version (
    version bigint not null primary key, name text not null, applied_at bigint not null
  )`.execute(db);
  const row = await db
    .selectFrom('schema_version')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const current = row?.version ?? 0;
  if (current > migrations.length) {
    throw new Error(
      `the database has schema version ${current}, this program knows up to ` +
        `${migrations.length}: start it with the newer program`,
    );
  }
  for (let version = current + 1; version <= migrations.length; version++) {
    const migration = migrations[version - 1] as Migration;
    await db.transaction().execute(async (transaction) => {
      await migration.up(contextOf(transaction as unknown as Kysely<unknown>, database.kind));
      await transaction
        .insertInto('schema_version')
        .values({ version, name: migration.name, applied_at: now })
        .execute();
    });
  }
  return migrations.length;
}

function contextOf(db: Kysely<unknown>, kind: DatabaseKind): MigrationContext {
  const types: ColumnTypes =
    kind === 'sqlite'
      ? { int: sql`integer`, text: sql`text` }
      : { int: sql`bigint`, text: sql`text collate "C"` };
  return {
    db,
    kind,
    createTable: (table) => createTable(db, kind, types, table),
    addInteger: (table, column) =>
      addColumn(db, table, column, sql`${types.int} not null default 0`),
    addText: (table, column) =>
      addColumn(db, table, column, sql`${types.text} not null default ''`),
    async createIndex(name, table, columns, where) {
      const list = sql.join(columns.map((column) => sql.ref(column)));
      const condition = where === undefined ? sql`` : sql` where ${sql.raw(where)}`;
      await sql`create index ${sql.id(name)} on ${sql.table(table)} (${list})${condition}`.execute(
        db,
      );
    },
  };
}

async function addColumn(
  db: Kysely<unknown>,
  table: string,
  column: string,
  type: ReturnType<typeof sql>,
): Promise<void> {
  await sql`alter table ${sql.table(table)} add column ${sql.id(column)} ${type}`.execute(db);
}

async function createTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  types: ColumnTypes,
  table: TableSpec,
): Promise<void> {
  let builder = db.schema.createTable(table.name);
  for (const [name, type] of Object.entries(table.columns)) {
    builder = builder.addColumn(name, types[type] as never, (column) => column.notNull());
  }
  builder = builder.addPrimaryKeyConstraint(`${table.name}_key`, [...table.key] as never);
  for (const columns of table.unique ?? []) {
    const name = `${table.name}_${columns.join('_')}_unique`;
    builder = builder.addUniqueConstraint(name, [...columns] as never);
  }
  // STRICT refuses values of another type; WITHOUT ROWID keeps a page of one account together.
  if (kind === 'sqlite') builder = builder.modifyEnd(sql`strict, without rowid`);
  await builder.execute();
}
