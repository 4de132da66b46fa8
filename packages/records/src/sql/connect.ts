/** Opens one database, SQLite file or PostgreSQL schema, behind the same Kysely type. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';

/** Which of the two databases runs. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Where a database is: a file, or a schema on a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

/** An open database. */
export interface Database<Tables> {
  readonly kind: DatabaseKind;
  readonly db: Kysely<Tables>;
  /** Closes all connections; calls after it fail. */
  close(): Promise<void>;
}

/** Connections to PostgreSQL one database keeps at most. */
const POOL_MAX = 4;
/** How long to wait for a PostgreSQL connection, ms. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A statement that runs longer on PostgreSQL is ended, ms. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Another process may hold SQLite's write lock for a moment (backup, command line), ms. */
const BUSY_TIMEOUT_MS = 5_000;
/** The write-ahead log is moved into the file when it has this many pages: hot pages move once. */
const CHECKPOINT_PAGES = 4_000;
/** Page cache of one SQLite database, KiB. */
const CACHE_KIB = 32 * 1024;

/** Whether what is absent may be made. */
export type DatabaseAccess = 'write' | 'read';

/**
 * Opens the database; throws when it cannot be reached.
 * @param access `write` creates it when absent, `read` changes nothing
 */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  access: DatabaseAccess = 'write',
): Promise<Database<Tables>> {
  return location.kind === 'sqlite'
    ? openSqlite(location.file, access)
    : openPostgres(location, access);
}

function openSqlite<Tables>(file: string, access: DatabaseAccess): Database<Tables> {
  const open = access === 'write' ? openFile : openToRead;
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file, () => open(file)) });
  return { kind: 'sqlite', db, close: () => db.destroy() };
}

function openToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

function openFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec(`pragma cache_size = -${CACHE_KIB}`);
  database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.exec('pragma temp_store = memory');
  return database;
}

const INT8_OID = 20;

/** 64-bit columns come as numbers; money is selected as text, so an unsafe one here is a fault. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} was not selected as text`);
  return value;
}

async function openPostgres<Tables>(
  location: { readonly url: string; readonly schema: string },
  access: DatabaseAccess,
): Promise<Database<Tables>> {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(location.schema)) {
    throw new Error(`schema name ${location.schema} must match [a-z][a-z0-9_]{0,40}`);
  }
  if (/[?&]options=/.test(location.url)) {
    throw new Error('the database URL must not set "options": the schema is chosen there');
  }
  // Loaded only where it is used: the embedded exchange does without it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: location.url,
    options: `-c search_path=${location.schema}`,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary'
          ? parseInt8
          : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // A connection that breaks is replaced, and the query that had it fails by itself; but without
  // listeners, on idle and on busy ones, the break alone would end the process.
  pool.on('error', () => {});
  pool.on('connect', (one) => one.on('error', () => {}));
  const client = await pool.connect();
  try {
    if (access === 'write') {
      await client.query(`create schema if not exists "${location.schema}"`);
    }
  } finally {
    client.release();
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { kind: 'postgres', db, close: () => db.destroy() };
}
