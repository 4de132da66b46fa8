/**
 * What each database of an exchange knows about the whole, asked without changing anything: a start
 * holds it against the journal and `secrets.key` before it opens them.
 */
import { existsSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { readKey } from './secrets/key-file.ts';
import { SecretBox } from './secrets/secret-box.ts';
import { type Database, openDatabase } from './sql/connect.ts';
import { FACTS, Fact, readFacts } from './sql/facts.ts';
import { type DatabasePlace, keyFileOf, placeOf } from './sql/place.ts';

/** The databases by name: that of a file, or of a PostgreSQL schema. */
export type DatabaseName = 'records' | 'paper_records' | 'identity';

/** See the head of the file. */
export interface DatabaseFacts {
  /** Id of the exchange that it belongs to; null = it was never told. */
  readonly exchange: string | null;
  /** Records: sequence that the rows reach. Identity: highest user number. 0 = none. */
  readonly reached: number;
  /** Identity: names the key that its secrets are encrypted with; null = none yet. */
  readonly keyId: string | null;
}

/**
 * Null where there is no database, or one that nothing was ever made in.
 * @throws Error naming the database when it cannot be read
 */
export async function databaseFacts(
  place: DatabasePlace,
  name: DatabaseName,
): Promise<DatabaseFacts | null> {
  const location = placeOf(place, name);
  if (location.kind === 'sqlite') {
    if (!existsSync(location.file) || statSync(location.file).size === 0) return null;
  }
  const database = await openDatabase<never>(location, 'read');
  try {
    return await factsOf(database as never, name);
  } finally {
    await database.close();
  }
}

/** Names the key in a folder's `secrets.key`; null = there is no such file. @throws Error naming it */
export function keyFileId(dataFolder: string): string | null {
  const key = readKey(keyFileOf(dataFolder));
  return key === null ? null : new SecretBox(key).keyId;
}

/** Gives a PostgreSQL schema, if there is one, another name. */
export async function renameSchema(url: string, from: string, to: string): Promise<void> {
  const { kind, db, close } = await openDatabase<never>(
    { kind: 'postgres', url, schema: from },
    'read',
  );
  try {
    if ((await tablesOf({ kind, db: db as never }, from)).size === 0) return;
    await sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
  } finally {
    await close();
  }
}

type Any = Pick<Database<Record<string, Record<string, unknown>>>, 'kind' | 'db'>;

async function factsOf(database: Any, name: DatabaseName): Promise<DatabaseFacts | null> {
  const { kind, db } = database;
  const tables = await tablesOf(database, name);
  const main = name === 'identity' ? 'users' : 'state';
  if (!tables.has(main)) return null;
  // Few enough rows to look through: a damaged page would else be met by the first who signs in.
  if (kind === 'sqlite' && name === 'identity') await checkPages(db);
  const highest = name === 'identity' ? sql`max(uid)` : sql`max(last_seq)`;
  const { rows } = await sql<{ reached: number | null }>`
    select ${highest} as reached from ${sql.table(main)}`.execute(db);
  const facts = tables.has(FACTS.name) ? await readFacts(db as never) : new Map<string, string>();
  return {
    exchange: facts.get(Fact.exchange) ?? null,
    reached: Number(rows[0]?.reached ?? 0),
    keyId: facts.get(Fact.key) ?? null,
  };
}

async function tablesOf({ kind, db }: Any, schema: string): Promise<ReadonlySet<string>> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`;
  const { rows } = await query.execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function checkPages(db: Any['db']): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const found = rows[0]?.quick_check ?? 'ok';
  if (found !== 'ok') throw new Error(`it is damaged: ${found.replaceAll(/\s+/g, ' ')}`);
}
