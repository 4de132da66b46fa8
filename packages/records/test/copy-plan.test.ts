/** The orders of a dry run are found by trader and time, however many orders the trader had before. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptOrders } from '../src/history/copy-dry-run.ts';
import { COPY_TABLES } from '../src/projection/copy-tables.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';

const ORDERS = 4_000;

onBothDatabases('where orders of a dry run are found', (databases) => {
  let database: Database<RecordsTables>;

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    await migrate(database as never, RECORDS_MIGRATIONS, 1);
    const told = (i: number) => ({ trader: i % 2, time: i, seq: i });
    await fill('copy_bases', (i) => ({ ...told(i), batch: i + 1 }));
    await fill('copy_batches', (i) => ({ ...told(i), id: i + 1 }));
    await fill('copy_fills', (i) => ({ batch: i + 1, portfolio: i % 2, time: i, seq: i }));
    await sql`analyze`.execute(database.db);
  });
  afterAll(() => database.close());

  /** Gives a table rows that are 0 but for what `row` says. */
  async function fill(
    table: 'copy_bases' | 'copy_batches' | 'copy_fills',
    row: (i: number) => Readonly<Record<string, number>>,
  ): Promise<void> {
    const names = Object.keys(COPY_TABLES[table].columns);
    const nothing = Object.fromEntries(names.map((name) => [name, 0]));
    for (let at = 0; at < ORDERS; at += 200) {
      const rows = Array.from({ length: 200 }, (_, i) => ({ ...nothing, ...row(at + i) }));
      await database.db
        .insertInto(table)
        .values(rows as never)
        .execute();
    }
  }

  test('by an index that has both, without sorting', async () => {
    const isLite = databases.kind === 'sqlite';
    const asked = { trader: 1, portfolio: 0, from: ORDERS - 20, to: ORDERS };
    const { sql: text, parameters } = keptOrders(database.db, asked).compile();
    const query = `${isLite ? 'explain query plan' : 'explain'} ${text}`;
    const { rows } = await database.db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(query, [...parameters]),
    );
    const plan = rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
    expect(plan).toContain('copy_bases_time');
    if (isLite) expect(plan).toMatch(/copy_bases_time \(trader=\? AND time>\? AND time<\?\)/);
    else expect(plan).toMatch(/Index Cond: .*trader = .*"?time"? >= /);
    if (isLite) expect(plan).not.toContain('TEMP B-TREE');
  });
});
