/** History of contracts: every query page by page against the model, and what a database from before them becomes. */
import { AccountKind, accountOf, FIRST_USER_ID, kindOf, legOf } from '@halcyon/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordsError } from '../src/errors.ts';
import { historyMethods } from '../src/history-methods.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import type { Row } from './contract-model.ts';
import { ContractStream } from './contract-stream.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';
import { Model } from './model.ts';

const NOW = 1_790_000_000_000;
const SETTLE = 1;
const CONTRACTS = [1, 2, 3];

interface Page {
  readonly limit: number;
  readonly idLessThan?: number | undefined;
  readonly startTime?: number;
  readonly endTime?: number;
}

onBothDatabases('history of contracts', (databases) => {
  let database: Database<RecordsTables>;
  let account = 0;
  const model = new Model();
  const of = (rows: readonly Row[]) => rows.filter((row) => row['account'] === account);

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    const projection = await RecordsProjection.open(database, NOW);
    for (const batch of new ContractStream(11).take(30, 100)) {
      model.apply(batch.events);
      await projection.apply(batch);
    }
    // Whoever was liquidated often in every contract, and ordered in both modes, has some of everything.
    const times = (one: Row) => {
      const by = (rows: readonly Row[]) => rows.filter((row) => row['account'] === one['account']);
      const own = by(model.tables.liquidations);
      const inOne = (id: number) => own.filter((row) => row['instrument'] === id).length;
      const legs = by(model.tables.orders).map((row) => legOf(row['options'] as number));
      return Math.min(...CONTRACTS.map(inOne), legs.filter((leg) => leg === 0).length);
    };
    const [most] = [...model.tables.liquidations].sort((a, b) => times(b) - times(a));
    account = most?.['account'] as number;
  }, 120_000);
  afterAll(async () => {
    await database.close();
  });

  /** Pages of three, of all time and of a window: they add up to the model's rows. */
  async function expectPages<R>(
    page: (request: Page) => Promise<readonly R[]>,
    rows: readonly Row[],
    id: { readonly row: string; readonly record: (record: R) => number; readonly time: string },
  ): Promise<void> {
    expect(rows.length).toBeGreaterThan(0);
    const times = rows.map((row) => Number(row[id.time])).sort((a, b) => a - b);
    const [startTime, endTime] = [times.at(times.length >> 2), times.at((times.length * 3) >> 2)];
    for (const window of [{}, { startTime: startTime as number, endTime: endTime as number }]) {
      const inside = rows.filter(
        (row) =>
          Number(row[id.time]) >= (window.startTime ?? 0) &&
          Number(row[id.time]) <= (window.endTime ?? Infinity),
      );
      const found: number[] = [];
      for (;;) {
        const more = await page({ limit: 3, idLessThan: found.at(-1), ...window });
        if (more.length === 0) break;
        found.push(...more.map(id.record));
      }
      const wanted = inside.map((row) => Number(row[id.row])).sort((a, b) => b - a);
      expect(found).toEqual(wanted);
    }
  }

  test('orders: by instrument, leg, and those that liquidated', async () => {
    const own = of(model.tables.orders);
    const cases: [object, (row: Row) => boolean][] = [
      [{}, () => true],
      [{ instrument: 2 }, (row) => row['instrument'] === 2],
      [{ leg: 0 }, (row) => legOf(row['options'] as number) === 0],
      [{ liquidation: true }, (row) => ((row['options'] as number) & 8) !== 0],
      [{ liquidation: false }, (row) => ((row['options'] as number) & 8) === 0],
    ];
    for (const [filter, matches] of cases) {
      await expectPages(
        (request) =>
          historyMethods.orderHistory(database.db, {
            account,
            state: 'all',
            ...filter,
            ...request,
          }),
        own.filter(matches),
        { row: 'id', record: ({ id }) => id, time: 'created_at' },
      );
    }
    const wanted = own.find((row) => (row['profit'] as bigint) !== 0n) as Row;
    const query = { account, order: wanted['id'] as number };
    const { options, profit, fee_asset: feeAsset } = wanted;
    const found = await historyMethods.orderById(database.db, query);
    expect(found).toMatchObject({ options, profit, feeAsset });
    expect(feeAsset).toBe(SETTLE);
  });

  test('fills: in the book and off it, with what they realised', async () => {
    const own = of(model.tables.fills);
    for (const origin of [0, 1] as const) {
      await expectPages(
        (request) => historyMethods.fills(database.db, { account, origin, ...request }),
        own.filter((row) => row['origin'] === origin),
        { row: 'trade', record: ({ trade }) => trade, time: 'time' },
      );
    }
    const all = await historyMethods.fills(database.db, { account, limit: 500 });
    const wanted = own.map((row) => row['profit']).reverse();
    expect(all.map(({ profit }) => profit).sort()).toEqual(wanted.sort());
  });

  test('positions: closed ones by when they closed, open ones, one by its name', async () => {
    const own = of(model.tables.positions);
    const closed = own.filter((row) => row['closed_id'] !== 0);
    for (const instrument of [undefined, ...CONTRACTS]) {
      await expectPages(
        (request) =>
          historyMethods.positionHistory(database.db, { account, instrument, ...request }),
        closed.filter((row) => instrument === undefined || row['instrument'] === instrument),
        { row: 'closed_id', record: ({ closedId }) => closedId, time: 'closed_at' },
      );
    }
    const kinds: [object, (row: Row) => boolean][] = [
      [{ side: 0 }, (row) => row['side'] === 0],
      [{ side: 1, marginMode: 0 }, (row) => row['side'] === 1 && row['margin_mode'] === 0],
    ];
    for (const [filter, matches] of kinds) {
      await expectPages(
        (request) =>
          historyMethods.positionHistory(database.db, { account, ...filter, ...request }),
        closed.filter(matches),
        { row: 'closed_id', record: ({ closedId }) => closedId, time: 'closed_at' },
      );
    }
    const everyone = new Set(model.tables.positions.map((row) => row['account'] as number));
    for (const one of everyone) {
      const open = await historyMethods.openPositions(database.db, { account: one });
      const wanted = model.tables.positions.filter(
        (row) => row['account'] === one && row['closed_id'] === 0,
      );
      expect(open.map(({ opened }) => opened).sort()).toEqual(
        wanted.map((row) => row['opened']).sort(),
      );
    }
    const row = closed[0] as Row;
    const [instrument, leg, opened] = ['instrument', 'leg', 'opened'].map((name) => row[name]);
    const name = { account, instrument, leg, opened } as never;
    expect(await historyMethods.positionByTrade(database.db, name)).toEqual({
      ...{ account, instrument, leg, opened, side: row['side'] },
      ...{ marginMode: row['margin_mode'], leverage: row['leverage'] },
      ...{ lots: 0, cost: 0, margin: 0 },
      ...{ openedLots: row['opened_lots'], openedValue: row['opened_value'] },
      ...{ closedLots: row['closed_lots'], closedValue: row['closed_value'] },
      ...{ profit: row['profit'], fees: row['fees'], openingFees: row['opening_fees'] },
      ...{ funding: row['funding'], closedId: row['closed_id'], openedAt: row['opened_at'] },
      ...{ closedAt: row['closed_at'], updatedAt: row['updated_at'], seq: row['seq'] },
    });
  });

  test('fundings, liquidations, rounds and the fund', async () => {
    const { db } = database;
    const id = { row: 'id', record: (record: { id: number }) => record.id, time: 'time' };
    for (const instrument of CONTRACTS) {
      const here = (row: Row) => row['instrument'] === instrument;
      await expectPages(
        (request) => historyMethods.liquidations(db, { account, instrument, ...request }),
        of(model.tables.liquidations).filter(here),
        id,
      );
      await expectPages(
        (request) => historyMethods.fundingRounds(db, { instrument, ...request }),
        model.tables.funding_rounds.filter(here),
        { row: 'round', record: ({ round }) => round, time: 'due' },
      );
    }
    const [{ margin_mode: marginMode = 0 } = {}] = of(model.tables.liquidations);
    await expectPages(
      (request) =>
        historyMethods.liquidations(db, { account, ...request, marginMode: marginMode as 0 }),
      of(model.tables.liquidations).filter((row) => row['margin_mode'] === marginMode),
      id,
    );
    for (const sign of [1, -1] as const) {
      const wanted = of(model.tables.fundings).filter((row) => sign * Number(row['amount']) > 0);
      await expectPages(
        (request) => historyMethods.fundings(db, { account, sign, ...request }),
        wanted,
        id,
      );
      await expectPages(
        (request) => historyMethods.bills(db, { account, sign, reasons: [11], ...request }),
        wanted,
        id,
      );
    }
    const payer = model.tables.fundings.find((row) => row['leg'] === 0)?.['account'] as number;
    await expectPages(
      (request) => historyMethods.fundings(db, { account: payer, leg: 0, ...request }),
      model.tables.fundings.filter((row) => row['account'] === payer && row['leg'] === 0),
      id,
    );
    await expectPages(
      (request) => historyMethods.fundHistory(db, { asset: SETTLE, ...request }),
      model.tables.fund_entries,
      id,
    );
    // A funding is the bill that has its number.
    await expectPages(
      (request) => historyMethods.bills(db, { account: payer, reasons: [11], ...request }),
      model.tables.bills.filter((row) => row['account'] === payer && row['reason'] === 11),
      id,
    );
    const [first] = await historyMethods.fundings(db, { account: payer, limit: 1 });
    const [bill] = await historyMethods.bills(db, { account: payer, reasons: [11], limit: 1 });
    expect(bill).toMatchObject({ id: first?.id, amount: BigInt(first?.amount ?? 0) });
  });

  test('bills by reason; transfers name the kinds of account', async () => {
    for (const reasons of [[10], [12, 13], [8, 9], [8, 10]] as const) {
      await expectPages(
        (request) => historyMethods.bills(database.db, { account, reasons, ...request }),
        of(model.tables.bills).filter((row) => reasons.includes(row['reason'] as never)),
        { row: 'id', record: ({ id }) => id, time: 'time' },
      );
    }
    // Alone what came, and alone what went.
    for (const sign of [1, -1] as const) {
      const rows = of(model.tables.bills).filter(
        (row) => row['reason'] === 10 && Number(row['amount']) * sign > 0,
      );
      expect(rows.length).toBeGreaterThan(0);
      await expectPages(
        (request) =>
          historyMethods.bills(database.db, { account, reasons: [10], sign, ...request }),
        rows,
        { row: 'id', record: ({ id }) => id, time: 'time' },
      );
    }
    const query = { user: Math.floor(account / 8), toAccount: account, limit: 500 };
    const transfers = await historyMethods.transfers(database.db, query);
    expect(transfers.length).toBeGreaterThan(0);
    for (const { fromAccount, toAccount } of transfers) {
      expect([kindOf(fromAccount), kindOf(toAccount)]).toEqual([
        AccountKind.spot,
        AccountKind.usdtFutures,
      ]);
    }
  });

  test('requests outside their limits are refused by name', async () => {
    const wrong = [
      [historyMethods.positionHistory(database.db, { account, limit: 0 }), 'limit'],
      [historyMethods.fundingRounds(database.db, { instrument: 1, limit: 1_002 }), 'limit'],
      [
        historyMethods.fundHistory(database.db, { asset: 1, limit: 1, idLessThan: -1 }),
        'idLessThan',
      ],
      [historyMethods.fills(database.db, { account, limit: 1, origin: 3 as never }), 'origin'],
    ] as const;
    for (const [refused, field] of wrong) {
      await expect(refused).rejects.toBeInstanceOf(RecordsError);
      await expect(refused).rejects.toMatchObject({ code: 'badRequest', field });
    }
  });

  test('a database from before contracts goes on with its rows', async () => {
    const before = RECORDS_MIGRATIONS.findIndex(({ name }) => name === 'contracts');
    const old = await openDatabase<RecordsTables>(await databases.fresh());
    try {
      await migrate(old as never, RECORDS_MIGRATIONS.slice(0, before), NOW);
      await sql`insert into users values (16, 0, 1, ${NOW})`.execute(old.db);
      await sql`update state set last_seq = 1`.execute(old.db);
      await sql`insert into instruments values (0, 'BTCUSDT', 0, 1, 1, 3, 10000, 100000)`.execute(
        old.db,
      );
      const projection = await RecordsProjection.open(old, NOW);
      expect(projection.reachedSeq).toBe(1);
      const own = accountOf(FIRST_USER_ID, AccountKind.spot);
      const open = new RecordsEventStream(1).next().events.find(({ kind }) => kind === 6);
      const posting = { ...open, account: own, seq: 2, time: NOW };
      await projection.apply({ firstSeq: 2, lastSeq: 2, events: [posting as never] });
      expect(await historyMethods.bills(old.db, { account: own, limit: 5 })).toHaveLength(1);
    } finally {
      await old.close();
    }
  });
});
