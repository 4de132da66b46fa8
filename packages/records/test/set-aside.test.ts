/** Rows that the database refuses for good are set aside, and the rest goes on. */
import { rowsOf } from '@halcyon/domain';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { RecordsClient } from '../src/index.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import type { ProjectionInput } from '../src/projection/projection.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import { RECORDS_TABLES, type RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { isRefusal } from '../src/sql/refusal.ts';
import { onThisThread } from '../src/testing/this-thread.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';
import { Model } from './model.ts';

const NOW = 1_790_000_000_000;
const WAIT_MS = 60_000;
/** Of these tables every row whose id is a multiple is refused. */
const REFUSED = { orders: 7, plans: 3, bills: 11, instruments: 2 } as const;
type RefusedTable = keyof typeof REFUSED;

onBothDatabases('rows set aside', (databases) => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  /** From now on the database refuses rows, as a rule of its operator might. */
  async function refuse(database: Database<RecordsTables>): Promise<void> {
    for (const [table, every] of Object.entries(REFUSED)) {
      const statement =
        databases.kind === 'postgres'
          ? `alter table ${table} add constraint rule check (id % ${every} <> 0)`
          : `create trigger rule_${table} before insert on ${table} when new.id % ${every} = 0
             begin select raise(abort, 'the rule'); end`;
      await sql.raw(statement).execute(database.db);
    }
  }

  /** As the worker does it. */
  async function deliver(projection: RecordsProjection, input: ProjectionInput): Promise<void> {
    try {
      await projection.apply(input);
    } catch (error) {
      expect(isRefusal(error), String(error)).toBe(true);
      await projection.reload();
      await projection.apply(input, true);
    }
  }

  async function expectAside(database: Database<RecordsTables>, model: Model): Promise<number> {
    const aside = await database.db.selectFrom('set_aside').selectAll().execute();
    for (const [name, every] of Object.entries(REFUSED) as [RefusedTable, number][]) {
      const { columns } = RECORDS_TABLES[name];
      const at = Object.keys(columns).indexOf('id');
      const isRefused = (row: string): boolean =>
        Number((JSON.parse(row) as string[])[at]) % every === 0;
      const there: string[] = [];
      for await (const row of canonicalRows(database.db, name)) there.push(row);
      const wanted = model.canonical(name);
      expect(there.sort(), name).toEqual(wanted.filter((row) => !isRefused(row)));
      const texts = aside
        .filter((row) => row.name === name)
        .map(({ row_text }) => JSON.stringify(Object.values(JSON.parse(row_text) as object)));
      expect(texts.sort(), `${name} set aside`).toEqual(wanted.filter(isRefused));
    }
    expect(aside.every(({ reason }) => /rule/.test(reason))).toBe(true);
    return aside.length;
  }

  test('the rest goes on, also over restarts, and what is aside follows its changes', async () => {
    const database = await openDatabase<RecordsTables>(await databases.fresh());
    open.push(database);
    let projection = await RecordsProjection.open(database, NOW);
    await refuse(database);
    const batches = new RecordsEventStream(71).take(200);
    const model = new Model();
    for (const [i, batch] of batches.entries()) {
      await deliver(projection, batch);
      model.apply(batch.events);
      if (i % 20 !== 19) continue;
      expect(await expectAside(database, model)).toBe(projection.rowsSetAside);
      const count = projection.rowsSetAside;
      projection = await RecordsProjection.open(database, NOW);
      expect(projection.rowsSetAside).toBe(count);
      await projection.apply(batch);
    }
    expect(projection.rowsSetAside).toBeGreaterThan(20);

    // Dropped and made anew, without the rule: nothing is aside, nothing is missing.
    await projection.reset(NOW);
    expect(projection.rowsSetAside).toBe(0);
    for (const batch of batches) await projection.apply(batch);
    for (const name of Object.keys(REFUSED) as RefusedTable[]) {
      const rows: string[] = [];
      for await (const row of canonicalRows(database.db, name)) rows.push(row);
      expect(rows.sort(), name).toEqual(model.canonical(name));
    }
    expect(await database.db.selectFrom('set_aside').selectAll().execute()).toEqual([]);
  });

  test('the worker says so once, counts it and goes on', async () => {
    const said: string[] = [];
    const url = await databases.url();
    const dataFolder = databases.folder();
    const location =
      url === undefined
        ? ({ kind: 'sqlite', file: `${dataFolder}/records.db` } as const)
        : ({ kind: 'postgres', url, schema: 'records' } as const);
    const make = async (): Promise<RecordsClient> => {
      const hashCost = { memoryKib: 64, passes: 1, parallelism: 1 };
      const onProblem = (message: string) => said.push(message);
      const options = { dataFolder, databaseUrl: url, hashCost, onProblem };
      const client = await RecordsClient.open(options, onThisThread);
      open.push(client);
      return client;
    };
    let client = await make();
    const database = await openDatabase<RecordsTables>(location);
    open.push(database);
    await refuse(database);
    const batches = new RecordsEventStream(72).take(60);
    const model = new Model();
    for (const batch of batches) {
      client.push(rowsOf(batch));
      model.apply(batch.events);
    }
    await client.reached(batches.at(-1)?.lastSeq ?? 0, WAIT_MS);
    const { rowsSetAside, failed, lagMs } = client.status();
    expect(await expectAside(database, model)).toBe(rowsSetAside);
    expect({ failed, lagMs }).toEqual({ failed: '', lagMs: 0 });
    const news = said.filter((message) => message.includes('set aside'));
    expect(news[0]).toMatch(/^records: a row of \w+, key [\d,]+, is refused and set aside: .*rule/);
    const told = news.map((message) => Number(/(\d+) more rows/.exec(message)?.[1] ?? 1));
    expect(told.reduce((sum, rows) => sum + rows, 0)).toBe(rowsSetAside);
    await client.close();
    client = await make();
    expect(client.status().rowsSetAside).toBe(rowsSetAside);
  });
});
