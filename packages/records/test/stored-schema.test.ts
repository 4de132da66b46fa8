/**
 * The schema on disk is that of files that are there already. A migration adds to it; whoever changes
 * how tables are declared changes nothing here.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';

/** Every table and index, one a line, by name. */
async function schemaOf({ kind, db }: Database<RecordsTables>): Promise<string> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ line: string }>`
          select sql as line from sqlite_schema where sql is not null order by name`.execute(db)
      : await sql<{ line: string }>`
          select * from (
            select table_name || '.' || column_name || ' ' || ordinal_position || ' ' || data_type
              || ' ' || coalesce(collation_name, '-') || ' ' || is_nullable || ' '
              || coalesce(column_default, '-') as line
            from information_schema.columns where table_schema = 'records'
            union all
            select indexdef from pg_indexes where schemaname = 'records'
          ) as lines order by line collate "C"`.execute(db);
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}

onBothDatabases('the schema on disk', (databases) => {
  test('is that of the files that are there', async () => {
    const database = await openDatabase<RecordsTables>(await databases.fresh());
    await RecordsProjection.open(database, 1_790_000_000_000);
    const file = `./stored-schema.${databases.kind}.sql`;
    await expect(await schemaOf(database)).toMatchFileSnapshot(file);
    await database.close();
  });
});
