import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { AccountKind, accountOf, type EventBatch, EventKind, rowsOf } from '@halcyon/domain';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { backUp } from '../src/backup.ts';
import type { RecordsOptions } from '../src/index.ts';
import { CALLS_WAITING_MAX, RecordsClient, RecordsError } from '../src/index.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { StartThread } from '../src/records-client.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onThisThread } from '../src/testing/this-thread.ts';
import { onBothDatabases } from './databases.ts';
import { PEOPLE, RecordsEventStream } from './event-stream.ts';

const CHEAP = { memoryKib: 64, passes: 1, parallelism: 1 };
const account = accountOf(PEOPLE[0] as number, AccountKind.spot);
/** Reads wait as long as a busy machine needs, ms. */
const timeoutMs = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

onBothDatabases('records client', (databases) => {
  const open: RecordsClient[] = [];
  const make = async (options: Partial<RecordsOptions> = {}, ...thread: [StartThread?]) => {
    const url = options.databaseUrl ?? (await databases.url());
    const dataFolder = options.dataFolder ?? databases.folder();
    const given = { hashCost: CHEAP, ...options, dataFolder, databaseUrl: url };
    const client = await RecordsClient.open(given, ...thread);
    open.push(client);
    return { client, dataFolder, url };
  };
  /** What is the same in whichever thread, without the worker, which takes a fifth of a second to start. */
  const makeHere = (options?: Partial<RecordsOptions>) => make(options, onThisThread);
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  /** The hash of what a projection of these batches must hold. */
  async function expectedHash(batches: readonly EventBatch[]): Promise<string> {
    const file = join(databases.folder(), 'expected.db');
    const database = await openDatabase<RecordsTables>({ kind: 'sqlite', file });
    const projection = await RecordsProjection.open(database, 1);
    const events = batches.flatMap((batch) => batch.events);
    await projection.apply({ firstSeq: 1, lastSeq: batches.at(-1)?.lastSeq ?? 0, events });
    const { hash } = await projection.dump();
    await database.close();
    return hash;
  }

  test('refuses more calls than may wait, and ends the wait of those that do', async () => {
    const { client } = await make();
    const ask = () => client.history.bills({ account, limit: 1 }, { timeoutMs });
    const waiting = Array.from({ length: CALLS_WAITING_MAX }, ask);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(ask()).rejects.toThrow(`${CALLS_WAITING_MAX} calls wait`);
    // On a slow machine PostgreSQL has no connection in time for the last of them.
    const ends = await Promise.allSettled(waiting);
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    for (const reason of failed) expect(reason).toMatchObject({ code: 'unavailable' });
    expect(failed.length).toBeLessThan(CALLS_WAITING_MAX);
    expect(await ask()).toEqual([]);
  });

  test('reads what was just pushed, whenever it is asked for', async () => {
    const { client } = await makeHere();
    const batches = new RecordsEventStream(31).take(80);
    for (const [i, batch] of batches.entries()) {
      client.push(rowsOf(batch));
      if (i % 5 !== 0) continue;
      const rows = await client.history.bills(
        { account, limit: 1 },
        { minSeq: batch.lastSeq, timeoutMs },
      );
      const last = batches
        .slice(0, i + 1)
        .flatMap(({ events }) => events)
        .filter((event) => event.kind === 6 && event.account === account)
        .filter((event) => 'availableDelta' in event && event.availableDelta !== -event.heldDelta)
        .at(-1);
      expect(rows[0]?.seq).toBe(last?.seq);
      expect(client.reachedSeq()).toBeGreaterThanOrEqual(batch.lastSeq);
    }
    await client.reached(batches.at(-1)?.lastSeq ?? 0, timeoutMs);
    const { hash } = await client.dump();
    expect(hash).toBe(await expectedHash(batches));
  });

  test('a read asked for before its events came waits for them', async () => {
    const { client } = await makeHere();
    const batch = new RecordsEventStream(32).next();
    const read = client.history.bills(
      { account, limit: 500 },
      { minSeq: batch.lastSeq, timeoutMs },
    );
    await pause(20);
    client.push(rowsOf(batch));
    expect(await read).toHaveLength(3);
  });

  test('a read that would wait too long fails as lagging, in bounded time', async () => {
    const { client } = await makeHere();
    const read = client.history.fills({ account, limit: 1 }, { minSeq: 5, timeoutMs: 30 });
    await expect(read).rejects.toMatchObject({ name: 'RecordsError', code: 'lagging' });
    await expect(client.reached(5, 30)).rejects.toMatchObject({ code: 'lagging' });
  });

  test('closed and opened again it goes on; what it missed comes through refill', async () => {
    const batches = new RecordsEventStream(33).take(300);
    const first = await makeHere();
    for (const batch of batches.slice(0, 100)) first.client.push(rowsOf(batch));
    await first.client.close(timeoutMs);
    const asked: number[] = [];
    const refill = (fromSeq: number) => {
      asked.push(fromSeq);
      return batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    };
    const databaseUrl = first.url;
    const { client } = await makeHere({ dataFolder: first.dataFolder, databaseUrl, refill });
    expect(client.reachedSeq()).toBe(batches[99]?.lastSeq);
    for (const batch of batches.slice(200)) client.push(rowsOf(batch));
    const last = batches.at(-1)?.lastSeq ?? 0;
    await client.reached(last, timeoutMs);
    expect(asked[0]).toBe(batches[100]?.firstSeq);
    expect(client.status()).toMatchObject({ reachedSeq: last, mode: 'live', failed: '' });
    expect((await client.dump()).hash).toBe(await expectedHash(batches));
  });

  test('a small buffer under a flood: bounded, and all rows are there in the end', async () => {
    const batches = new RecordsEventStream(34).take(600);
    const refill = (fromSeq: number) =>
      batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    const { client } = await makeHere({ refill, bufferEventsMax: 200, chunkEventsMax: 40 });
    let most = 0;
    for (const batch of batches) {
      client.push(rowsOf(batch));
      most = Math.max(most, client.status().waitingEvents);
    }
    expect(client.status().mode).not.toBe('live');
    await client.reached(batches.at(-1)?.lastSeq ?? 0, timeoutMs);
    expect(most).toBeLessThan(400);
    expect(client.status().refills).toBeGreaterThan(0);
    expect((await client.dump()).hash).toBe(await expectedHash(batches));
  });

  test('D3: rebuilt from sequence 1 the dump is identical; from elsewhere it is refused', async () => {
    const batches = new RecordsEventStream(35).take(200);
    const refill = (fromSeq: number) =>
      batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    const { client } = await makeHere({ refill });
    for (const batch of batches.slice(0, 150)) client.push(rowsOf(batch));
    await client.reached(batches[149]?.lastSeq ?? 0, timeoutMs);
    const before = await client.dump();
    await expect(client.rebuild(batches.slice(3).map(rowsOf))).rejects.toMatchObject({
      code: 'badRequest',
    });
    expect(await client.dump()).toEqual(before);
    await client.rebuild(batches.slice(0, 150).map(rowsOf));
    expect(await client.dump()).toEqual(before);
    for (const batch of batches.slice(150)) client.push(rowsOf(batch));
    await client.reached(batches.at(-1)?.lastSeq ?? 0, timeoutMs);
    expect((await client.dump()).hash).toBe(await expectedHash(batches));
  });

  test('D1: a worker that dies is started again and catches up', async () => {
    const batches = new RecordsEventStream(38).take(300);
    const refill = (fromSeq: number) =>
      batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const { client } = await make({ refill, flushMs: 1, chunkEventsMax: 30 });
    for (const [i, batch] of batches.entries()) {
      client.push(rowsOf(batch));
      if (i === 150) {
        const read = client.history.fills({ account, limit: 1 }, { minSeq: 1e9, timeoutMs });
        await (posted.mock.contexts.at(-1) as Worker).terminate();
        await expect(read).rejects.toMatchObject({ code: 'unavailable' });
      }
      if (i % 10 === 0) await pause(1);
    }
    posted.mockRestore();
    const last = batches.at(-1)?.lastSeq ?? 0;
    await vi.waitFor(() => expect(client.reachedSeq()).toBe(last), timeoutMs);
    expect(client.status().restarts).toBe(1);
    expect((await client.dump()).hash).toBe(await expectedHash(batches));
  });

  test('closes although the database takes no row', async () => {
    const problems: string[] = [];
    const { client } = await make({ flushMs: 1, onProblem: (message) => problems.push(message) });
    for (const batch of new RecordsEventStream(39).take(80)) {
      const events = batch.events.map((event) =>
        event.kind === EventKind.orderOpened ? { ...event, quoteAmount: 0.5 } : event,
      );
      client.push(rowsOf({ ...batch, events }));
    }
    await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0), timeoutMs);
    await client.close(10);
    expect(client.status().restarts).toBe(0);
    await expect(client.history.fills({ account, limit: 1 })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('closed while its worker is being started again, none is left', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const { client } = await make({ flushMs: 1 });
    for (const batch of new RecordsEventStream(40).take(3)) client.push(rowsOf(batch));
    await vi.waitFor(() => expect(posted).toHaveBeenCalled(), timeoutMs);
    await (posted.mock.contexts.at(-1) as Worker).terminate();
    posted.mockRestore();
    await client.close();
    await pause(300);
    expect(client.status().restarts).toBe(0);
    await expect(client.dump()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('identity goes through the same worker, errors keep their code', async () => {
    const { client } = await make();
    const user = { uid: 16, email: 'Ada@Example.com', password: 'nine blue whales sing' };
    await client.identity.createUser(user);
    const login = { ...user, address: null };
    expect(await client.identity.verifyLogin(login)).toMatchObject({ uid: 16 });
    const again = client.identity.createUser({ ...user, uid: 17, email: 'ada@example.com' });
    await expect(again).rejects.toBeInstanceOf(RecordsError);
    await expect(again).rejects.toMatchObject({ code: 'emailTaken', field: 'email' });
  });

  test('a fault inside says nothing of the inside, and is in the log', async () => {
    const problems: string[] = [];
    const { client } = await makeHere({ onProblem: (message) => problems.push(message) });
    const broken = client.history.fills({ account: {} as unknown as number, limit: 1 });
    await expect(broken).rejects.toMatchObject({
      code: 'internal',
      message: 'history.fills failed',
    });
    expect(problems).toHaveLength(1);
    const unknown = client.history as unknown as Record<
      string,
      (input: object) => Promise<unknown>
    >;
    await expect(unknown['constructor']?.({})).rejects.toMatchObject({ code: 'badRequest' });
  });

  if (databases.kind === 'postgres') {
    test('D5: connections that are ended under load are replaced, rows stay right', async () => {
      const batches = new RecordsEventStream(36).take(400);
      const refill = (fromSeq: number) =>
        batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
      const problems: string[] = [];
      const onProblem = (message: string) => problems.push(message);
      const { client, url } = await makeHere({ refill, onProblem, chunkEventsMax: 20, flushMs: 1 });
      for (const [i, batch] of batches.entries()) {
        client.push(rowsOf(batch));
        if (i % 100 === 50) await databases.dropConnections(url as string);
        if (i % 5 === 0) await pause(2);
      }
      await client.reached(batches.at(-1)?.lastSeq ?? 0, timeoutMs);
      expect((await client.dump()).hash).toBe(await expectedHash(batches));
      expect(client.status()).toMatchObject({ restarts: 0, failed: '' });
      expect(problems.length).toBeGreaterThan(0);
    });
  } else {
    test('files are for the owner alone, and a backup is a whole database', async () => {
      const { client, dataFolder } = await makeHere();
      const batches = new RecordsEventStream(37).take(50);
      for (const batch of batches) client.push(rowsOf(batch));
      await client.reached(batches.at(-1)?.lastSeq ?? 0, timeoutMs);
      for (const name of ['records.db', 'identity.db', 'secrets.key']) {
        expect(statSync(join(dataFolder, name)).mode & 0o077, name).toBe(0);
      }
      const folder = join(dataFolder, 'backup');
      mkdirSync(folder);
      await client.dump();
      await backUp({ dataFolder }, ['records', 'identity'], folder);
      const copy = new DatabaseSync(join(folder, 'records.db'), { readOnly: true });
      const row = copy.prepare('select last_seq from state').get();
      expect(row?.['last_seq']).toBe(batches.at(-1)?.lastSeq);
      copy.close();
    });
  }
});

describe('records client that cannot start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-records-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('says in one line why, and leaves nothing running', async () => {
    const opened = RecordsClient.open({
      dataFolder: join(import.meta.dirname, 'databases.ts', 'not-a-folder'),
    });
    await expect(opened).rejects.toMatchObject({ code: 'unavailable' });
    await expect(opened).rejects.toThrow('records cannot start');
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const unreachable = RecordsClient.open({ dataFolder: folder, databaseUrl: url });
    await expect(unreachable).rejects.toThrow('records cannot start');
    const other = RecordsClient.open({ dataFolder: folder, databaseUrl: `${url}?options=x` });
    await expect(other).rejects.toThrow('must not set "options"');
  });
});
