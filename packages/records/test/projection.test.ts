import type { Event, EventBatch } from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  EventKind,
  OrderType,
  ownerOf,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { afterEach, expect, test } from 'vitest';
import { orderById } from '../src/history/orders.ts';
import { COPY_TABLES } from '../src/projection/copy-tables.ts';
import { canonicalRows } from '../src/projection/dump.ts';
import { FUND_TABLES } from '../src/projection/fund-tables.ts';
import { HOUR_TABLES } from '../src/projection/hour-tables.ts';
import { ProjectionGap, RecordsProjection } from '../src/projection/projection.ts';
import type { RECORDS_TABLES, RecordsTables } from '../src/projection/schema.ts';
import { CONTRACT_TABLES, LOAN_TABLES } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream, seeded } from './event-stream.ts';
import type { ModelTables } from './model.ts';
import { Model } from './model.ts';

/** Tables that have tests of their own. */
const OTHERS: readonly string[] = [
  ...[...CONTRACT_TABLES, ...LOAN_TABLES].map(({ name }) => name),
  ...['fee_changes', 'fee_terms'],
  ...Object.keys({ ...HOUR_TABLES, ...FUND_TABLES, ...COPY_TABLES }),
];

const NOW = 1_790_000_000_000;
/** D2: how often batches are delivered, at least. */
const DELIVERIES = Number(process.env['HALCYON_DELIVERIES'] ?? 2_000);
/** D3: commands whose rows are made, dropped and made again. */
const REBUILT = Number(process.env['HALCYON_REBUILT_COMMANDS'] ?? 2_000);
/** Commands of the largest batch that is made for that. */
const REBUILT_BATCH_MAX = 10_000;
/** A limit for tests that hang, a millisecond an item. */
const HANGS_MS = 180_000 + DELIVERIES + REBUILT;

const ORDER = {
  kind: EventKind.orderOpened,
  instrument: 0,
  type: OrderType.limit,
  timeInForce: TimeInForce.gtc,
  selfTrade: SelfTrade.none,
  price: 10,
  quantity: 1_000,
  quoteAmount: 0,
  options: 0,
  clientId: '',
  plan: 0,
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};
const TRADE = {
  kind: EventKind.trade,
  instrument: 0,
  price: 10,
  quantity: 1,
  takerSide: Side.sell,
  makerOrder: 1,
  takerFee: 0,
  makerRemaining: 1,
  takerRemaining: 1,
  own: false,
};

function modelOf(batches: readonly EventBatch[]): Model {
  const model = new Model();
  for (const batch of batches) model.apply(batch.events);
  return model;
}

/** The same stream each time, in batches of `size` commands. */
function* rebuiltBatches(size: number): Generator<EventBatch> {
  const stream = new RecordsEventStream(14);
  let events: Event[] = [];
  for (let first = 1; first <= REBUILT; first += size) {
    const last = Math.min(first + size - 1, REBUILT);
    while (stream.seq < last) for (const event of stream.next().events) events.push(event);
    yield {
      firstSeq: first,
      lastSeq: last,
      time: 0,
      events: events.filter(({ seq }) => seq <= last),
    };
    events = events.filter(({ seq }) => seq > last);
  }
}

async function rowsOf(database: Database<RecordsTables>, name: keyof typeof RECORDS_TABLES) {
  const rows: string[] = [];
  for await (const row of canonicalRows(database.db, name)) rows.push(row);
  return rows.sort();
}

async function expectModel(database: Database<RecordsTables>, model: Model): Promise<void> {
  for (const name of Object.keys(model.tables) as (keyof ModelTables)[]) {
    expect(await rowsOf(database, name), name).toEqual(model.canonical(name));
  }
}

onBothDatabases('projection', (databases) => {
  const open: Database<RecordsTables>[] = [];
  const database = async () => {
    const made = await openDatabase<RecordsTables>(await databases.fresh());
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  test('INV-16: rows are those of the model at the same sequence', async () => {
    const made = await database();
    const projection = await RecordsProjection.open(made, NOW);
    const batches = new RecordsEventStream(7).take(400);
    for (const [i, batch] of batches.entries()) {
      await projection.apply(batch);
      if (i % 100 === 99) await expectModel(made, modelOf(batches.slice(0, i + 1)));
    }
    expect(projection.reachedSeq).toBe(batches.at(-1)?.lastSeq);
    const counts = await projection.dump();
    for (const [name, table] of Object.entries(counts.tables)) {
      // Those of contracts, margin accounts, hours, the fund and copy trading have tests of their own.
      if (OTHERS.includes(name)) continue;
      expect(table.rows, `${name} is exercised`).toBeGreaterThan(0);
    }
  });

  test(
    'D2: duplicate, late and out-of-order deliveries leave the same rows',
    async () => {
      const made = await database();
      const projection = await RecordsProjection.open(made, NOW);
      const batches = new RecordsEventStream(8).take(Math.ceil(DELIVERIES / 10), 3);
      const random = seeded(88);
      let deliveries = 0;
      let gaps = 0;
      for (let next = 0; next < batches.length; ) {
        // Mostly near the place where it should go on: before it (again), at it, or beyond it.
        const near = Math.floor(random() * 17) - 12;
        const at = Math.min(Math.max(next + near, 0), batches.length - 1);
        const batch = batches[at] as EventBatch;
        deliveries += 1;
        if (at <= next) await projection.apply(batch);
        else {
          gaps += 1;
          const wanted = projection.reachedSeq + 1;
          await expect(projection.apply(batch)).rejects.toMatchObject({ expected: wanted });
        }
        while (next < batches.length && projection.reachedSeq >= (batches[next]?.lastSeq ?? 0)) {
          next += 1;
        }
      }
      expect(deliveries).toBeGreaterThan(DELIVERIES);
      expect(gaps).toBeGreaterThan(DELIVERIES / 10);
      await expectModel(made, modelOf(batches));
    },
    HANGS_MS,
  );

  test('a run that overlaps what was applied adds only what is new', async () => {
    const made = await database();
    const projection = await RecordsProjection.open(made, NOW);
    const batches = new RecordsEventStream(9).take(60);
    const merged = (from: number, to: number): EventBatch => ({
      firstSeq: batches[from]?.firstSeq ?? 0,
      lastSeq: batches[to]?.lastSeq ?? 0,
      time: 0,
      events: batches.slice(from, to + 1).flatMap((batch) => batch.events),
    });
    await projection.apply(merged(0, 30));
    await projection.apply(merged(10, 45));
    await projection.apply(merged(40, 59));
    await expectModel(made, modelOf(batches));
  });

  test('a second opening goes on where the first one stopped', async () => {
    const made = await database();
    const batches = new RecordsEventStream(10).take(200);
    for (const [i, batch] of batches.entries()) {
      const projection = await RecordsProjection.open(made, NOW);
      for (const again of batches.slice(Math.max(0, i - 2), i)) await projection.apply(again);
      await projection.apply(batch);
      await projection.storeProgress();
    }
    await expectModel(made, modelOf(batches));
  });

  test('a gap is refused by its number and changes nothing', async () => {
    const projection = await RecordsProjection.open(await database(), NOW);
    const [first, , third] = new RecordsEventStream(11).take(3);
    await projection.apply(first as EventBatch);
    const before = await projection.dump();
    await expect(projection.apply(third as EventBatch)).rejects.toThrow(ProjectionGap);
    expect(await projection.dump()).toEqual(before);
  });

  test('two writers on one database: the second is refused, the rows stay right', async () => {
    const made = await database();
    const one = await RecordsProjection.open(made, NOW);
    const two = await RecordsProjection.open(made, NOW);
    const batches = new RecordsEventStream(12).take(30);
    await one.apply(batches[0] as EventBatch);
    await expect(two.apply(batches[0] as EventBatch)).rejects.toThrow('no longer at sequence 0');
    await two.reload();
    for (const batch of batches) await two.apply(batch);
    await expectModel(made, modelOf(batches));
  });

  test('amounts above 2^53 stay exact when an order is read back and trades on', async () => {
    const made = await database();
    const set = new RecordsEventStream(15).next();
    const [buyer, seller] = [accountOf(16, AccountKind.spot), accountOf(18, AccountKind.spot)];
    const quote = Number.MAX_SAFE_INTEGER;
    for (let i = 0; i < 4; i++) {
      const projection = await RecordsProjection.open(made, NOW);
      if (i === 0) await projection.apply(set);
      const seq = projection.reachedSeq + 1;
      const stamp = { seq, time: NOW };
      const opened = [buyer, seller].map((account, side) => ({
        ...{ ...ORDER, ...stamp, account, order: side === 0 ? 1 : 10 + i },
        side: side as Side,
      }));
      const trade = {
        ...{ ...TRADE, ...stamp, trade: i + 1, quote, makerFee: quote, takerOrder: 10 + i },
        ...{ makerAccount: buyer, takerAccount: seller },
      };
      const events = [...(i === 0 ? opened : opened.slice(1)), trade];
      await projection.apply({ firstSeq: seq, lastSeq: seq, events });
    }
    const order = await orderById(made.db, { account: buyer, order: 1 });
    const sum = 4n * BigInt(quote);
    expect(order).toMatchObject({ filledQuote: sum, fee: sum, trades: 4 });
  });

  test('an event that contradicts the rows is refused, not swallowed', async () => {
    const projection = await RecordsProjection.open(await database(), NOW);
    const batches = new RecordsEventStream(13).take(50);
    for (const batch of batches) await projection.apply(batch);
    const events = batches.flatMap((batch) => batch.events);
    // Every other user of the stream is simulated, whose orders have no rows.
    const opened = events.find(
      (event) => event.kind === EventKind.orderOpened && ownerOf(event.account) % 2 === 0,
    );
    const seq = projection.reachedSeq + 1;
    const wrong = {
      ...opened,
      kind: EventKind.orderDone,
      order: 999_999,
      seq,
      reason: 0,
      remaining: 0,
    };
    const batch = { firstSeq: seq, lastSeq: seq, time: 0, events: [wrong as never] };
    await expect(projection.apply(batch)).rejects.toThrow('order 999999 is not known');
  });

  test(
    'D3: dropped and rebuilt, the dump is identical, and the same on both databases',
    async () => {
      const made = await database();
      const projection = await RecordsProjection.open(made, NOW);
      const size = Math.min(Math.ceil(REBUILT / 300), REBUILT_BATCH_MAX);
      for (const batch of rebuiltBatches(size)) await projection.apply(batch);
      const before = await projection.dump();
      expect(before.seq).toBe(REBUILT);
      await projection.reset(NOW + 1);
      expect((await projection.dump()).seq).toBe(0);
      // Other batch limits than the first time: rows must not depend on them.
      const other = Math.min(Math.ceil(REBUILT / 24), REBUILT_BATCH_MAX - 1);
      for (const batch of rebuiltBatches(other)) await projection.apply(batch);
      expect(await projection.dump()).toEqual(before);
      dumps.push(before.hash);
      if (dumps.length === 2) expect(dumps[0]).toBe(dumps[1]);
    },
    HANGS_MS,
  );
});

const dumps: string[] = [];
