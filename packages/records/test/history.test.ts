import type { EventBatch } from '@halcyon/domain';
import { AccountKind, accountOf, CONVERT_PREFIX, PostingReason } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RecordsError } from '../src/errors.ts';
import { historyMethods } from '../src/history-methods.ts';
import { fills } from '../src/kinds/fills.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';
import { PEOPLE, RecordsEventStream, seeded } from './event-stream.ts';
import { Model } from './model.ts';

const NOW = 1_790_000_000_000;
type Row = Record<string, number | bigint | string>;

onBothDatabases('history', (databases) => {
  let database: Database<RecordsTables>;
  const model = new Model();
  const spot = PEOPLE.map((user) => accountOf(user, AccountKind.spot));
  const account = spot[0] as number;
  const random = seeded(5);

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    const projection = await RecordsProjection.open(database, NOW);
    const batches: EventBatch[] = new RecordsEventStream(21).take(1_200);
    for (let at = 0; at < batches.length; at += 50) {
      const part = batches.slice(at, at + 50);
      const events = part.flatMap((batch) => batch.events);
      model.apply(events);
      const firstSeq = part[0]?.firstSeq ?? 0;
      await projection.apply({ firstSeq, lastSeq: part.at(-1)?.lastSeq ?? 0, events });
    }
  });
  afterAll(async () => {
    await database.close();
  });

  const newest = (rows: readonly Row[], id: string) =>
    [...rows].sort((a, b) => Number(b[id]) - Number(a[id]));
  const ids = (rows: readonly Row[], id: string) => newest(rows, id).map((row) => row[id]);

  /** All pages of a query, one after another. */
  async function pages<R>(
    page: (idLessThan: number | undefined) => Promise<R[]>,
    id: (row: R) => number,
  ): Promise<R[]> {
    const all: R[] = [];
    for (;;) {
      const last = all.at(-1);
      const more = await page(last === undefined ? undefined : id(last));
      if (more.length === 0) return all;
      all.push(...more);
    }
  }

  test('orders: pages of ended, open and all orders add up to the model', async () => {
    const db = database.db;
    const own = model.tables.orders.filter((row) => row['account'] === account);
    const wanted = {
      all: own,
      open: own.filter((row) => Number(row['status']) < 2),
      ended: own.filter((row) => Number(row['status']) >= 2),
    };
    expect(wanted.open.length).toBeGreaterThan(0);
    for (const state of ['all', 'open', 'ended'] as const) {
      const rows = await pages(
        (idLessThan) => historyMethods.orderHistory(db, { account, state, limit: 7, idLessThan }),
        (row) => row.id,
      );
      expect(rows.map((row) => row.id)).toEqual(ids(wanted[state], 'id'));
    }
  });

  test('orders of a parent: its pages have them all and no others', async () => {
    const children = model.tables.orders.filter(
      (row) => row['account'] === account && Number(row['plan']) > 0,
    );
    expect(children.length).toBeGreaterThan(7);
    for (const parent of new Set(children.map((row) => Number(row['plan'])))) {
      const query = { account, state: 'all', plan: parent, limit: 3 } as const;
      const rows = await pages(
        (idLessThan) => historyMethods.orderHistory(database.db, { ...query, idLessThan }),
        (row) => row.id,
      );
      const expected = children.filter((row) => row['plan'] === parent);
      expect(rows.map((row) => row.id)).toEqual(ids(expected, 'id'));
    }
  });

  test('parent orders: pages by state, side and kind, with what their orders traded for', async () => {
    const all = { account, state: 'all', limit: 3 } as const;
    const [first] = wanted(model.tables.parent_orders, {});
    const { side, state, parent_kind } = first as unknown as Record<string, 0 | 1>;
    const filters = [{}, { side }, { kind: parent_kind }, { status: state, side }];
    for (const filter of filters) {
      const rows = await pages(
        (idLessThan) =>
          historyMethods.parentHistory(database.db, { ...all, ...filter, idLessThan }),
        (row) => row.id,
      );
      const { kind, status, ...shared }: Record<string, number | undefined> = filter;
      const columns = {
        ...shared,
        ...(kind === undefined ? {} : { parent_kind: kind }),
        ...(status === undefined ? {} : { state: status }),
      };
      const expected = newest(wanted(model.tables.parent_orders, columns), 'id');
      expect(rows.map(({ id, filledQuote }) => [id, filledQuote])).toEqual(
        expected.map((row) => [row['id'], row['filled_quote']]),
      );
    }
    const sums = model.tables.parent_orders.map((row) => row['filled_quote']);
    expect(sums.filter((sum) => sum !== 0n).length).toBeGreaterThan(1);
  });

  test('orders: those that converted, by pages', async () => {
    const converted = model.tables.orders.filter(
      (row) => row['account'] === account && String(row['client_id']).startsWith(CONVERT_PREFIX),
    );
    expect(converted.length).toBeGreaterThan(7);
    const query = { account, state: 'all', converts: true, limit: 3 } as const;
    const rows = await pages(
      (idLessThan) => historyMethods.orderHistory(database.db, { ...query, idLessThan }),
      (row) => row.id,
    );
    expect(rows.map((row) => row.id)).toEqual(ids(converted, 'id'));
  });

  test('orders: a row has what the model has, money as bigint', async () => {
    const order = newest(model.tables.orders, 'id').find((row) => Number(row['trades']) > 1) as Row;
    const query = { account: order['account'] as number, order: order['id'] as number };
    const found = await historyMethods.orderById(database.db, query);
    expect(found).toMatchObject({
      id: order['id'],
      price: order['price'],
      filledQuantity: order['filled_quantity'],
      filledQuote: order['filled_quote'],
      fee: order['fee'],
      feeAsset: order['fee_asset'],
      status: order['status'],
      doneReason: order['done_reason'],
      createdAt: order['created_at'],
      updatedAt: order['updated_at'],
      clientId: order['client_id'],
    });
    const other = spot.find((one) => one !== query.account) as number;
    expect(await historyMethods.orderById(database.db, { ...query, account: other })).toBeNull();
  });

  test('orders and plans by client id: the newest that bore it, and nothing for none', async () => {
    for (const [table, find] of [
      [model.tables.orders, historyMethods.orderByClientId],
      [model.tables.plans, historyMethods.planByClientId],
    ] as const) {
      const own = newest(table, 'id').filter((row) => row['account'] === account);
      for (const clientId of new Set(own.map((row) => row['client_id'] as string))) {
        const expected = own.find((row) => row['client_id'] === clientId);
        const found = await find(database.db, { account, clientId });
        expect(found?.id).toBe(clientId === '' ? undefined : expected?.['id']);
      }
      expect(await find(database.db, { account, clientId: 'never' })).toBeNull();
    }
  });

  test('fills: pages add up, also where one page ends inside a trade with oneself', async () => {
    let selfTrades = 0;
    for (const own of spot) {
      const expected = model.tables.fills.filter((row) => row['account'] === own);
      const trades = expected.map((row) => row['trade']);
      selfTrades += trades.length - new Set(trades).size;
      for (const limit of [1, 2, 3, 10]) {
        const rows = await pages(
          (idLessThan) => fills(database.db, { account: own, limit, idLessThan }),
          (row) => row.trade,
        );
        expect(rows.map((row) => row.trade)).toEqual(ids(expected, 'trade'));
      }
    }
    expect(selfTrades).toBeGreaterThan(0);
  });

  test('fills: by order, with fee, side and liquidity', async () => {
    const own = model.tables.fills.filter((row) => row['account'] === account);
    for (const side of [0, 1] as const) {
      const found = await pages(
        (idLessThan) => fills(database.db, { account, side, limit: 20, idLessThan }),
        (row) => row.trade,
      );
      const expected = own.filter((row) => row['side'] === side);
      expect(found.map((row) => row.trade)).toEqual(ids(expected, 'trade'));
    }
    const sample = own.slice(0, 30);
    for (const row of sample) {
      const order = row['order_id'] as number;
      const found = await fills(database.db, { account, order, limit: 100 });
      expect(found.every((fill) => fill.order === order)).toBe(true);
      expect(found.find((fill) => fill.trade === row['trade'])).toEqual({
        trade: row['trade'],
        order,
        instrument: row['instrument'],
        side: row['side'],
        type: row['type'],
        liquidity: row['liquidity'],
        price: row['price'],
        quantity: row['quantity'],
        quote: row['quote'],
        fee: row['fee'],
        feeAsset: row['fee_asset'],
        time: row['time'],
        seq: row['seq'],
        options: 0,
        profit: 0,
        origin: 0,
      });
    }
  });

  test('bills: by asset, reason, side and instrument; balances above 2^53 are exact', async () => {
    const own = model.tables.bills.filter((row) => row['account'] === account);
    const rare = [PostingReason.deposit, PostingReason.transferOut, PostingReason.withdrawFee];
    const cases: [object, (row: Row) => boolean][] = [
      [{}, () => true],
      [{ asset: 1 }, (row) => row['asset'] === 1],
      [{ reasons: rare }, (row) => rare.includes(row['reason'] as never)],
      [{ reasons: [2, 5] }, (row) => row['reason'] === 2 || row['reason'] === 5],
      [{ side: 1, instrument: 0 }, (row) => row['side'] === 1 && row['instrument'] === 0],
    ];
    for (const [filter, matches] of cases) {
      const rows = await pages(
        (idLessThan) =>
          historyMethods.bills(database.db, { account, limit: 50, idLessThan, ...filter }),
        (row) => row.id,
      );
      const expected = newest(own.filter(matches), 'id');
      expect(expected.length).toBeGreaterThan(0);
      expect(rows.map(({ id, amount, balance }) => ({ id, amount, balance }))).toEqual(
        expected.map(({ id, amount, balance }) => ({ id, amount, balance })),
      );
    }
    expect(own.some((row) => (row['balance'] as bigint) > 2n ** 53n)).toBe(true);
  });

  test('bills with whole withdrawals: one each, and every change leads to its balance', async () => {
    const whole = await pages(
      (idLessThan) =>
        historyMethods.bills(database.db, {
          ...{ account, limit: 7, idLessThan, asset: 1 },
          wholeWithdrawals: true,
        }),
      (row) => row.id,
    );
    const { withdraw, withdrawFee } = PostingReason;
    expect(whole.filter(({ reason }) => reason === withdrawFee)).toEqual([]);
    const withdrawals = whole.filter(({ reason }) => reason === withdraw);
    expect(withdrawals.length).toBeGreaterThan(0);
    expect(new Set(withdrawals.map(({ fee }) => fee))).toEqual(new Set([7n]));
    const before = [...whole.slice(1).map(({ balance }) => balance), 0n];
    expect(whole.map(({ amount }, i) => before[i]! + amount)).toEqual(
      whole.map(({ balance }) => balance),
    );
  });

  test('plans: pending and ended, by type', async () => {
    const own = model.tables.plans.filter((row) => row['account'] === account);
    const all = { account, limit: 500 };
    const open = await historyMethods.planHistory(database.db, { ...all, state: 'open' });
    const ended = await historyMethods.planHistory(database.db, all);
    expect(open.map((row) => row.id)).toEqual(
      ids(
        own.filter((row) => row['status'] === 0),
        'id',
      ),
    );
    expect(ended.map((row) => row.id)).toEqual(
      ids(
        own.filter((row) => row['status'] !== 0),
        'id',
      ),
    );
    const trailing = await historyMethods.planHistory(database.db, {
      ...all,
      state: 'all',
      planTypes: [4],
    });
    expect(trailing.map((row) => row.id)).toEqual(
      ids(
        own.filter((row) => row['plan_type'] === 4),
        'id',
      ),
    );
    const executed = ended.find((row) => row.order > 0);
    const query = { account, plan: executed?.id ?? 0 };
    expect(await historyMethods.planById(database.db, query)).toEqual(executed);
  });

  test('orders by side, type and status; plans by side and status: pages add up', async () => {
    const { orders: allOrders, plans: allPlans } = model.tables;
    const all = { account, state: 'all', limit: 3 } as const;
    const orderFilters = [{ side: 0 }, { type: 1 }, { status: 3 }, { side: 1, type: 0, status: 2 }];
    for (const filter of orderFilters as { side?: 0 | 1; type?: 0 | 1; status?: 2 | 3 }[]) {
      const rows = await pages(
        (idLessThan) =>
          historyMethods.orderHistory(database.db, { ...all, ...filter, limit: 40, idLessThan }),
        (row) => row.id,
      );
      expect(rows.map((row) => row.id)).toEqual(ids(wanted(allOrders, filter), 'id'));
    }
    const planFilters = [{ side: 1 }, { status: 3 }, { side: 0, status: 1 }];
    for (const filter of planFilters as { side?: 0 | 1; status?: 1 | 3 }[]) {
      const rows = await pages(
        (idLessThan) => historyMethods.planHistory(database.db, { ...all, ...filter, idLessThan }),
        (row) => row.id,
      );
      expect(rows.map((row) => row.id)).toEqual(ids(wanted(allPlans, filter), 'id'));
    }
  });

  /** The account's rows that have all of `filter`; there are some. */
  function wanted(rows: readonly Row[], filter: Readonly<Record<string, number>>): Row[] {
    const found = rows.filter(
      (row) =>
        row['account'] === account &&
        Object.entries(filter).every(([name, value]) => row[name] === value),
    );
    expect([filter, found.length]).not.toEqual([filter, 0]);
    return found;
  }

  test('plans that their other half overtook, and none that was cancelled alone', async () => {
    const { plans, fills: trades } = model.tables;
    for (const own of spot) {
      const mine = plans.filter((row) => row['account'] === own);
      const overtaken = mine.filter((row) => {
        if (row['status'] !== 2 || row['parent'] === 0) return false;
        const sibling = mine.some(
          (other) =>
            other !== row &&
            Math.abs(Number(other['id']) - Number(row['id'])) === 1 &&
            other['parent'] === row['parent'] &&
            (other['status'] === 1 || other['status'] === 3) &&
            other['updated_at'] === row['updated_at'],
        );
        return (
          sibling ||
          trades.some(
            (fill) =>
              fill['account'] === own &&
              fill['order_id'] === row['parent'] &&
              fill['time'] === row['updated_at'],
          )
        );
      });
      const query = { account: own, plans: mine.slice(0, 500).map((row) => Number(row['id'])) };
      const found = await historyMethods.plansOvertaken(database.db, query);
      expect(found.sort((a, b) => b - a)).toEqual(ids(overtaken, 'id'));
    }
    expect(await historyMethods.plansOvertaken(database.db, { account, plans: [] })).toEqual([]);
  });

  test('movements: what was sent, what was received, by client id and id', async () => {
    const user = PEOPLE[0] as number;
    const { movements } = model.tables;
    const query = { user, limit: 500 };
    const sent = (kind: number) =>
      movements.filter((row) => row['from_user'] === user && row['kind'] === kind);
    const received = movements.filter((row) => row['to_user'] === user && row['kind'] !== 2);
    expect(received.some((row) => row['kind'] === 1)).toBe(true);
    const transfers = await historyMethods.transfers(database.db, query);
    const withdrawals = await historyMethods.withdrawals(database.db, query);
    expect(transfers.map((row) => row.id)).toEqual(ids(sent(2), 'id'));
    expect(withdrawals.map((row) => row.id)).toEqual(ids(sent(1), 'id'));
    const all = () =>
      pages(
        (idLessThan) => historyMethods.allTransfers(database.db, { user, limit: 3, idLessThan }),
        (row) => row.id,
      );
    expect((await all()).map((row) => row.id)).toEqual(ids(sent(2), 'id'));
    // One that another of the family sent is the newest.
    const last = Math.max(...movements.map((row) => row['id'] as number));
    const own = await database.db
      .selectFrom('movements')
      .selectAll()
      .where('id', '=', transfers[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    const came = { ...own, id: last + 1, from_user: user + 2 };
    await database.db.insertInto('movements').values(came).execute();
    const [newest, ...rest] = await all();
    await database.db.deleteFrom('movements').where('id', '=', came.id).execute();
    expect(newest).toMatchObject({ id: came.id, fromUser: user + 2, toUser: user });
    expect(rest.map((row) => row.id)).toEqual(ids(sent(2), 'id'));
    const deposits = await pages(
      (idLessThan) => historyMethods.deposits(database.db, { user, limit: 3, idLessThan }),
      (row) => row.id,
    );
    expect(deposits.map((row) => row.id)).toEqual(ids(received, 'id'));
    const named = sent(1).find((row) => row['client_id'] !== '') as Row;
    const clientId = named['client_id'] as string;
    const byClient = { user, kind: 1, clientId } as const;
    const found = await historyMethods.movementByClientId(database.db, byClient);
    expect(found).toMatchObject({ id: named['id'], amount: named['amount'], fee: 7n });
    const foreign = { user: user + 2, id: transfers[0]?.id ?? 0 };
    expect(await historyMethods.movementById(database.db, foreign)).toBeNull();
    const byId = { user, id: transfers[0]?.id ?? 0 };
    expect(await historyMethods.movementById(database.db, byId)).toEqual(transfers[0]);
  });

  test('prevented matches of an account', async () => {
    const own = model.tables.prevented_matches;
    const taker = own[0]?.['account'] as number;
    const rows = await historyMethods.preventedMatches(database.db, { account: taker, limit: 500 });
    expect(rows.map((row) => row.id)).toEqual(
      ids(
        own.filter((row) => row['account'] === taker),
        'id',
      ),
    );
  });

  test('time windows: any start and end give exactly the rows inside, edges included', async () => {
    const { tables } = model;
    const own = (rows: readonly Row[]) => rows.filter((row) => row['account'] === account);
    const times = own(tables.orders).map((row) => Number(row['created_at']));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    for (let n = 0; n < 60; n++) {
      const exact = times[Math.floor(random() * times.length)] as number;
      const startTime = n % 3 === 0 ? exact : first + Math.floor(random() * (last - first));
      const endTime = startTime + Math.floor(random() * (n % 2 === 0 ? 100_000 : last - startTime));
      const window = { account, startTime, endTime, limit: 500 };
      const inside = (time: string) => (row: Row) =>
        Number(row[time]) >= startTime && Number(row[time]) <= endTime;
      const orders = await historyMethods.orderHistory(database.db, { ...window, state: 'all' });
      const ownOrders = own(tables.orders).filter(inside('created_at'));
      expect(orders.map((row) => row.id)).toEqual(ids(ownOrders, 'id').slice(0, 500));
      const trades = await fills(database.db, { ...window, instrument: 1 });
      const ownFills = own(tables.fills).filter(inside('time'));
      expect(trades.map((row) => row.trade)).toEqual(
        ids(
          ownFills.filter((row) => row['instrument'] === 1),
          'trade',
        ),
      );
      const bills = await historyMethods.bills(database.db, { ...window, asset: 2 });
      const ownBills = own(tables.bills).filter(inside('time'));
      expect(bills.map((row) => row.id)).toEqual(
        ids(
          ownBills.filter((row) => row['asset'] === 2),
          'id',
        ),
      );
    }
  });

  describe('requests outside their limits are refused by name', () => {
    test.each([
      ['limit', { limit: 0 }],
      ['limit', { limit: 1_002 }],
      ['limit', { limit: 1.5 }],
      ['idLessThan', { limit: 1, idLessThan: -1 }],
      ['startTime', { limit: 1, startTime: Number.NaN }],
      ['endTime', { limit: 1, endTime: 2 ** 60 }],
    ])('%s %j', async (field, page) => {
      const refused = historyMethods.fills(database.db, { account, ...page });
      await expect(refused).rejects.toBeInstanceOf(RecordsError);
      await expect(refused).rejects.toMatchObject({ code: 'badRequest', field });
    });
  });

  test('orders: by the plan that set them off', async () => {
    const { db } = database;
    const own = (rows: readonly Row[]) => rows.filter((row) => row['account'] === account);
    const [first, second] = own(model.tables.orders).filter((row) => Number(row['status']) >= 2);
    const plans = own(model.tables.plans);
    const trailing = plans.find((row) => row['plan_type'] === 4)?.['id'] as number;
    const trigger = plans.find((row) => row['plan_type'] === 0)?.['id'] as number;
    for (const [order, plan] of [
      [first, trailing],
      [second, trigger],
    ] as const) {
      const id = order?.['id'] as number;
      await db.updateTable('orders').set({ plan }).where('id', '=', id).execute();
    }
    await db.updateTable('plans').set({ quantity: 0 }).where('id', '=', trailing).execute();
    const made = async (filter: object) => {
      const page = { account, limit: 500, ...filter };
      return (await historyMethods.orderHistory(db, page)).map(({ id }) => id);
    };
    expect(await made({ planTypes: [4] })).toEqual([first?.['id']]);
    expect(await made({ planTypes: [4], wholePosition: true })).toEqual([first?.['id']]);
    expect(await made({ planTypes: [4], wholePosition: false })).toEqual([]);
    expect(await made({ planTypes: [0], wholePosition: false })).toEqual([second?.['id']]);
  });
});
