/** A canonical digest of the records: equal rows give equal hashes, on either database. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { int64Text } from '../sql/int64.ts';
import type { RecordsTables } from './schema.ts';
import { RECORDS_TABLES } from './schema.ts';

/** Rows read at a time. */
const PAGE_ROWS = 2_000;

/** What one table holds. */
export interface TableDump {
  readonly rows: number;
  /** SHA-256 over its rows in key order, hex. */
  readonly hash: string;
}

/** What the records hold, at `seq`. */
export interface Dump {
  readonly seq: number;
  /** SHA-256 over the tables' hashes, hex. */
  readonly hash: string;
  readonly tables: Readonly<Record<string, TableDump>>;
}

/** Reads every row once, in pages, inside one transaction: rows and sequence belong together. */
export async function dumpRecords(database: Kysely<RecordsTables>): Promise<Dump> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const tables: Record<string, TableDump> = {};
      const total = createHash('sha256');
      for (const name of Object.keys(RECORDS_TABLES) as (keyof RecordsTables)[]) {
        const hash = createHash('sha256');
        let rows = 0;
        for await (const row of canonicalRows(db, name)) {
          hash.update(row).update('\n');
          rows += 1;
        }
        const dump = { rows, hash: hash.digest('hex') };
        tables[name] = dump;
        total.update(`${name} ${dump.hash}\n`);
      }
      const state = await db.selectFrom('state').select('last_seq').executeTakeFirstOrThrow();
      return { seq: state.last_seq, hash: total.digest('hex'), tables };
    });
}

/** The rows of a table in key order, each as a JSON array of its columns as text. */
export async function* canonicalRows(
  db: Kysely<RecordsTables>,
  name: keyof RecordsTables,
): AsyncGenerator<string> {
  const spec = RECORDS_TABLES[name];
  const columns = Object.entries(spec.columns).map(([column, type]) =>
    type === 'int' ? int64Text(column) : sql.ref(column),
  );
  const key = sql.join(spec.key.map((column) => sql.ref(column)));
  const keyValues = spec.key.map((column) => sql.ref(column));
  let last: readonly number[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> =
      last === null ? sql`` : sql`where (${key}) > (${sql.join(last)})`;
    const list = columns.map((column, i) => sql`${column} as ${sql.id(`c${i}`)}`);
    const keys = keyValues.map((column, i) => sql`${column} as ${sql.id(`k${i}`)}`);
    const page: { rows: Record<string, unknown>[] } = await sql<Record<string, unknown>>`
      select ${sql.join([...list, ...keys])} from ${sql.table(name)} ${after}
      order by ${key} limit ${PAGE_ROWS}`.execute(db);
    for (const row of page.rows) yield JSON.stringify(columns.map((_, i) => row[`c${i}`]));
    const end = page.rows.at(-1);
    if (end === undefined || page.rows.length < PAGE_ROWS) return;
    last = spec.key.map((_, i) => end[`k${i}`] as number);
  }
}
