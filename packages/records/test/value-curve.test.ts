/** What accounts were worth at each hour, on random histories, against a recomputation from all events. */
import type { EventBatch } from '@halcyon/domain';
import { EventKind } from '@halcyon/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestRandom } from '../../testkit/src/core/random.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import type { ValueCurve, Worths } from '../src/history/value-curve.ts';
import { historyMethods } from '../src/history-methods.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { ContractStream } from './contract-stream.ts';
import { onBothDatabases } from './databases.ts';
import { MarginStream } from './margin-stream.ts';
import { WorthModel } from './worth-model.ts';

const NOW = 1_790_000_000_000;
const HANGS_MS = 180_000;
const STREAMS = {
  margin: () => inUsdt(new MarginStream(5)),
  contracts: () => inUsdt(new ContractStream(7)),
} as const;
const HISTORY = Number(process.env['HALCYON_WORTH_COMMANDS'] ?? 4_500);
/** Accounts that borrow do more with each command. */
const COMMANDS = { margin: Math.ceil(HISTORY / 2.4), contracts: HISTORY } as const;

/** As the worker gets it: what is filtered, in words. */
function fed(filter: EventFilter, batch: EventBatch): EventBatch {
  return { ...batch, events: batch.events.filter((event) => filter.wants(event)) };
}

/** The coin of the generators' pairs is told as the one in which worth is told. */
function inUsdt(stream: { next(commands?: number): EventBatch }) {
  return {
    next(commands: number): EventBatch {
      const batch = stream.next(commands);
      const events = batch.events.map((event) =>
        event.kind === EventKind.assetListed && event.asset.code === 'USD'
          ? { ...event, asset: { ...event.asset, code: 'USDT' } }
          : event,
      );
      return { ...batch, events };
    },
  };
}

/** Makes the tables of hours anew, as a database from before gets them. */
async function migrateAgain(database: Database<RecordsTables>): Promise<void> {
  const { db } = database;
  for (const table of ['holding_hours', 'position_hours', 'price_hours']) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  const version = 1 + RECORDS_MIGRATIONS.findIndex(({ name }) => name === 'worth by hour');
  await sql`delete from schema_version where version >= ${version}`.execute(db);
  await migrate(database as never, RECORDS_MIGRATIONS.slice(0, version), NOW);
  for (const [i, { name }] of RECORDS_MIGRATIONS.slice(version).entries()) {
    const done = sql`insert into schema_version values (${version + 1 + i}, ${name}, ${NOW})`;
    await done.execute(db);
  }
}

/** The newest row of what each account has, owes and has open. */
async function lastStates({ db }: Database<RecordsTables>): Promise<string[]> {
  const newest = new Map<string, string>();
  for (const [table, keys] of [
    ['holding_hours', 4],
    ['position_hours', 3],
  ] as const) {
    for await (const row of canonicalRows(db, table)) {
      const columns = JSON.parse(row) as string[];
      const key = `${table} ${columns.slice(0, keys).join()}`;
      if (table === 'position_hours' && columns[4] === '0') newest.delete(key);
      else newest.set(key, row);
    }
  }
  return [...newest].map(([key, row]) => `${key} ${row}`).sort();
}

const sum = (worths: readonly Worths[], name: keyof Worths) =>
  worths.reduce((all, worth) => all + worth[name], 0n);

onBothDatabases('worth by hour', (databases) => {
  describe.each(['margin', 'contracts'] as const)('of %s', (kind) => {
    let database: Database<RecordsTables>;
    let projection: RecordsProjection;
    const model = new WorthModel();
    const filter = new EventFilter();

    beforeAll(async () => {
      database = await openDatabase<RecordsTables>(await databases.fresh());
      projection = await RecordsProjection.open(database, NOW);
      const stream = STREAMS[kind]();
      while (projection.reachedSeq < COMMANDS[kind]) {
        const batch = stream.next(100);
        model.apply(batch.events);
        await projection.apply(fed(filter, batch));
        // A feed that starts over shows again what it has shown: nothing may become another price.
        if (batch.firstSeq > COMMANDS[kind] / 2) filter.rewind();
      }
    }, HANGS_MS);
    afterAll(() => database.close());

    const curve = (user: number, from: number, to: number, step: 1 | 24 = 1): Promise<ValueCurve> =>
      historyMethods.valueCurve(database.db, { user, from, to, step });

    test(
      'every account, every hour: worth and inflow are those of the events',
      async () => {
        const [first, last] = model.hours;
        const users = [...model.users].slice(0, 6);
        let moving = 0;
        for (const user of users) {
          const { points } = await curve(user, first - 3, Math.min(last + 2, first + 740));
          expect(points[0]?.hour).toBe(first);
          for (const [i, { hour, worth, inflow }] of points.entries()) {
            const told = { user, hour, worth, inflow };
            const before = points[i - 1]?.hour ?? hour;
            const naive = {
              worth: model.worth(user, hour),
              inflow: model.inflow(user, before, hour),
            };
            expect(told).toEqual({ user, hour, ...naive });
            if (worth.margin + worth.futures !== 0n) moving += 1;
          }
        }
        expect(moving).toBeGreaterThan(20);
      },
      HANGS_MS,
    );

    test(
      'windows and steps: opening + profit + inflow = closing, however it is cut',
      async () => {
        const random = new TestRandom(3);
        const [first, last] = model.hours;
        for (let i = 0; i < 25; i++) {
          const user = [...model.users][random.int(0, model.users.size - 1)]!;
          const from = random.int(first, last - 1);
          const to = random.int(from + 1, Math.min(last + 1, from + 700));
          const byHour = (await curve(user, from, to)).points;
          const byDay = (await curve(user, from, to, 24)).points;
          for (const name of ['spot', 'margin', 'futures'] as const) {
            for (const points of [byHour, byDay]) {
              const [opening, closing] = [points[0]!.worth[name], points.at(-1)!.worth[name]];
              const inflow = sum(
                points.map((point) => point.inflow),
                name,
              );
              expect(inflow).toBe(model.inflow(user, from, to)[name]);
              expect([opening, closing]).toEqual([
                model.worth(user, from)[name],
                model.worth(user, to)[name],
              ]);
            }
          }
          const days = byDay.slice(0, -1).map(({ hour }) => (hour - from) % 24);
          expect(new Set(days)).toEqual(new Set([0]));
        }
      },
      HANGS_MS,
    );

    test(
      'made anew from all events, in other batches, the rows are the same',
      async () => {
        const before = await projection.dump();
        await projection.reset(NOW + 1);
        const again = STREAMS[kind]();
        while (projection.reachedSeq < before.seq) {
          await projection.apply(again.next(projection.reachedSeq === 0 ? 100 : 50));
        }
        expect((await projection.dump()).tables).toEqual(before.tables);
        expect(before.tables['price_hours']!.rows).toBeGreaterThan(20);
      },
      HANGS_MS,
    );
  });

  test('a new exchange has no points, and what is out of its limits is refused', async () => {
    const empty = await openDatabase<RecordsTables>(await databases.fresh());
    try {
      await RecordsProjection.open(empty, NOW);
      const query = { user: 20, from: 100, to: 200, step: 1 } as const;
      expect(await historyMethods.valueCurve(empty.db, query)).toEqual({ scale: 0, points: [] });
      const wrong = [
        [{ ...query, from: -1 }, 'from'],
        [{ ...query, to: 99 }, 'to'],
        [{ ...query, to: 100 + 31 * 24 + 1 }, 'to'],
        [{ ...query, step: 24, to: 100 + 366 * 24 + 1 }, 'to'],
        [{ ...query, step: 2 }, 'step'],
        [{ ...query, user: 0.5 }, 'user'],
      ] as const;
      for (const [refused, field] of wrong) {
        await expect(historyMethods.valueCurve(empty.db, refused as never)).rejects.toMatchObject({
          code: 'badRequest',
          field,
        });
      }
    } finally {
      await empty.close();
    }
  });

  test(
    'a database from before goes on with what accounts have, owe and have open',
    async () => {
      for (const stream of [STREAMS.margin(), STREAMS.contracts()]) {
        const whole = await openDatabase<RecordsTables>(await databases.fresh());
        try {
          const projection = await RecordsProjection.open(whole, NOW);
          const model = new WorthModel();
          while (projection.reachedSeq < 1_500) {
            const batch = stream.next(100);
            model.apply(batch.events);
            await projection.apply(batch);
          }
          const before = await lastStates(whole);
          await migrateAgain(whole);
          expect(before.length).toBeGreaterThan(20);
          expect(await lastStates(whole)).toEqual(before);
          const later = await RecordsProjection.open(whole, NOW);
          const [, last] = model.hours;
          const user = [...model.users][0]!;
          const query = { user, from: last - 5, to: last + 100, step: 1 } as const;
          expect((await historyMethods.valueCurve(whole.db, query)).points).toEqual([]);
          while (model.hours[1] < last + 4) {
            const batch = stream.next(100);
            model.apply(batch.events);
            await later.apply(batch);
          }
          for (const one of [...model.users].slice(0, 6)) {
            const { points } = await historyMethods.valueCurve(whole.db, { ...query, user: one });
            const at = points.at(-1)!;
            expect({ one, ...at.worth }).toEqual({ one, ...model.worth(one, at.hour) });
          }
        } finally {
          await whole.close();
        }
      }
    },
    HANGS_MS,
  );
});
