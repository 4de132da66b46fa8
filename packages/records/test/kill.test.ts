import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seedOf } from '../../testkit/src/core/test-seed.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { DatabaseLocation } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream, seeded } from './event-stream.ts';
import type { ModelTables } from './model.ts';
import { Model } from './model.ts';

/** Kills by database; HALCYON_KILLS makes it a longer run. */
const KILLS = Number(process.env['HALCYON_KILLS'] ?? 10);
const SEED = seedOf();

/** Runs the projector, kills it `afterMs` after it has begun. */
async function runAndKill(location: DatabaseLocation, afterMs: number): Promise<void> {
  const program = join(import.meta.dirname, 'projector-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(location), String(SEED)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
  await pause(afterMs);
  expect(child.exitCode, errors).toBeNull();
  child.kill('SIGKILL');
  await ended;
}

/** What the rows say and at which sequence, read in one transaction. */
async function readAll(location: DatabaseLocation) {
  const database = await openDatabase<RecordsTables>(location);
  try {
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const state = await db.selectFrom('state').select('last_seq').executeTakeFirstOrThrow();
        const tables: Record<string, string[]> = {};
        for (const name of Object.keys(new Model().tables) as (keyof ModelTables)[]) {
          const rows: string[] = [];
          for await (const row of canonicalRows(db, name)) rows.push(row);
          tables[name] = rows.sort();
        }
        return { seq: state.last_seq, tables };
      });
  } finally {
    await database.close();
  }
}

onBothDatabases('D1', (databases) => {
  test(
    `${KILLS} kill -9 of the projector: rows are the model's at that sequence`,
    async () => {
      const location = await databases.fresh();
      const random = seeded(SEED);
      const stream = new RecordsEventStream(SEED);
      const model = new Model();
      let seen = 0;
      // Goes on where a busy machine gave the runs too little time to be worth anything.
      for (let kill = 0; kill < KILLS || seen <= 100; kill++) {
        await runAndKill(location, 5 + random() * 120);
        const { seq, tables } = await readAll(location);
        expect(seq, 'it goes on').toBeGreaterThanOrEqual(seen);
        seen = seq;
        while (stream.seq < seq) model.apply(stream.next(20).events);
        expect(stream.seq, `no half batch (seed ${SEED}, kill ${kill})`).toBe(seq);
        for (const name of Object.keys(tables) as (keyof ModelTables)[]) {
          expect(tables[name], `${name} (seed ${SEED}, kill ${kill})`).toEqual(
            model.canonical(name),
          );
        }
      }
      console.log(`${seen} commands projected`);
    },
    60_000 + KILLS * 15_000,
  );
});
