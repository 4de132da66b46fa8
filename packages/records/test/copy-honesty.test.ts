/** What a result of copying is looked at beside: trades with own accounts, time with a position, who is simulated. */
import { CommandKind, portfolioStatistics } from '@halcyon/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COIN, spotOf } from '../../testkit/src/core/copy-exchange.ts';
import { historyMethods } from '../src/history-methods.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { ANN, BOB, CAT, DAN, HOUR, Recorded, START } from './copy-recorded.ts';
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

  test('trades with the trader’s own account, by order and as a part of all', async () => {
    const { db } = database;
    exchange.fund(ANN, 50_000n);
    exchange.rest(ANN, -10, 100);
    exchange.rest(DAN, -60, 100);
    const first = exchange.order(ANN, trader, 10).id;
    exchange.finish();
    const waits = exchange.wait(ANN, trader, 4, 99).id;
    exchange.finish();
    await exchange.write();
    const window = { trader, from: START, to: START + 1 };
    // 10 of the 25 lots.
    expect((await ask.copyCurves(db, window)).ownTraded).toBeCloseTo(0.4, 12);
    await exchange.restart();
    expect(exchange.rest(ANN, -3, 99).code).toBe(0);
    exchange.rest(DAN, -7, 99);
    exchange.finish();
    await exchange.write();
    const batches = await ask.copyBatches(db, { trader, limit: 10 });
    expect(batches.map(({ id, own }) => [id, own])).toEqual([
      [waits, 3],
      [first, 10],
    ]);
    const { ownTraded } = await ask.copyCurves(db, window);
    expect(ownTraded).toBeCloseTo((10 * 100 + 3 * 99) / (25 * 100 + 10 * 99), 12);
    const later = { ...window, from: START + 1, to: START + 2 };
    expect((await ask.copyCurves(db, later)).ownTraded).toBe(0);
  });

  test('how long a position was open is exact, within an hour and over a restart', async () => {
    const { db } = database;
    const part = async (to: number, from = START) => {
      const found = await ask.copyCurves(db, { trader, from, to });
      return [found.trader, found.followers].map(
        ({ points, trades }) => portfolioStatistics(points, trades).timeInMarket,
      );
    };
    exchange.rest(DAN, -60, 100);
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.tick(START + 300_000);
    exchange.rest(DAN, 60, 101);
    exchange.stop(BOB, bobs);
    exchange.finish();
    await exchange.write();
    await exchange.restart();
    expect(await part(START + 400_000)).toEqual([1, 1]);
    exchange.tick(START + 600_000);
    exchange.order(ANN, trader, -10);
    exchange.finish();
    await exchange.write();
    expect(await part(START + HOUR / 2)).toEqual([1 / 3, 1 / 3]);
    exchange.tick(START + 3 * HOUR);
    exchange.index(100);
    exchange.rest(DAN, -60, 101);
    expect(exchange.order(ANN, trader, 10).code).toBe(0);
    exchange.finish();
    await exchange.write();
    expect(await part(START + 4 * HOUR)).toEqual([7 / 24, 7 / 24]);
    expect(await part(START + 4 * HOUR, START + 2 * HOUR)).toEqual([0.5, 0.5]);
  });

  test('who is an account of the simulator, and how many of the followers', async () => {
    const { db } = database;
    exchange.send({ kind: CommandKind.openUser, simulated: true });
    const robot = 20 + 3;
    exchange.deposit(spotOf(robot), 10_000n * COIN);
    const robots = exchange.follow(robot, trader).id;
    const led = exchange.open(robot).id;
    await exchange.write();
    const found = await ask.copyTraders(db, {});
    expect(
      found.map(({ id, simulated, followers, simulatedFollowers }) => {
        return [id, simulated, followers, simulatedFollowers];
      }),
    ).toEqual([
      [led, true, 0, 0],
      [trader, false, 3, 1],
    ]);
    const followers = await ask.copyFollowers(db, { trader, limit: 9 });
    expect(followers.map(({ id, simulated }) => [id, simulated])).toEqual([
      [robots, true],
      [cats, false],
      [bobs, false],
    ]);
  });
});
