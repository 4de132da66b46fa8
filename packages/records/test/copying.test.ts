/** Copy trading in the records: against the core that the events are of, over restarts, on both databases. */
import {
  COPY_DEFAULTS,
  CopyLeftOut,
  EventKind,
  portfolioStatistics,
  riskTerms,
} from '@halcyon/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COIN, futuresOf, USD } from '../../testkit/src/core/copy-exchange.ts';
import { historyMethods } from '../src/history-methods.ts';
import { CopySubject } from '../src/projection/copy-tables.ts';
import { foldPortfolio } from '../src/projection/fold-copying.ts';
import { emptyKnown } from '../src/projection/known.ts';
import { loadCopyTotals } from '../src/projection/load.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { WriteSet } from '../src/projection/write-set.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { ANN, BOB, CAT, DAN, DAY, FEE, HOUR, Recorded, START } from './copy-recorded.ts';
import { onBothDatabases } from './databases.ts';

onBothDatabases('copy trading in the records', (databases) => {
  let database: Database<RecordsTables>;
  let exchange: Recorded;
  let trader: number;
  let bobs: number;
  let cats: number;

  beforeEach(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    exchange = await Recorded.open(database, 4);
    exchange.tick(START);
    trader = exchange.open(ANN).id;
    bobs = exchange.follow(BOB, trader).id;
    cats = exchange.follow(CAT, trader, 500n * COIN).id;
    exchange.fund(DAN, 50_000n);
    exchange.index(100);
  });
  afterEach(() => database.close());

  const ask = historyMethods;

  test('portfolios with what they were at last, those that ended too', async () => {
    exchange.set(CAT, cats, { slippagePpm: 500 });
    exchange.move(BOB, bobs, 250n * COIN);
    exchange.end(CAT, cats);
    exchange.open(DAN, 200n * COIN, { code: 'secret' });
    await exchange.write();
    const [found, ...others] = await ask.copyTraders(database.db, {});
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ id: trader, root: ANN, asset: USD, openedAt: START, endedAt: 0, sharePpm: 100_000 },
      ...{ paidIn: 1_000n * COIN, closing: false, followers: 1, copied: 1_250n * COIN, shares: 0n },
    });
    expect(await ask.copyTraders(database.db, { root: DAN })).toMatchObject([
      { terms: { code: 'secret' } },
    ]);
    const followers = await ask.copyFollowers(database.db, { trader, limit: 10 });
    expect(followers).toMatchObject([
      { id: cats, root: CAT, endedAt: START, paidIn: 0n, settings: { slippagePpm: 500 } },
      { id: bobs, root: BOB, endedAt: 0, paidIn: 1_250n * COIN, mark: 0n, owed: 0n, shared: 0n },
    ]);
    expect(await ask.copyFollowers(database.db, { root: CAT, limit: 1 })).toHaveLength(1);
    expect(await ask.copyFollowers(database.db, { trader, limit: 1, before: cats })).toMatchObject([
      { id: bobs },
    ]);
  });

  test('batches with each owner’s outcome, and who was left out why', async () => {
    exchange.set(CAT, cats, { orderMax: 100 });
    exchange.rest(DAN, -30, 100);
    const first = exchange.order(ANN, trader, 10).id;
    exchange.finish();
    await exchange.write();
    await exchange.restart();
    exchange.rest(DAN, 30, 101);
    const second = exchange.order(ANN, trader, -5).id;
    exchange.finish();
    await exchange.write();
    const batches = await ask.copyBatches(database.db, { trader, limit: 10 });
    expect(batches.map(({ id, side, filled }) => [id, side, filled])).toEqual([
      [second, 1, 10],
      [first, 0, 20],
    ]);
    expect(batches[1]).toMatchObject({ owners: 2, leftOut: 1, cost: 2_000, time: START });
    const named = async (of: number, ids: number[]) =>
      (await ask.copyBatches(database.db, { trader: of, ids, limit: 10 })).map(({ id }) => id);
    expect(await named(trader, [first, second])).toEqual([second, first]);
    expect(await named(trader, [first, second + 1])).toEqual([first]);
    expect([await named(trader, []), await named(bobs, [first])]).toEqual([[], []]);
    const owners = await ask.copyOwners(database.db, { batch: first, limit: 10 });
    expect(owners.map(({ portfolio, leftOut, lots }) => [portfolio, leftOut, lots])).toEqual([
      [cats, CopyLeftOut.orderLimit, 0],
      [bobs, CopyLeftOut.none, 10],
      [trader, CopyLeftOut.none, 10],
    ]);
    expect(owners.reduce((sum, { filled }) => sum + filled, 0)).toBe(20);
    const left = await ask.copyFills(database.db, { portfolio: cats, limit: 10, leftOut: true });
    expect(left.map(({ batch, leftOut }) => [batch, leftOut])).toEqual([
      [second, CopyLeftOut.nothingToClose],
      [first, CopyLeftOut.orderLimit],
    ]);
    expect(await ask.copyFills(database.db, { portfolio: bobs, limit: 9, leftOut: true })).toEqual(
      [],
    );
  });

  test('an order that rests is told with its parts as they grow, and keeps when it began', async () => {
    const order = exchange.wait(ANN, trader, 10, 99).id;
    exchange.finish();
    await exchange.write();
    const [before] = await ask.copyBatches(database.db, { trader, limit: 1 });
    expect(before).toMatchObject({ id: order, filled: 0, lots: 25 });
    exchange.tick(START + HOUR);
    exchange.index(100);
    exchange.rest(DAN, -12, 99);
    exchange.finish();
    exchange.cancel(ANN, trader, order);
    exchange.finish();
    await exchange.write();
    const [after] = await ask.copyBatches(database.db, { trader, limit: 1 });
    expect(after).toMatchObject({ filled: 12, time: START });
    const owners = await ask.copyOwners(database.db, { batch: order, limit: 10 });
    expect(owners.reduce((sum, { filled }) => sum + filled, 0)).toBe(12);
    expect(owners.every(({ time }) => time === START)).toBe(true);
  });

  test('shares with their arithmetic, of a portfolio and of a trader', async () => {
    exchange.rest(DAN, -30, 100);
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.rest(DAN, 30, 110);
    exchange.order(ANN, trader, -10);
    exchange.finish();
    exchange.tick(START + 7 * DAY);
    exchange.finish();
    await exchange.write();
    const shares = await ask.copyShares(database.db, { trader, limit: 10 });
    expect(shares.map(({ portfolio }) => portfolio)).toEqual([cats, bobs]);
    for (const { profit, fresh, due, paid, sharePpm, markBefore, owed } of shares) {
      expect(fresh).toBe(profit - markBefore);
      expect(due).toBe((fresh * BigInt(sharePpm)) / 1_000_000n);
      expect([paid, owed]).toEqual([due, 0n]);
    }
    const [own] = await ask.copyShares(database.db, { portfolio: bobs, limit: 1 });
    const [follower] = await ask.copyFollowers(database.db, { id: bobs, limit: 1 });
    const { mark, shared } = exchange.follower(bobs).share;
    expect(follower).toMatchObject({ mark, shared, owed: 0n });
    expect(own).toMatchObject({ fresh: mark, paid: shared });
    const { seq, portfolio: beforePortfolio } = shares[0]!;
    const next = { trader, limit: 10, before: seq, beforePortfolio };
    expect(await ask.copyShares(database.db, next)).toEqual(shares.slice(1));
    const [found] = await ask.copyTraders(database.db, { id: trader });
    expect(found!.shares).toBe(shares[0]!.paid + shares[1]!.paid);
  });

  /** By the core: money and what is open by the mark. */
  const worthOf = (users: readonly number[], mark: number): bigint =>
    users.reduce((sum, user) => {
      const { lots, cost } = exchange.position(futuresOf(user));
      const open = BigInt(lots * mark) - BigInt(lots < 0 ? -cost : cost);
      return sum + exchange.has(futuresOf(user)) + open * COIN;
    }, 0n);

  test('what a trader and all followers were worth, whatever came or went', async () => {
    exchange.rest(DAN, -60, 100);
    exchange.order(ANN, trader, 10);
    exchange.finish();
    await exchange.write();
    await exchange.restart();
    // The first price of an hour counts.
    for (const hours of [29, 30]) {
      exchange.tick(START + hours * HOUR);
      exchange.index(105);
    }
    exchange.move(BOB, bobs, 500n * COIN);
    const { db } = database;
    await exchange.write();
    const to = START + 30 * HOUR + 5;
    const { trader: own, followers } = await ask.copyCurves(db, { trader, from: START, to });
    expect(own.points.map(({ time }) => time - START)).toEqual([0, HOUR, DAY, to - START]);
    expect(own.points[0]).toMatchObject({ before: 0n, after: 1_000n * COIN });
    expect(own.points.at(-1)!.after).toBe(worthOf([trader], 105));
    const all = worthOf([bobs, cats], 105);
    expect(followers.points.at(-1)).toMatchObject({
      ...{ after: all, before: all - 500n * COIN },
      exposure: BigInt(15 * 105) * COIN,
    });
    // What came in is no result: a profit of 5 coins a lot and the fees are.
    const { timeWeighted } = portfolioStatistics(followers.points, followers.trades);
    const before = Number(1_500n * COIN);
    expect(timeWeighted).toBeCloseTo((Number(all - 500n * COIN) - before) / before, 10);

    exchange.rest(DAN, 60, 110);
    exchange.order(ANN, trader, -10);
    exchange.finish();
    exchange.end(CAT, cats);
    exchange.end(BOB, bobs);
    for (const days of [2, 3]) {
      exchange.tick(START + days * DAY);
      exchange.index(105);
    }
    await exchange.write();
    const later = { trader, from: START + 2 * DAY, to: START + 3 * DAY };
    const left = await ask.copyCurves(db, later);
    expect(left.followers.points.at(-1)!.after).toBe(0n);
    const whole = await ask.copyCurves(db, { ...later, from: START });
    expect(whole.trader.trades).toMatchObject({ closed: 1, won: 1 });
    expect(whole.followers.trades).toMatchObject({ closed: 2, won: 2 });
    expect(whole.trader.points.at(-1)!.after).toBe(worthOf([trader], 105));
    const statistics = portfolioStatistics(whole.followers.points, whole.followers.trades);
    expect(statistics.timeWeighted).toBeGreaterThan(0.04);
  });

  test('what is closed by the followers’ own orders is a trade like any', async () => {
    exchange.rest(DAN, -60, 100);
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.rest(DAN, 60, 99);
    exchange.stop(BOB, bobs);
    exchange.finish();
    await exchange.write();
    const [bob] = await ask.copyFollowers(database.db, { id: bobs, limit: 1 });
    expect(bob!.endedAt).toBe(START);
    expect(bob!.paidIn).toBeGreaterThan(0n);
    const query = { trader, from: START, to: START + 1 };
    const { followers } = await ask.copyCurves(database.db, query);
    expect(followers.trades).toMatchObject({ closed: 1, won: 0 });
    // All in one hour: what came was there from its beginning on, what was given back left at its end.
    const [first, last] = followers.points;
    expect(first!.after).toBe(1_500n * COIN);
    expect(last!.before - last!.after).toBe(1_000n * COIN - bob!.paidIn);
    expect(last!.after).toBe(worthOf([cats], 100));
  });

  test('positions that follow one have its number, and name the orders of both', async () => {
    const { db } = database;
    exchange.rest(DAN, -60, 100);
    const first = exchange.order(ANN, trader, 10).id;
    exchange.finish();
    const own = { of: [{ portfolio: trader, trader }], limit: 10 };
    await exchange.write();
    const [open] = await ask.copyTracks(db, { ...own, open: true });
    expect(open).toMatchObject({ lots: 10, openOrder: first, closeOrder: 0, owners: 3 });
    exchange.rest(DAN, 60, 101);
    const second = exchange.order(ANN, trader, -10).id;
    exchange.finish();
    await exchange.write();
    expect(await ask.copyTracks(db, { ...own, open: true })).toEqual([]);
    const [closed] = await ask.copyTracks(db, { ...own, open: false });
    const { opened } = open!;
    expect(closed).toMatchObject({ opened, tracked: opened, openOrder: first, closeOrder: second });
    const of = [bobs, cats].map((portfolio) => ({ portfolio, trader }));
    const tracks = (more: object = {}) =>
      ask.copyTracks(db, { of, open: false, limit: 10, ...more });
    const rows = await tracks();
    expect(rows.map(({ portfolio, tracked }) => [portfolio, tracked])).toEqual([
      [cats, opened],
      [bobs, opened],
    ]);
    expect(rows).toMatchObject([{ openOrder: first, closeOrder: second }, { openOrder: first }]);
    const [last, before] = rows;
    expect(await tracks({ below: last!.opened })).toEqual([before]);
    expect(await tracks({ above: before!.opened })).toEqual([last]);
    expect(await tracks({ oldestFirst: true, limit: 1 })).toEqual([before]);
    expect(await tracks({ startTime: START + 1 })).toEqual([]);
    expect(await ask.copyTracks(db, { of: [], open: false, limit: 1 })).toEqual([]);
    let queries = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await ask.copyTracks(counted, { of, open: false, limit: 10 })).toEqual(rows);
    // However many rows there are.
    expect(queries).toBe(2);
  });

  test('shares that were paid by day, page by page, and how many there were', async () => {
    const { db } = database;
    exchange.rest(DAN, -60, 100);
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.rest(DAN, 60, 101);
    exchange.order(ANN, trader, -10);
    exchange.finish();
    const none = { followers: 2, shares: 0, lastShare: 0 };
    await exchange.write();
    expect(await ask.copyCounts(db, { trader })).toEqual(none);
    exchange.end(BOB, bobs);
    exchange.tick(START + DAY + HOUR);
    exchange.end(CAT, cats);
    await exchange.write();
    const shares = await ask.copyShares(db, { trader, limit: 10, paid: true });
    const [newest, oldest] = shares;
    expect(shares).toHaveLength(2);
    const days = (skip: number, limit = 5) => ask.copyShareDays(db, { trader, skip, limit });
    expect(await days(0)).toEqual([
      { asset: USD, day: START + DAY, paid: newest!.paid, count: 1, last: START + DAY + HOUR },
      { asset: USD, day: START, paid: oldest!.paid, count: 1, last: START },
    ]);
    expect(await days(1)).toMatchObject([{ day: START }]);
    const counts = { followers: 2, shares: 2, lastShare: START + DAY + HOUR };
    expect(await ask.copyCounts(db, { trader })).toEqual(counts);
    const page = { trader, limit: 10 };
    const after = { after: oldest!.seq, afterPortfolio: bobs };
    expect(await ask.copyShares(db, { ...page, ...after })).toEqual([newest]);
    expect(await ask.copyShares(db, { ...page, endTime: START })).toEqual([oldest]);
    const open = { trader, open: true, limit: 10 };
    expect(await ask.copyFollowers(db, open)).toEqual([]);
    expect(await ask.copyFollowers(db, { trader, limit: 10, skip: 1 })).toMatchObject([
      { id: bobs },
    ]);
  });

  test('totals are held of traders that have not ended, and of these for good', async () => {
    const known = emptyKnown();
    const held = () => [...known.copyTotals.keys()];
    exchange.listen((event) => {
      if (event.kind === EventKind.copyPortfolioSet) foldPortfolio(event, known, new WriteSet());
    });
    const loaded = async () => {
      await exchange.write();
      await exchange.restart();
      const totals = await loadCopyTotals(database.db);
      return [...new Set(totals.map((total) => total.trader))];
    };
    const dans = exchange.open(DAN, 200n * COIN).id;
    expect([held(), await loaded()]).toEqual([
      [trader, dans],
      [trader, dans],
    ]);
    // What left followers had stays while others may come.
    exchange.end(BOB, bobs);
    exchange.end(CAT, cats);
    expect([held(), await loaded()]).toEqual([
      [trader, dans],
      [trader, dans],
    ]);
    const again = exchange.follow(BOB, trader, 300n * COIN).id;
    exchange.move(BOB, again, -100n * COIN);
    await exchange.write();
    const { takenOut, money } = CopySubject;
    const totalOf = async (subject: number) =>
      (await loadCopyTotals(database.db)).find(
        (total) => total.trader === trader && total.side === 1 && total.subject === subject,
      )?.amount;
    expect(await totalOf(money)).toBe(`${200n * COIN}`);
    expect(await totalOf(takenOut)).toBe(`${1_600n * COIN}`);
    exchange.end(BOB, again);
    const query = { trader, from: START, to: START + 1 };
    exchange.end(ANN, trader);
    expect([held(), await loaded()]).toEqual([[dans], [dans]]);
    const { followers } = await ask.copyCurves(database.db, query);
    expect(followers.points.at(-1)!.after).toBe(0n);
  });

  test('a dry run of what somebody has set is what the follower has, and other settings differ', async () => {
    exchange.set(CAT, cats, { orderMax: Number(700n * COIN) });
    const history: readonly (readonly [lots: number, price: number])[] = [
      ...([
        [10, 100],
        [20, 101],
        [-15, 104],
        [-15, 103],
        [6, 99],
      ] as const),
    ];
    for (const [i, [lots, price]] of history.entries()) {
      exchange.tick(START + (i + 1) * 9 * HOUR);
      exchange.finish();
      exchange.index(price);
      exchange.rest(DAN, lots > 0 ? -60 : 60, price);
      exchange.order(ANN, trader, lots);
      exchange.finish();
    }
    await exchange.write();
    const { db } = database;
    const { instrument, contract } = exchange.core.state.markets[0]!;
    const { terms } = contract!;
    const dry = {
      ...{ quoteFactor: instrument.quoteFactor, quantityMin: 1, quantityMax: 1_000 },
      ...{ quantityStep: 1, notionalMin: 0, leverageMax: 20, takerPpm: FEE },
      ...{ ownTakerPpm: FEE, ownMakerPpm: 0, risk: riskTerms(instrument.quoteFactor, terms, 4) },
    };
    const { settings } = exchange.follower(cats);
    const setup = {
      ...{ trader, portfolio: cats, settings, amount: 500n * COIN, sharePpm: 100_000 },
      ...{ from: START, to: exchange.time, contracts: new Map([[0, dry]]) },
    };
    const found = await ask.copyDryRun(db, setup);
    expect(found.equity).toBe(worthOf([cats], 99));
    const told = await ask.copyFills(db, { portfolio: cats, limit: 10 });
    expect(found.rows.map(({ batch, filled, leftOut }) => [batch, filled, leftOut])).toEqual(
      told.map(({ batch, filled, leftOut }) => [batch, filled, leftOut]).reverse(),
    );
    expect(found.rows.some(({ leftOut }) => leftOut === CopyLeftOut.orderLimit)).toBe(true);
    const wider = { ...setup, portfolio: 0, settings: COPY_DEFAULTS };
    const other = await ask.copyDryRun(db, wider);
    expect(other.rows.every(({ leftOut }) => leftOut === CopyLeftOut.none)).toBe(true);
    expect(other.equity).not.toBe(found.equity);
    const none = await ask.copyDryRun(db, { ...setup, trader: 0 });
    expect([none.rows, none.equity]).toEqual([[], 500n * COIN]);
  });

  test('limits name their field', async () => {
    const { db } = database;
    const wrong = [
      [() => ask.copyBatches(db, { trader, limit: 0 }), 'limit'],
      [() => ask.copyBatches(db, { trader, limit: 1, ids: Array(1_002).fill(1) }), 'ids'],
      [() => ask.copyFills(db, { portfolio: bobs, limit: 1, before: -1 }), 'before'],
      [() => ask.copyShares(db, { trader, limit: 1, beforePortfolio: -1 }), 'beforePortfolio'],
      [() => ask.copyCurves(db, { trader, from: 0, to: START }), 'from'],
      [() => ask.copyCurves(db, { trader, from: 2, to: 1 }), 'from'],
    ] as const;
    for (const [call, field] of wrong) await expect(call()).rejects.toMatchObject({ field });
  });
});
