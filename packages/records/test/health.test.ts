/** What records and identity say of themselves while their databases cannot be used. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PART_OK, rowsOf } from '@halcyon/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordsClient } from '../src/index.ts';
import type { DatabaseLocation } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';

/** As long as a busy machine needs, ms. */
const timeout = 60_000;
const HASH_COST = { memoryKib: 64, passes: 1, parallelism: 1 };
const WELL = { records: PART_OK, identity: PART_OK };

const faulty = (detail: string) => ({ state: 'degraded', detail });

onBothDatabases('records say how they are', (databases) => {
  let client: RecordsClient;
  let place: (name: string) => DatabaseLocation;
  let url: string | undefined;

  afterEach(() => client.close());

  async function open(onProblem: (message: string) => void = () => {}): Promise<void> {
    const dataFolder = databases.folder();
    const made = await databases.url();
    url = made;
    const options = { dataFolder, databaseUrl: made, hashCost: HASH_COST, onProblem };
    client = await RecordsClient.open(options);
    place = (name) =>
      made === undefined
        ? { kind: 'sqlite', file: join(dataFolder, `${name}.db`) }
        : { kind: 'postgres', url: made, schema: name };
    expect(client.health()).toEqual(WELL);
  }

  async function rename(name: string, table: string, to: string): Promise<void> {
    const { db, close } = await openDatabase<Record<string, never>>(place(name));
    await db.schema.alterTable(table).renameTo(to).execute();
    await close();
  }

  async function become(health: object): Promise<void> {
    await vi.waitFor(() => expect(client.health()).toMatchObject(health), { timeout });
  }

  test('an identity that cannot be read is told, and when it can again', async () => {
    await open();
    await rename('identity', 'users', 'gone');
    await become({ records: PART_OK, identity: faulty('the database cannot be read') });
    await rename('identity', 'gone', 'users');
    await become(WELL);
  });

  test('rows that are not taken; why is logged once, however often they are offered', async () => {
    const told: string[] = [];
    await open((message) => void told.push(message));
    const batches = new RecordsEventStream(51).take(40);
    for (const half of [batches.slice(0, 20), batches.slice(20)]) {
      await rename('records', 'orders', 'gone');
      for (const batch of half) client.push(rowsOf(batch));
      await become({ records: faulty('the database does not take rows'), identity: PART_OK });
      await rename('records', 'gone', 'orders');
      await become(WELL);
    }
    expect(told).toHaveLength(2);
    expect(told[1]).toBe(told[0]);
  });

  test('rows that lie behind without a fault', async () => {
    await open();
    const [, ...later] = new RecordsEventStream(52).take(3);
    // What comes first never comes: there is no refill.
    for (const batch of later) client.push(rowsOf(batch));
    await become({ records: faulty('rows are more than 2 s behind'), identity: PART_OK });
  });

  test('a worker that ended, until it is back', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    await open();
    await client.identity.userByUid({ uid: 16 });
    const worker = posted.mock.contexts.at(-1) as Worker;
    posted.mockRestore();
    const away = faulty('its worker is not running');
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    await worker.terminate();
    await ended;
    expect(client.health()).toEqual({ records: away, identity: away });
    await become(WELL);
  });

  if (databases.kind === 'sqlite') return;

  test('a server that is down, and up again', async () => {
    await open();
    await databases.refuseConnections(url as string, true);
    const silent = faulty('the database does not answer');
    await become({ records: silent, identity: silent });
    await databases.refuseConnections(url as string, false);
    await become(WELL);
  });
});
