/** Fee levels in the records: their changes with receipts, and what people traded by day. */
import {
  AccountKind,
  accountOf,
  type Event,
  EventKind,
  FeeGrantKind,
  FIRST_FEES,
  FIRST_USER_ID,
} from '@halcyon/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { FeeChange } from '../src/kinds/fee-changes.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';

const NOW = 1_790_000_000_000;
const DAY_MS = 86_400_000;
const [ANN, BOT, BOB] = [FIRST_USER_ID, FIRST_USER_ID + 1, FIRST_USER_ID + 2];
const BY = { actor: 'test', reason: 'much volume' };
const LONG = JSON.stringify({ text: 'é'.repeat(11_000) });

/** As the worker gets them: what is filtered, in words. */
function fed(events: readonly Event[]): Event[] {
  const filter = new EventFilter();
  return events.filter((event) => filter.wants(event));
}

const grant = { id: 1, kind: FeeGrantKind.discount, value: 10, until: NOW + 5 };
const EVENTS: readonly Event[] = [
  { kind: EventKind.userOpened, seq: 1, time: NOW, user: ANN, simulated: false },
  { kind: EventKind.userOpened, seq: 2, time: NOW, user: BOT, simulated: true },
  {
    ...{ kind: EventKind.levelsEarned, seq: 3, time: NOW, day: 20_000, upTo: BOT, done: true },
    users: [
      { user: ANN, level: 2, receipt: LONG },
      { user: BOT, level: 1, receipt: '{}' },
    ],
  },
  { kind: EventKind.feeGrantGiven, seq: 4, time: NOW + 1, user: ANN, grant, ...BY },
  { kind: EventKind.feeGrantEnded, seq: 5, time: NOW + 5, user: ANN, grant, ...BY },
];

onBothDatabases('fee levels in the records', (databases) => {
  let database: Database<RecordsTables>;

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    const projection = await RecordsProjection.open(database, NOW);
    await projection.apply({ firstSeq: 1, lastSeq: 5, events: fed(EVENTS) });
  });
  afterAll(() => database.close());

  test('changes come newest first, with what they follow from, page by page', async () => {
    const page = (request: object) =>
      historyMethods.feeChanges(database.db, { user: ANN, limit: 10, ...request });
    const given = {
      grantId: 1,
      grantKind: FeeGrantKind.discount,
      value: 10,
      until: NOW + 5,
      ...BY,
    };
    const rows = await page({});
    expect(rows).toMatchObject([
      { seq: 5, change: FeeChange.ended, ...given, time: NOW + 5 },
      { seq: 4, change: FeeChange.given, ...given, day: 0, receipt: '' },
      { seq: 3, change: FeeChange.earned, grantId: 0, value: 2, day: 20_000, receipt: LONG },
    ]);
    expect(await page({ limit: 1 })).toEqual(rows.slice(0, 1));
    expect(await page({ beforeSeq: 5, limit: 1 })).toEqual(rows.slice(1, 2));
    expect(await historyMethods.feeChanges(database.db, { user: BOT, limit: 10 })).toEqual([]);
  });

  test('what was traded is summed by user, day and instrument, above 2^53 too', async () => {
    const day = Math.floor(NOW / DAY_MS);
    const fill = (user: number, kind: AccountKind, trade: number, more: object) =>
      database.db
        .insertInto('fills')
        .values({
          ...{
            account: accountOf(user, kind),
            trade,
            liquidity: 1,
            order_id: trade,
            instrument: 0,
          },
          ...{ side: 0, type: 0, price: 1, quantity: 1, quote: 5, fee: 0, fee_asset: 0, seq: 1 },
          ...{ options: 0, profit: 0, origin: 0, own: 0, time: NOW, ...more },
        } as never)
        .execute();
    const large = Number.MAX_SAFE_INTEGER;
    await fill(ANN, AccountKind.spot, 1, { time: (day - 30) * DAY_MS });
    await fill(ANN, AccountKind.spot, 2, { time: day * DAY_MS - 1 });
    await fill(ANN, AccountKind.spot, 3, { quote: large });
    await fill(ANN, AccountKind.isolatedMargin, 4, { quote: large });
    await fill(ANN, AccountKind.usdtFutures, 5, { instrument: 7, quote: 9 });
    await fill(BOB, AccountKind.spot, 6, {});
    // Within one owner's accounts.
    await fill(ANN, AccountKind.spot, 7, { own: 1 });
    await fill(BOB, AccountKind.spot, 8, { own: 1 });
    const asked = { users: [ANN], fromDay: day - 29, toDay: day };
    expect(await historyMethods.volumes(database.db, asked)).toEqual([
      { user: ANN, instrument: 0, day: day - 1, value: 5n },
      { user: ANN, instrument: 0, day, value: 2n * BigInt(large) },
      { user: ANN, instrument: 7, day, value: 9n },
    ]);
    const both = await historyMethods.volumes(database.db, { ...asked, users: [ANN, BOB] });
    expect(both.map(({ user, value }) => [user, value])).toContainEqual([BOB, 5n]);
    expect(both.map(({ user }) => user)).toEqual([ANN, ANN, ANN, BOB]);
    expect(await historyMethods.volumes(database.db, { ...asked, users: [] })).toEqual([]);
    const many = { ...asked, users: Array.from({ length: 201 }, (_, i) => i + ANN) };
    await expect(historyMethods.volumes(database.db, many)).rejects.toThrow(/users/);
  });

  test('terms of fees are those of the newest change at or before a sequence', async () => {
    const made = await openDatabase<RecordsTables>(await databases.fresh());
    try {
      const projection = await RecordsProjection.open(made, NOW);
      const tiers = [{ makerPpm: 1, takerPpm: 2 }];
      const contract = { makerPpm: 5, takerPpm: 6, liquidationPpm: 7 };
      const instrument = { ...{ id: 4, symbol: 'X', product: 1, base: 0, quote: 1 }, contract };
      const scales = { priceScale: 0, quantityScale: 0, quoteFactor: 1, lotUnits: 1 };
      const events = [
        { kind: EventKind.userOpened, seq: 1, time: NOW, user: ANN, simulated: false },
        { kind: EventKind.userOpened, seq: 1, time: NOW, user: BOT, simulated: true },
        { kind: EventKind.feeScheduleSet, seq: 2, time: NOW, tiers, discounts: [10] },
        {
          kind: EventKind.instrumentSet,
          seq: 2,
          time: NOW,
          instrument: { ...instrument, ...scales },
        },
        { kind: EventKind.feeTierSet, seq: 3, time: NOW, user: ANN, tier: 1 },
        { kind: EventKind.feeTierSet, seq: 3, time: NOW, user: ANN, tier: 2 },
        { kind: EventKind.feeTierSet, seq: 3, time: NOW, user: BOT, tier: 1 },
      ] as unknown as Event[];
      // Those of simulated users are not sent, and not kept if they come.
      expect(fed(events)).toHaveLength(events.length - 1);
      await projection.apply({ firstSeq: 1, lastSeq: 3, events });
      const terms = (user: number, seq: number) =>
        historyMethods.feeTerms(made.db, { user, instrument: 4, seq });
      const first = { schedule: FIRST_FEES, tier: 0, contract: null };
      expect(await terms(ANN, 1)).toEqual(first);
      const set = { schedule: { tiers, discounts: [10] }, contract };
      expect(await terms(ANN, 2)).toEqual({ ...set, tier: 0 });
      expect(await terms(ANN, 9)).toEqual({ ...set, tier: 2 });
      expect(await terms(BOT, 9), 'not kept of the simulated').toEqual({ ...set, tier: 0 });
    } finally {
      await made.close();
    }
  });

  test('a database from before fee levels goes on with its rows', async () => {
    const place = await databases.fresh();
    const old = await openDatabase<RecordsTables>(place);
    try {
      const before = RECORDS_MIGRATIONS.findIndex(({ name }) => name === 'fee levels');
      await migrate(old as never, RECORDS_MIGRATIONS.slice(0, before), NOW);
      await sql`insert into users values (${BOB}, 0, 1, ${NOW})`.execute(old.db);
      await sql`update state set last_seq = 2`.execute(old.db);
      const later = await RecordsProjection.open(old, NOW);
      const events = EVENTS.slice(2);
      await later.apply({ firstSeq: 3, lastSeq: 5, events: fed(events) });
      expect(await historyMethods.feeChanges(old.db, { user: ANN, limit: 9 })).toHaveLength(3);
      const users = await old.db.selectFrom('users').select('id').execute();
      expect(users.map(({ id }) => id)).toContain(BOB);
      // Terms of before are not known; of after, as long as nothing was said they are as now.
      const terms = (seq: number) =>
        historyMethods.feeTerms(old.db, { user: ANN, instrument: 4, seq });
      const unknown = { schedule: null, tier: null, contract: null };
      expect(await terms(2)).toEqual(unknown);
      const asNow = { schedule: 'asNow', tier: 'asNow', contract: 'asNow' };
      expect(await terms(4)).toEqual(asNow);
      const tier = { kind: EventKind.feeTierSet, seq: 6, time: NOW, user: ANN, tier: 3 } as const;
      await later.apply({ firstSeq: 6, lastSeq: 6, events: fed([tier]) });
      expect(await terms(5)).toEqual({ ...asNow, tier: null });
      expect(await terms(6)).toEqual({ ...asNow, tier: 3 });
    } finally {
      await old.close();
    }
  });
});
