/** Margin accounts in the records: rows against the model, every query page by page, an older database. */
import type { EventBatch } from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  balanceNumber,
  EventKind,
  FIRST_USER_ID,
  isMargin,
  kindOf,
  LoanCause,
  PostingReason,
  pocketOf,
} from '@halcyon/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordsError } from '../src/errors.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import type { Row } from './contract-model.ts';
import { onBothDatabases } from './databases.ts';
import { MarginStream } from './margin-stream.ts';
import { Model, type ModelTables } from './model.ts';

const NOW = 1_790_000_000_000;
const COMMANDS = 4_000;
const HANGS_MS = 180_000;
const { crossMargin, isolatedMargin } = AccountKind;

/** As the worker gets it: what is filtered, in words. */
function fed(filter: EventFilter, batch: EventBatch): EventBatch {
  return { ...batch, events: batch.events.filter((event) => filter.wants(event)) };
}

onBothDatabases('margin accounts in the records', (databases) => {
  let database: Database<RecordsTables>;
  let projection: RecordsProjection;
  const stream = new MarginStream(5);
  const model = new Model();
  const filter = new EventFilter();

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    projection = await RecordsProjection.open(database, NOW);
    while (projection.reachedSeq < COMMANDS || !liquidatedBoth(model)) {
      const batch = stream.next(100);
      model.apply(batch.events);
      await projection.apply(fed(filter, batch));
    }
  }, HANGS_MS);
  afterAll(async () => {
    await database.close();
  });

  test('INV-16: rows are those of the model, debts and balances those of the core', async () => {
    for (const name of Object.keys(model.tables) as (keyof ModelTables)[]) {
      const rows: string[] = [];
      for await (const row of canonicalRows(database.db, name)) rows.push(row);
      expect(rows.sort(), name).toEqual(model.canonical(name));
    }
    const causes = new Set(model.tables.loans.map((row) => row['cause']));
    const usual = Object.values(LoanCause).filter((cause) => cause !== LoanCause.writtenOff);
    for (const cause of usual) expect([...causes]).toContain(cause);
    expect(model.tables.margin_liquidations.length).toBeGreaterThan(5);
    expectCore(stream, model);
  });

  test('dropped and made anew in other batches, the dump is the same', async () => {
    const before = await projection.dump();
    await projection.reset(NOW + 1);
    const again = new MarginStream(5);
    while (projection.reachedSeq < before.seq) {
      await projection.apply(again.next(projection.reachedSeq === 0 ? 100 : 50));
    }
    expect(projection.reachedSeq).toBe(before.seq);
    expect((await projection.dump()).tables).toEqual(before.tables);
  }, 180_000);

  test('loans, repayments, interest: by cause, coin, pair and id, page by page', async () => {
    const { borrowed, orderBorrowed, interest } = LoanCause;
    for (const kind of [crossMargin, isolatedMargin]) {
      const account = busiest(model.tables.loans, kind);
      const own = model.tables.loans.filter((row) => row['account'] === account);
      const instrument = kind === crossMargin ? -1 : (own[0]!['instrument'] as number);
      const reference = own.find((row) => row['cause'] === borrowed)!['reference'] as number;
      const cases: [object, (row: Row) => boolean][] = [
        [{}, () => true],
        [{ instrument }, (row) => row['instrument'] === instrument],
        [{ asset: own[0]!['asset'] as number }, (row) => row['asset'] === own[0]!['asset']],
        [{ causes: [interest] }, (row) => row['cause'] === interest],
        [
          { causes: [borrowed, orderBorrowed] },
          (row) => [borrowed, orderBorrowed].includes(row['cause'] as 0 | 3),
        ],
        [
          { causes: [borrowed], reference },
          (row) => row['cause'] === borrowed && row['reference'] === reference,
        ],
      ];
      for (const [query, matches] of cases) {
        const page = (request: object) =>
          historyMethods.loans(database.db, { account, limit: 7, ...query, ...request });
        await expectPages(page, own.filter(matches));
      }
      const [first] = await historyMethods.loans(database.db, { account, limit: 1 });
      const last = own.at(-1) as Row;
      const { principal, interest: owed, rate, cause } = last;
      expect(first).toMatchObject({ principal, interest: owed, rate, cause });
    }
  });

  test('liquidations and bills of a pair, page by page', async () => {
    const { margin_liquidations, bills } = model.tables;
    for (const kind of [crossMargin, isolatedMargin]) {
      const account = busiest(margin_liquidations, kind);
      const own = margin_liquidations.filter((row) => row['account'] === account);
      await expectPages(
        (request) =>
          historyMethods.marginLiquidations(database.db, { account, limit: 2, ...request }),
        own,
      );
      const instrument = own[0]!['instrument'] as number;
      const at = { account, instrument, limit: 2 };
      await expectPages(
        (request) => historyMethods.marginLiquidations(database.db, { ...at, ...request }),
        own.filter((row) => row['instrument'] === instrument),
      );
    }
    const { loan, transferIn } = PostingReason;
    const inPair = bills.filter((row) => row['instrument'] === 2);
    const brought = inPair.filter((row) => row['reason'] === transferIn);
    const funded = new Set(brought.map((row) => row['account']));
    const lent = inPair.filter((row) => row['reason'] === loan && funded.has(row['account']));
    const account = busiest(lent, isolatedMargin);
    for (const reason of [loan, transferIn]) {
      const matching = bills.filter(
        (row) => row['account'] === account && row['reason'] === reason && row['instrument'] === 2,
      );
      expect(new Set(matching.map((row) => row['side']))).toEqual(new Set([-1]));
      const query = { account, instrument: 2, reasons: [reason], limit: 7 };
      await expectPages(
        (request) => historyMethods.bills(database.db, { ...query, ...request }),
        matching,
      );
    }
  });

  test('refuses what is out of its limits', async () => {
    const { db } = database;
    const page = { account: 130, limit: 10 };
    const wrong = [
      [historyMethods.loans(db, { ...page, limit: 1_002 }), 'limit'],
      [historyMethods.loans(db, { ...page, causes: [] }), 'causes'],
      [historyMethods.loans(db, { ...page, causes: [0.5 as 0] }), 'causes'],
      [historyMethods.loans(db, { ...page, reference: -1 }), 'reference'],
      [historyMethods.marginLiquidations(db, { ...page, idLessThan: -1 }), 'idLessThan'],
    ] as const;
    for (const [refused, field] of wrong) {
      await expect(refused).rejects.toBeInstanceOf(RecordsError);
      await expect(refused).rejects.toMatchObject({ code: 'badRequest', field });
    }
  });

  test('a database from before margin accounts goes on with its rows', async () => {
    const before = RECORDS_MIGRATIONS.findIndex(({ name }) => name === 'margin accounts');
    const old = await openDatabase<RecordsTables>(await databases.fresh());
    try {
      await migrate(old as never, RECORDS_MIGRATIONS.slice(0, before), NOW);
      await sql`insert into users values (${FIRST_USER_ID}, 0, 1, ${NOW})`.execute(old.db);
      await sql`update state set last_seq = 1`.execute(old.db);
      const minute = Math.floor(NOW / 60_000) - 1;
      await sql`insert into marks values (${minute}, 1, 1, 1, 1, 1, 1, 1, 1)`.execute(old.db);
      const spot = accountOf(FIRST_USER_ID, AccountKind.spot);
      await sql`insert into movements values
        (1, 2, 16, 16, ${spot}, ${spot + 1}, 0, 5, 0, '', '', '', '', ${NOW}, 1)`.execute(old.db);
      const later = await RecordsProjection.open(old, NOW);
      const made = new MarginStream(5).next(400).events;
      const loan = made.find(({ kind }) => kind === EventKind.loan);
      const account = accountOf(FIRST_USER_ID, crossMargin);
      const event = { ...loan, account, seq: 2, time: NOW };
      const names = { clientId: '', address: '', actor: '', reason: '' };
      const transfer = {
        ...{ kind: EventKind.moved, seq: 3, time: NOW, movement: 'transfer', id: 2 },
        ...{ from: spot, to: spot + isolatedMargin, asset: 0, amount: 5n, fee: 0n },
        ...{ instrument: 2, ...names },
      };
      const events = [event, transfer] as never[];
      await later.apply({ firstSeq: 2, lastSeq: 3, events });
      const window = { startTime: NOW - 60_000, endTime: NOW };
      const found = await historyMethods.loans(old.db, { account, limit: 5, ...window });
      expect(found).toHaveLength(1);
      const query = { user: FIRST_USER_ID, limit: 5 };
      const moved = await historyMethods.transfers(old.db, query);
      expect(moved).toMatchObject([
        { id: 2, instrument: 2 },
        { id: 1, instrument: -1 },
      ]);
      const of = async (narrow: object) =>
        (await historyMethods.transfers(old.db, { ...query, ...narrow })).map(({ id }) => id);
      expect(await of({ ofAccount: spot })).toEqual([2, 1]);
      expect(await of({ ofAccount: spot + isolatedMargin })).toEqual([2]);
      expect(await of({ ofAccount: spot + 1 })).toEqual([1]);
      expect(await of({ instrument: 2 })).toEqual([2]);
      expect(await of({ instrument: 1 })).toEqual([]);
    } finally {
      await old.close();
    }
  });
});

/** Whether accounts of both kinds were liquidated, which a random stream may take long for. */
function liquidatedBoth({ tables }: Model): boolean {
  const kinds = tables.margin_liquidations.map((row) => kindOf(row['account'] as number));
  return [crossMargin, isolatedMargin].every((kind) => kinds.includes(kind));
}

/** Whoever of a kind has the most rows, in a pair where there are pairs. */
function busiest(rows: readonly Row[], kind: AccountKind): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const account = row['account'] as number;
    if (kindOf(account) === kind) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
}

/** Pages of all time and of a window add up to the model's rows. */
async function expectPages(
  page: (request: object) => Promise<readonly { readonly id: number }[]>,
  rows: readonly Row[],
): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  const times = rows.map((row) => row['time'] as number);
  const window = { startTime: times.at(times.length >> 2)!, endTime: times.at(-1)! - 1 };
  for (const { startTime, endTime } of [{ startTime: 0, endTime: NOW }, window]) {
    const found: number[] = [];
    for (;;) {
      const more = await page({ idLessThan: found.at(-1), startTime, endTime });
      if (more.length === 0) break;
      found.push(...more.map(({ id }) => id));
    }
    const inside = rows.filter(
      (row) => (row['time'] as number) >= startTime && (row['time'] as number) <= endTime,
    );
    expect(found).toEqual(inside.map((row) => row['id']).reverse());
  }
}

/** The newest row of each debt, and of each pocket's balance, is what the core has. */
function expectCore({ core }: MarginStream, { tables }: Model): void {
  const { ledger, loans } = core.state;
  const newest = new Map<string, Row>();
  for (const row of tables.loans) {
    newest.set(`${row['account']}:${row['instrument']}:${row['asset']}`, row);
  }
  expect(newest.size).toBeGreaterThan(20);
  for (const row of newest.values()) {
    const { account, instrument, asset } = row as Record<string, number>;
    const number = balanceNumber(asset!, pocketOf(account!, instrument!));
    const record = loans.records.find(account!, number);
    expect(row).toMatchObject({
      principal: loans.records.principal(record),
      interest: loans.records.interest(record),
    });
  }
  const balances = new Map<string, bigint>();
  for (const { account, instrument, asset, amount, balance } of tables.bills) {
    if (!isMargin(account as number)) continue;
    const pocket = pocketOf(account as number, instrument as number);
    const key = `${account}:${balanceNumber(asset as number, pocket)}`;
    const now = (balances.get(key) ?? 0n) + (amount as bigint);
    expect(balance).toBe(now);
    balances.set(key, now);
  }
  expect(balances.size).toBeGreaterThan(20);
  for (const [key, balance] of balances) {
    const slot = ledger.slot(...(key.split(':').map(Number) as [number, number]));
    expect(ledger.available(slot) + ledger.held(slot)).toBe(balance);
  }
}
