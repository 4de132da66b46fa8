/**
 * Copies the databases of an exchange, whichever kind they are: a backup is always SQLite files,
 * and a restore puts them into files or into PostgreSQL.
 */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { IDENTITY_MIGRATIONS, IDENTITY_TABLES } from './identity/schema.ts';
import type { DatabaseName } from './parts.ts';
import { RECORDS_MIGRATIONS } from './projection/migrations.ts';
import { DEAD_LETTER_TABLE, RECORDS_TABLES } from './projection/schema.ts';
import {
  type Database,
  type DatabaseAccess,
  type DatabaseLocation,
  openDatabase,
} from './sql/connect.ts';
import { FACTS } from './sql/facts.ts';
import { type Migration, migrate, type TableSpec } from './sql/migrate.ts';
import { type DatabasePlace, placeOf } from './sql/place.ts';
import { type Executor, RowWriter } from './sql/row-writer.ts';
import { tablePages } from './sql/table-pages.ts';

/** One of the databases: its name is that of its file and of its PostgreSQL schema. */
interface Part {
  readonly name: DatabaseName;
  readonly migrations: readonly Migration[];
  readonly tables: readonly TableSpec[];
}

const RECORDS = {
  migrations: RECORDS_MIGRATIONS,
  tables: [...Object.values(RECORDS_TABLES), DEAD_LETTER_TABLE, FACTS],
};
const PARTS: readonly Part[] = [
  { name: 'records', ...RECORDS },
  { name: 'paper_records', ...RECORDS },
  { name: 'identity', migrations: IDENTITY_MIGRATIONS, tables: Object.values(IDENTITY_TABLES) },
];

type Any = Database<Record<string, Record<string, unknown>>>;

/**
 * Writes databases as files into a folder, while they are in use. SQLite copies its file; PostgreSQL is
 * read within a transaction that sees one moment, some rows at a time.
 */
export async function backUp(
  place: DatabasePlace,
  names: readonly DatabaseName[],
  folder: string,
): Promise<void> {
  for (const part of PARTS.filter(({ name }) => names.includes(name))) {
    const file = join(folder, `${part.name}.db`);
    await withDatabase(placeOf(place, part.name), 'read', async (from) => {
      if (from.kind === 'sqlite') {
        closeSync(openSync(file, 'wx', 0o600));
        await sql`vacuum into ${file}`.execute(from.db);
      } else {
        await withDatabase({ kind: 'sqlite', file }, 'write', (to) => fill(part, from, to));
      }
    });
  }
}

/** Bytes that a database has on its disk, about. */
export async function databaseBytes(place: DatabasePlace, name: DatabaseName): Promise<number> {
  const location = placeOf(place, name);
  if (location.kind === 'sqlite') return statSync(location.file).size;
  const { schema } = location;
  return withDatabase(location, 'read', async ({ db }) => {
    const { rows } = await sql<{ bytes: string }>`
      select coalesce(sum(pg_total_relation_size(c.oid)), 0)::text as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = ${schema}`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  });
}

/**
 * Moves the files of a folder into PostgreSQL and deletes them.
 * @throws Error when a schema there has rows already, which then stays as it is
 */
export async function restoreInto(url: string, folder: string): Promise<void> {
  const fileOf = (part: Part): string => join(folder, `${part.name}.db`);
  const there = PARTS.filter((part) => existsSync(fileOf(part)));
  for (const part of there) {
    await withDatabase({ kind: 'sqlite', file: fileOf(part) }, 'write', (from) =>
      withDatabase({ kind: 'postgres', url, schema: part.name }, 'write', async (to) => {
        await migrate(from as never, part.migrations, Date.now());
        await fill(part, from, to);
      }),
    );
  }
  for (const part of there) rmSync(fileOf(part));
}

async function withDatabase<Result>(
  location: DatabaseLocation,
  access: DatabaseAccess,
  work: (database: Any) => Promise<Result>,
): Promise<Result> {
  const database: Any = await openDatabase(location, access);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Copies every table of a part in one transaction on either side. */
async function fill(part: Part, from: Any, to: Any): Promise<void> {
  await migrate(to as never, part.migrations, Date.now());
  await from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((source) =>
      to.db.transaction().execute(async (target) => {
        for (const table of part.tables) {
          await makeEmpty(part, table, target as unknown as Kysely<unknown>);
          await copyTable(table, source, { kind: to.kind, db: target });
        }
      }),
    );
}

/**
 * What is no row of a fresh schema, by table; of the others none is. Those it has say that nothing was
 * projected, and that the terms of fees are kept from the first command on.
 */
const NOT_FRESH: Readonly<Record<string, string>> = { state: 'last_seq > 0', fee_terms: 'seq > 0' };

async function makeEmpty(part: Part, { name }: TableSpec, db: Kysely<unknown>): Promise<void> {
  const used = sql.raw(NOT_FRESH[name] ?? 'true');
  const { rows } = await sql`select 1 from ${sql.table(name)} where ${used} limit 1`.execute(db);
  if (rows.length > 0) throw new Error(`the schema ${part.name} has rows already, in ${name}`);
  await sql`delete from ${sql.table(name)}`.execute(db);
}

async function copyTable(
  table: TableSpec,
  source: unknown,
  to: { readonly kind: Any['kind']; readonly db: Executor },
): Promise<void> {
  const columns = Object.keys(table.columns);
  const isInteger = columns.map((column) => table.columns[column] === 'int');
  const { name, key } = table;
  const writer = new RowWriter(to.kind, { name, key, columns, mutable: [] });
  for await (const page of tablePages(source, table)) {
    const rows = page.map((row) =>
      row.map((text, i) => (isInteger[i] === true ? BigInt(text) : text)),
    );
    await writer.write(to.db, rows);
  }
}
