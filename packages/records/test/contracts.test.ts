/** Contracts in the records: rows of a real core's events against the model, on both databases. */
import type { CommandInput, Event, EventBatch } from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  CommandKind,
  FIRST_USER_ID,
  kindOf,
  legOf,
  OrderOption,
  OrderType,
  PositionLeg,
  PositionMode,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { afterEach, expect, test } from 'vitest';
import { ALL_FUTURES } from '../../testkit/src/core/futures-generator.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import type { Row } from './contract-model.ts';
import { ContractStream } from './contract-stream.ts';
import { onBothDatabases } from './databases.ts';
import { seeded } from './event-stream.ts';
import type { ModelTables } from './model.ts';
import { Model } from './model.ts';

/** Tables that other tests compare. */
const NOT_OF_CONTRACTS = [
  'loans',
  'margin_liquidations',
  'fee_changes',
  'fee_terms',
  'parent_orders',
];

const NOW = 1_790_000_000_000;
/** Commands of random futures trading that the rows are compared after. */
const COMMANDS = 6_000;
const HANGS_MS = 180_000;

function modelOf(batches: readonly EventBatch[]): Model {
  const model = new Model();
  for (const batch of batches) model.apply(batch.events);
  return model;
}

async function expectModel(database: Database<RecordsTables>, model: Model): Promise<void> {
  for (const name of Object.keys(model.tables) as (keyof ModelTables)[]) {
    const rows: string[] = [];
    for await (const row of canonicalRows(database.db, name)) rows.push(row);
    expect(rows.sort(), name).toEqual(model.canonical(name));
  }
}

/** As the worker gets it: what is filtered, in words. */
function fed(filter: EventFilter, batch: EventBatch): EventBatch {
  return { ...batch, events: batch.events.filter((event) => filter.wants(event)) };
}

onBothDatabases('contracts in the records', (databases) => {
  const open: Database<RecordsTables>[] = [];
  const database = async () => {
    const made = await openDatabase<RecordsTables>(await databases.fresh());
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  test(
    'INV-16: rows are those of the model, open positions those of the core',
    async () => {
      const made = await database();
      const projection = await RecordsProjection.open(made, NOW);
      const stream = new ContractStream(1);
      const filter = new EventFilter();
      const model = new Model();
      while (projection.reachedSeq < COMMANDS) {
        const batch = stream.next(200);
        model.apply(batch.events);
        await projection.apply(fed(filter, batch));
        if (projection.reachedSeq % 2_000 < 200) await expectModel(made, model);
        expectCore(stream, model);
      }
      await expectModel(made, model);
      const { tables } = await projection.dump();
      for (const name of Object.keys(model.tables) as (keyof ModelTables)[]) {
        if (NOT_OF_CONTRACTS.includes(name)) continue;
        expect(tables[name]?.rows, `${name} is exercised`).toBeGreaterThan(0);
      }
      const origins = new Set(model.tables.fills.map((row) => row['origin']));
      expect([...origins].sort(), 'in the book, deleveraged, offset').toEqual([0, 1, 2]);
      expectSums(model);
    },
    HANGS_MS,
  );

  test('legs that close each other: two fills off the book, each of its leg', async () => {
    const made = await database();
    const projection = await RecordsProjection.open(made, NOW);
    // Accounts as they are made: one-way, with cross margin.
    const stream = new ContractStream(1, { ...ALL_FUTURES, settings: false });
    const batches = [stream.next(0), ...hedged(stream)];
    for (const batch of batches) await projection.apply(batch);
    const model = modelOf(batches);
    await expectModel(made, model);
    const account = HEDGED;
    const fills = await historyMethods.fills(made.db, { account, limit: 10, origin: 2 });
    expect(fills.map(({ side, options, quantity }) => [side, legOf(options), quantity])).toEqual([
      [Side.sell, PositionLeg.long, 500],
      [Side.buy, PositionLeg.short, 500],
    ]);
    const short = { account, limit: 10, leg: PositionLeg.short };
    const closed = await historyMethods.positionHistory(made.db, short);
    expect(closed).toMatchObject([{ openedLots: 500n, closedLots: 500n, lots: 0 }]);
    expect(await historyMethods.fills(made.db, short)).toHaveLength(2);
  });

  test('late, repeated and overlapping deliveries, over restarts, leave the same rows', async () => {
    const made = await database();
    let projection = await RecordsProjection.open(made, NOW);
    const batches = new ContractStream(2).take(250, 6);
    const random = seeded(22);
    for (let next = 0; next < batches.length; ) {
      const at = Math.max(0, Math.min(next + Math.floor(random() * 8) - 5, batches.length - 1));
      const last = Math.min(at + Math.floor(random() * 4), batches.length - 1);
      const run = batches.slice(at, last + 1);
      const { firstSeq } = batches[at] as EventBatch;
      const { lastSeq } = batches[last] as EventBatch;
      const events: Event[] = run.flatMap((batch) => batch.events);
      if (random() < 0.2) {
        await projection.storeProgress();
        projection = await RecordsProjection.open(made, NOW);
      }
      if (at <= next) await projection.apply({ firstSeq, lastSeq, events });
      else {
        const wrong = projection.apply({ firstSeq, lastSeq, events });
        await expect(wrong).rejects.toMatchObject({ expected: projection.reachedSeq + 1 });
      }
      while (projection.reachedSeq >= (batches[next]?.lastSeq ?? Infinity)) next += 1;
    }
    await expectModel(made, modelOf(batches));
  });

  test(
    'D3: dropped and rebuilt in other batches, the dump is identical, on both databases',
    async () => {
      const projection = await RecordsProjection.open(await database(), NOW);
      for (const batch of new ContractStream(3).take(30, 100)) await projection.apply(batch);
      const before = await projection.dump();
      await projection.reset(NOW + 1);
      for (const batch of new ContractStream(3).take(300, 10)) await projection.apply(batch);
      expect((await projection.dump()).tables).toEqual(before.tables);
      dumps.push(before.hash);
      if (dumps.length === 2) expect(dumps[0]).toBe(dumps[1]);
    },
    HANGS_MS,
  );
});

const dumps: string[] = [];

const HEDGED = accountOf(FIRST_USER_ID + 1, AccountKind.usdtFutures);
const OTHER = accountOf(FIRST_USER_ID + 2, AccountKind.usdtFutures);

/** An account with both legs, and a price at which it is liquidated. */
function hedged(stream: ContractStream): EventBatch[] {
  const time = NOW;
  const { ledger } = stream.core.state;
  const asset = 1;
  const all = ledger.available(ledger.slot(HEDGED, asset));
  const common = { kind: CommandKind.transfer, asset, clientId: '' } as const;
  const [hedgedSpot, otherSpot] = [HEDGED, OTHER].map((account) => account - 4) as [number, number];
  const order = (account: number, lots: number, options = 0): CommandInput => ({
    kind: CommandKind.place,
    account,
    instrument: 1,
    side: lots > 0 ? Side.buy : Side.sell,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    selfTrade: SelfTrade.none,
    price: 5_000,
    quantity: Math.abs(lots),
    quoteAmount: 0,
    clientId: '',
    options,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  });
  const prices = (index: number): CommandInput => ({
    kind: CommandKind.prices,
    entries: [1, index],
  });
  return [
    stream.tell(
      [
        { ...common, from: HEDGED, to: hedgedSpot, amount: all },
        { ...common, from: hedgedSpot, to: HEDGED, amount: 10_000_000_000n },
        { ...common, from: otherSpot, to: OTHER, amount: 200_000_000_000n },
        { kind: CommandKind.setPositionMode, account: HEDGED, mode: PositionMode.hedge },
        prices(5_000),
        order(OTHER, -2_500),
        order(HEDGED, 2_500, OrderOption.longLeg),
        order(OTHER, 500),
        order(HEDGED, -500, OrderOption.shortLeg),
      ],
      time,
    ),
    stream.tell([prices(4_300)], time + 1_000),
  ];
}

const total = (rows: readonly Row[], column: string): bigint =>
  rows.reduce((sum, row) => sum + BigInt(row[column] as number), 0n);

/** What positions add up to is what fills, fundings and fees of liquidations add up to. */
function expectSums({ tables }: Model): void {
  const { positions, fills, fundings, bills, orders } = tables;
  const ofContracts = fills.filter((row) => kindOf(row['account'] as number) === 4);
  const fees = bills.filter((row) => row['reason'] === 12);
  expect(total(positions, 'profit')).toBe(total(ofContracts, 'profit'));
  expect(total(positions, 'fees')).toBe(total(ofContracts, 'fee') - total(fees, 'amount'));
  expect(total(positions, 'funding')).toBe(total(fundings, 'amount'));
  const inBook = ofContracts.filter((row) => row['origin'] === 0);
  expect(total(orders, 'profit')).toBe(total(inBook, 'profit'));
  for (const row of positions) {
    const [opened, closed] = [row['opened_lots'] as bigint, row['closed_lots'] as bigint];
    const lots = BigInt(row['lots'] as number);
    expect(opened - closed).toBe(lots < 0n ? -lots : lots);
    const cost = (row['opened_value'] as bigint) - BigInt(row['cost'] as number);
    const gain = (row['closed_value'] as bigint) - cost;
    const quoteFactor = QUOTE_FACTORS[row['instrument'] as number]!;
    expect(gain * quoteFactor * (row['side'] === 0 ? 1n : -1n)).toBe(
      BigInt(row['profit'] as number),
    );
  }
  expectBalances(bills);
}

/** Each bill goes on where the one before it stopped. */
function expectBalances(bills: readonly Row[]): void {
  const balances = new Map<string, bigint>();
  for (const row of bills) {
    const key = `${row['account']}:${row['asset']}`;
    const balance = (balances.get(key) ?? 0n) + (row['amount'] as bigint);
    expect(row['balance']).toBe(balance);
    balances.set(key, balance);
  }
}

/** By instrument, of the generator's contracts: 10^(8 − 1 − 3), 10^(8 − 2 − 2), 10^(8 − 5 − 3). */
const QUOTE_FACTORS = [0n, 10_000n, 10_000n, 1n];

/** The model's open positions are the core's. */
function expectCore({ core }: ContractStream, { tables }: Model): void {
  const { positions } = core.state;
  const held = new Map(
    tables.positions
      .filter((row) => row['closed_id'] === 0)
      .map((row) => [`${row['account']}:${row['instrument']}:${row['leg']}`, row]),
  );
  const people = new Set(tables.movements.map((row) => row['to_account']));
  for (let slot = 0; slot < positions.count; slot++) {
    const [account, lots] = [positions.account(slot), positions.lots(slot)];
    if (lots === 0 || !people.has(account)) continue;
    const key = `${account}:${positions.instrument(slot)}:${positions.leg(slot)}`;
    const [cost, margin] = [positions.cost(slot), positions.margin(slot)];
    expect(held.get(key), key).toMatchObject({ lots, cost, margin });
    held.delete(key);
  }
  expect([...held.keys()]).toEqual([]);
}
