/** A canonical digest of the records: equal rows give equal hashes, on either database. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { tablePages } from '../sql/table-pages.ts';
import type { RecordsTables } from './schema.ts';
import { RECORDS_TABLES } from './schema.ts';

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
      for (const name of Object.keys(RECORDS_TABLES) as (keyof typeof RECORDS_TABLES)[]) {
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
  name: keyof typeof RECORDS_TABLES,
): AsyncGenerator<string> {
  for await (const page of tablePages(db, RECORDS_TABLES[name])) {
    for (const row of page) yield JSON.stringify(row);
  }
}
