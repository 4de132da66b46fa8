/**
 * A start over a snapshot and the journal behind it, with and without more threads; and records that
 * read the journal again.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, ORDER_LANES, RULES_VERSION, stateHash } from '@halcyon/core';
import { type EventBatch, type EventRows, readRows } from '@halcyon/domain';
import { type Engine, ORDERS_CAPACITY, Replayer, takeSnapshot } from '@halcyon/engine';
import {
  FileStorage,
  JournalDamageError,
  listSnapshots,
  readJournal,
  segmentName,
} from '@halcyon/journal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { type Recovered, recover } from '../../apps/halcyon/src/exchange/recover.ts';
import { refillFrom } from '../../apps/halcyon/src/exchange/refill.ts';
import { ViewsApart } from '../../apps/halcyon/src/exchange/views-apart.ts';
import { ViewsReader } from '../../apps/halcyon/src/exchange/views-reader.ts';
import { randomMarket, randomOrders } from './random-orders.ts';

const EXCHANGE = join(import.meta.dirname, '../../apps/halcyon/src/exchange');
const root = mkdtempSync(join(tmpdir(), 'halcyon-recover-'));
const layout = layoutOf(root);
const seen: EventBatch[] = [];
let before = '';
let last = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  const exchange = await openExchange(root, (error) => {
    throw error;
  });
  const { engine, core, reader, close } = exchange;
  engine.onCommit((batch) => seen.push(batch));
  for (const commands of randomMarket()) await engine.submitAll(commands);
  await trade(engine, 1);
  const job = {
    directory: layout.journal,
    venue: layout.venue,
    toSeq: engine.seq,
    chain: engine.chain,
  };
  takeSnapshot(new FileStorage(), job, [new ViewsReader(layout.history)]);
  await trade(engine, 2);
  last = engine.seq;
  before = fingerprint({ core, reader });
  close();
});

async function trade(engine: Engine, seed: number): Promise<void> {
  let batches = 0;
  for (const commands of randomOrders(seed, engine.seq)) {
    await engine.submitAll(commands);
    batches += 1;
    if (batches === 200) return;
  }
}

/** Equal for equal cores and views. */
function fingerprint({ core, reader }: Pick<Recovered, 'core' | 'reader'>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of reader.serialize()) hash.update(name).update(bytes);
  return `${stateHash(core)} ${core.state.log.chain} ${hash.digest('hex')}`;
}

/** Resting orders that the core holds without growing. */
function roomOf({ core }: Pick<Recovered, 'core'>): number {
  return core.state.orders.f64.length / ORDER_LANES;
}

async function recovered(threads: boolean): Promise<string> {
  const found = await recover(layout, threads);
  found.writer.close();
  expect(found.snapshotSeq).toBeGreaterThan(0);
  expect(found.snapshotSeq).toBeLessThan(last);
  expect(found.core.state.seq).toBe(last);
  expect(roomOf(found)).toBe(ORDERS_CAPACITY);
  return fingerprint(found);
}

describe.each([true, false])('a start with more threads: %s', (threads) => {
  test('INV-15, INV-16: core and views are as they were, by their hashes', async () => {
    expect(await recovered(threads)).toBe(before);
  });

  test('without a snapshot too', async () => {
    const path = listSnapshots(new FileStorage(), layout.journal)[0]!.path;
    renameSync(path, `${path}.away`);
    const found = await recover(layout, threads);
    found.writer.close();
    renameSync(`${path}.away`, path);
    expect(found.snapshotSeq).toBe(0);
    expect(roomOf(found)).toBe(ORDERS_CAPACITY);
    expect(fingerprint(found)).toBe(before);
  });

  test('B5: a damaged journal is refused, with segment and offset', async () => {
    const path = join(layout.journal, segmentName(1));
    const sound = readFileSync(path);
    const damaged = Buffer.from(sound);
    damaged[40_000]! ^= 1;
    writeFileSync(path, damaged);
    const error = await recover(layout, threads).catch((reason: unknown) => reason);
    writeFileSync(path, sound);
    expect(error).toBeInstanceOf(JournalDamageError);
    const { file, offset } = (error as JournalDamageError).place;
    expect(file).toBe(path);
    expect(offset).toBeGreaterThan(30_000);
    expect(offset).toBeLessThanOrEqual(40_000);
    expect(await recovered(threads)).toBe(before);
  });
});

test.each<[what: string, breakIt: (apart: ViewsApart) => void, says: RegExp]>([
  [
    'what goes wrong in it',
    (apart) => ViewsApart.prototype.restore.call(apart, new Map([['views', new Uint8Array(9)]])),
    /^the views cannot be built from the journal: ./,
  ],
  [
    'its end',
    (apart) => void apart.close(),
    /^the views cannot be built from the journal: the thread ended early/,
  ],
])('the thread of the views: %s ends the start', async (_what, breakIt, says) => {
  const restore = ViewsApart.prototype.restore;
  const broken = vi.spyOn(ViewsApart.prototype, 'restore').mockImplementation(function (
    this: ViewsApart,
  ) {
    broken.mockImplementation(restore);
    breakIt(this);
  });
  const error = await recover(layout, true).catch((reason: unknown) => reason);
  broken.mockRestore();
  expect((error as Error).message).toMatch(says);
  expect(await recovered(true)).toBe(before);
});

test('INV-16: views made of rows in memory that comes back, many times over, are the same', async () => {
  const apart = new ViewsApart(layout.history);
  const replayer = new Replayer(new Core(), (batch) => apart.replay(batch), 1);
  const records: Uint8Array[] = [];
  readJournal(new FileStorage(), layout.journal, {
    venue: layout.venue,
    rulesVersion: RULES_VERSION,
    onRecord: (_seq, bytes, offset, length) => records.push(bytes.slice(offset, offset + length)),
  });
  for (const [i, record] of records.entries()) {
    replayer.record(i + 1, record, 0, record.length);
    await apart.backpressure();
  }
  replayer.flush();
  const reader = new ViewsReader(layout.history);
  reader.views.takeOver(await apart.finish());
  await apart.close();
  expect(fingerprint({ core: replayer.core, reader })).toBe(before);
});

test('B2: killed during recovery, a start finds everything again', async () => {
  const program = `
    import { layoutOf } from '${EXCHANGE}/layout.ts';
    import { recover } from '${EXCHANGE}/recover.ts';
    for (;;) {
      process.stdout.write('again\\n');
      (await recover(layoutOf(process.argv[1]), true)).writer.close();
    }`;
  for (let kill = 0; kill < 5; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, kill * 40));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
  }
  expect(await recovered(true)).toBe(before);
});

describe('records that fell behind', () => {
  const text = (batches: readonly EventBatch[]): string =>
    JSON.stringify(
      batches.flatMap(({ events }) => events),
      (_key, value) => (typeof value === 'bigint' ? `${value}n` : value),
    );

  const eventsOf = ({ firstSeq, lastSeq, time, count, memory }: EventRows): EventBatch => ({
    ...{ firstSeq, lastSeq, time },
    events: readRows(memory, count),
  });

  test('get the events that were published, read again by another thread', async () => {
    for (const fromSeq of [1, 100, last]) {
      const again: EventBatch[] = [];
      for await (const rows of refillFrom(layout, fromSeq, () => last)) again.push(eventsOf(rows));
      expect(again[0]?.firstSeq).toBe(fromSeq);
      expect(again.at(-1)?.lastSeq).toBe(last);
      const published = seen.map((batch) => ({
        ...batch,
        events: batch.events.filter(({ seq }) => seq >= fromSeq),
      }));
      expect(text(again)).toBe(text(published));
    }
  });

  test('follow a head that moves on, and may stop before the end', async () => {
    const heads = [50, 60, 60, 61, 61];
    const again: EventBatch[] = [];
    for await (const rows of refillFrom(layout, 1, () => heads.shift() ?? last)) {
      again.push(eventsOf(rows));
      if (again.length === 3) break;
    }
    expect(again.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
      [1, 50],
      [51, 60],
      [61, 61],
    ]);
  });

  test('are told when the journal cannot be read', async () => {
    const nowhere = { ...layout, journal: join(root, 'nowhere') };
    const drawn = refillFrom(nowhere, 1, () => last).next();
    await expect(drawn).rejects.toThrow(/ENOENT.*nowhere/);
  });
});
