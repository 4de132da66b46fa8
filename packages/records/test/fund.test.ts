/** The protection fund and the pools in the records: against the model, over restarts, from an older database. */
import { type Event, type EventBatch, EventKind, LoanCause } from '@halcyon/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { COPY_TABLES } from '../src/projection/copy-tables.ts';
import { FundMeasure } from '../src/projection/fund-tables.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import type { Row } from './contract-model.ts';
import { ContractStream } from './contract-stream.ts';
import { onBothDatabases } from './databases.ts';
import { MarginStream } from './margin-stream.ts';
import { Model } from './model.ts';

const NOW = 1_790_000_000_000;
const COMMANDS = 4_000;
const HANGS_MS = 180_000;
const { balance, fees, losses, moved, marginLosses, contractLosses } = FundMeasure;
const { interest, writtenOff, marginPaid, poolsLost } = FundMeasure;

/** A stream until something is in it; restarted on the way. */
async function play(
  database: Database<RecordsTables>,
  stream: { next(commands: number): EventBatch },
  isEnough: (model: Model) => boolean,
): Promise<Model> {
  const [model, filter] = [new Model(), new EventFilter()];
  let projection = await RecordsProjection.open(database, NOW);
  for (let i = 1; projection.reachedSeq < COMMANDS || !isEnough(model); i++) {
    const batch = stream.next(100);
    model.apply(batch.events);
    await projection.apply({ ...batch, events: batch.events.filter((each) => filter.wants(each)) });
    if (i % 10 !== 0) continue;
    await projection.storeProgress();
    projection = await RecordsProjection.open(database, NOW);
  }
  return model;
}

const has = (model: Model, measure: FundMeasure) =>
  model.tables.fund_hours.some((row) => row['measure'] === measure);

const STREAMS = {
  contracts: {
    make: () => new ContractStream(1),
    shows: [balance, fees, losses, moved, contractLosses],
  },
  loans: {
    make: () => new MarginStream(5),
    shows: [balance, fees, interest],
  },
} as const;

for (const [name, { make, shows }] of Object.entries(STREAMS)) {
  onBothDatabases(`the fund and the pools in the records: ${name}`, (databases) => {
    let database: Database<RecordsTables>;
    let model: Model;
    let rows: readonly Row[];

    beforeAll(async () => {
      database = await openDatabase<RecordsTables>(await databases.fresh());
      model = await play(database, make(), (so) => shows.every((measure) => has(so, measure)));
      rows = model.tables.fund_hours;
    }, HANGS_MS);
    afterAll(async () => {
      await database.close();
    });

    test('totals now, when an hour began, and since when', async () => {
      const hours = rows.map((row) => Number(row['hour']));
      const hour = hours.at(hours.length >> 1) as number;
      const of = Object.values(FundMeasure).flatMap((measure) =>
        [0, 1, 2, 3].map((subject) => ({ measure, subject })),
      );
      const wanted = of.map(({ measure, subject }) => {
        const own = rows.filter((row) => row['measure'] === measure && row['subject'] === subject);
        const units = (row: Row | undefined) => (row?.['units'] as bigint | undefined) ?? 0n;
        const before = own.findLast((row) => Number(row['hour']) < hour);
        const since = own[0]?.['hour'] ?? null;
        return { measure, subject, units: units(own.at(-1)), before: units(before), since };
      });
      expect(await historyMethods.fundTotals(database.db, { of, hour })).toEqual(wanted);
      expect(await historyMethods.fundTotals(database.db, { of: [], hour })).toEqual([]);
    });

    test('what the fund had when hours and days began', async () => {
      const own = rows.filter((row) => row['measure'] === balance);
      const asset = own[0]?.['subject'] as number;
      const kept = own.filter((row) => row['subject'] === asset);
      const [first, last] = [kept[0], kept.at(-1)].map((row) => Number(row?.['hour']));
      for (const step of [1, 24] as const) {
        const from = (first as number) - step;
        const to = Math.min(from + 300 * step, (last as number) + 2 * step);
        const points = await historyMethods.fundCurve(database.db, { asset, from, to, step });
        const wanted = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_x, i) => {
          const hour = from + i * step;
          const row = kept.findLast((each) => Number(each['hour']) < hour);
          return row === undefined ? [] : [{ hour, units: row['units'] }];
        }).flat();
        expect(wanted.length).toBeGreaterThan(1);
        expect(points).toEqual(wanted);
        const late = { asset, from: to, to: to + step, step };
        expect(await historyMethods.fundCurve(database.db, late)).toHaveLength(2);
      }
    });

    test('deleveragings page by page, those of simulated users too', async () => {
      const found: object[] = [];
      for (let before: number | undefined; ; ) {
        const page = await historyMethods.deleveragings(database.db, { limit: 3, before });
        found.push(...page);
        before = page.at(-1)?.trade;
        if (page.length === 0) break;
      }
      expect(found).toEqual(model.tables.deleveragings.toReversed());
      if (name === 'contracts') expect(found.length).toBeGreaterThan(5);
    });

    test('a database from before has the hours of its entries', async () => {
      const { db } = database;
      const kept = [balance, fees, losses, moved, marginLosses];
      const wanted = rows.filter((row) => kept.includes(row['measure'] as 0));
      const later = ['fund_hours', 'deleveragings', 'parent_orders', ...Object.keys(COPY_TABLES)];
      for (const table of later) {
        await sql`drop table ${sql.table(table)}`.execute(db);
      }
      // A later step has another index in its place.
      await sql`drop index notices_mailed`.execute(db);
      await sql`drop index orders_plan`.execute(db);
      await sql`create index notices_urgent on notices (seq)`.execute(db);
      const first = RECORDS_MIGRATIONS.findIndex(({ name: step }) =>
        step.startsWith('the protection fund'),
      );
      const { name: step } = RECORDS_MIGRATIONS[first]!;
      const version = sql`(select version from schema_version where name = ${step})`;
      await sql`delete from schema_version where version >= ${version}`.execute(db);
      await RecordsProjection.open(database, NOW);
      const columns = ['measure', 'subject', 'hour', 'units'] as const;
      const text = (row: Row) => columns.map((column) => String(row[column])).join(' ');
      const again = await db.selectFrom('fund_hours').selectAll().execute();
      expect(again.map((row) => text(row as never)).sort()).toEqual(wanted.map(text).sort());
    });
  });
}

onBothDatabases('what may be asked of the fund', (databases) => {
  test('limits name their field', async () => {
    const { db, close } = await openDatabase<RecordsTables>(await databases.fresh());
    try {
      await RecordsProjection.open({ db, kind: databases.kind } as never, NOW);
      const curve = { asset: 0, from: 0, to: 10, step: 1 } as const;
      const subject = { measure: writtenOff, subject: 0 };
      const wrong = [
        [() => historyMethods.fundCurve(db, { ...curve, step: 2 as 1 }), 'step'],
        [() => historyMethods.fundCurve(db, { ...curve, to: 745 }), 'to'],
        [
          () => historyMethods.fundTotals(db, { of: [{ ...subject, subject: -1 }], hour: 1 }),
          'subject',
        ],
        [() => historyMethods.fundTotals(db, { of: Array(2_001).fill(subject), hour: 1 }), 'of'],
        [
          () =>
            historyMethods.fundTotals(db, { of: [{ ...subject, measure: marginPaid }], hour: -1 }),
          'hour',
        ],
        [() => historyMethods.deleveragings(db, { limit: 1_002 }), 'limit'],
      ] as const;
      for (const [refused, field] of wrong) {
        await expect(refused()).rejects.toMatchObject({ code: 'badRequest', field });
      }
    } finally {
      await close();
    }
  });

  test('what simulated users cost counts too', async () => {
    const { db, close } = await openDatabase<RecordsTables>(await databases.fresh());
    const [user, account] = [16, 16 * 8 + 4];
    const when = { seq: 1, time: NOW };
    const told = [
      { ...when, kind: EventKind.userOpened, user, simulated: true },
      { ...when, kind: EventKind.liquidation, account, instrument: 7, paidByFund: 5 },
      { ...when, kind: EventKind.liquidation, account, instrument: 7, paidByFund: 0 },
      { ...when, kind: EventKind.marginLiquidation, account, paidByFund: 0, lostByPools: 2 },
      { ...when, kind: EventKind.marginLiquidation, account, paidByFund: 3, lostByPools: 0 },
      { ...when, kind: EventKind.marginLiquidation, account, paidByFund: 0, lostByPools: 0 },
      ...[LoanCause.writtenOff, LoanCause.repaid].map((cause) => ({
        ...{ ...when, kind: EventKind.loan, account, asset: 1, cause },
        ...{ principalDelta: -7, interestDelta: -1 },
      })),
    ] as unknown as Event[];
    try {
      const projection = await RecordsProjection.open({ db, kind: databases.kind } as never, NOW);
      const filter = new EventFilter();
      const events = told.filter((event) => filter.wants(event));
      expect(events).toHaveLength(5);
      await projection.apply({ firstSeq: 1, lastSeq: 1, events });
      const of = [
        { measure: contractLosses, subject: 7 },
        { measure: marginPaid, subject: 0 },
        { measure: poolsLost, subject: 0 },
        { measure: writtenOff, subject: 1 },
      ];
      const totals = await historyMethods.fundTotals(db, { of, hour: 0 });
      expect(totals.map(({ units }) => units)).toEqual([5n, 3n, 2n, 8n]);
    } finally {
      await close();
    }
  });
});
