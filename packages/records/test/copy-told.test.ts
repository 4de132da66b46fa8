/** What copying does is told: exits, ends, orders that wait, and notices to the roots; the same after a restart. */
import {
  CommandKind,
  CopyEnd,
  CopyExit,
  CopyExitReason,
  CopyLeftOut,
  CopyOrderFailed,
  type DailyNotice,
  DoneReason,
  EventKind,
  NO_PAIR,
  NoticeKind,
  OrderType,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COIN } from '../../testkit/src/core/copy-exchange.ts';
import { historyMethods as ask } from '../src/history-methods.ts';
import { fold } from '../src/projection/fold.ts';
import { foldGathered } from '../src/projection/fold-copying.ts';
import { emptyKnown } from '../src/projection/known.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { WriteSet } from '../src/projection/write-set.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { ANN, BOB, CAT, DAN, DAY, HOUR, Recorded, START } from './copy-recorded.ts';
import { onBothDatabases } from './databases.ts';

const { copyJoined, copyFollowed, copyLeftOut, copyExit, copyEnded } = NoticeKind;
const { copySharePaid, copyShareReceived } = NoticeKind;
const COPYING: readonly NoticeKind[] = Object.values(NoticeKind).filter(
  (kind) => kind >= copyJoined,
);

onBothDatabases('what copying did', (databases) => {
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

  /** Kind, portfolio, contract and status of what somebody is told, oldest first. */
  async function told(user: number) {
    const query = { user, subs: [], kinds: COPYING, limit: 100 };
    const found = await ask.notices(database.db, query);
    return found.reverse().map((one) => [one.kind, one.reference, one.instrument, one.status]);
  }
  const ofDay = async (kind: DailyNotice, portfolio: number, time = exchange.time) => {
    const days = [{ kind, portfolio, day: Math.floor(time / DAY) }];
    const [row] = await ask.copyDays(database.db, { days });
    return row === undefined ? null : [row.times, row.units];
  };
  function buy(lots: number, price = 100): void {
    exchange.rest(DAN, -3 * lots, price);
    expect(exchange.order(ANN, trader, lots).code).toBe(0);
    exchange.finish();
  }
  const endOf = async (portfolio: number) =>
    (await ask.copyEnds(database.db, { portfolios: [portfolio] }))[0]?.how;

  test('who follows is told each, and the trader once a day how many', async () => {
    await exchange.write();
    expect(await told(BOB)).toEqual([[copyJoined, bobs, NO_PAIR, 0]]);
    expect(await told(ANN)).toEqual([[copyFollowed, trader, NO_PAIR, 0]]);
    expect(await ofDay(copyFollowed, trader)).toEqual([2, 1_500n * COIN]);
    await exchange.restart();
    exchange.follow(DAN, trader, 100n * COIN);
    exchange.tick(START + DAY);
    await exchange.write();
    expect(await told(ANN)).toHaveLength(1);
    expect(await ofDay(copyFollowed, trader, START)).toEqual([3, 1_600n * COIN]);
  });

  test('who is left out is told once a day and portfolio how often, over a restart', async () => {
    exchange.set(CAT, cats, { orderMax: Number(100n * COIN) });
    buy(10);
    buy(4);
    await exchange.write();
    await exchange.restart();
    buy(6);
    await exchange.write();
    expect(await told(CAT)).toEqual([
      [copyJoined, cats, NO_PAIR, 0],
      [copyLeftOut, cats, NO_PAIR, 0],
    ]);
    expect(await ofDay(copyLeftOut, cats)).toEqual([3, 0n]);
    exchange.tick(START + DAY + HOUR);
    exchange.finish();
    exchange.index(100);
    buy(4);
    await exchange.write();
    expect(await told(CAT)).toHaveLength(3);
    expect([await ofDay(copyLeftOut, cats), await ofDay(copyLeftOut, cats, START)]).toEqual([
      [1, 0n],
      [3, 0n],
    ]);
    const left = await ask.copyFills(database.db, { portfolio: cats, leftOut: true, limit: 10 });
    expect(left.every(({ leftOut }) => leftOut === CopyLeftOut.orderLimit)).toBe(true);
    expect(left).toHaveLength(4);
    expect(await told(BOB)).toHaveLength(1);
  });

  test('an exit of a position, and one of the portfolio, which ends', async () => {
    exchange.set(BOB, bobs, { stopLossPpm: 50_000 });
    exchange.set(CAT, cats, { drawdownPpm: 40_000 });
    buy(10);
    exchange.rest(DAN, 100, 94);
    exchange.index(94);
    exchange.finish();
    await exchange.write();
    expect((await told(BOB)).at(-1)).toEqual([copyExit, bobs, 0, CopyExitReason.stopLoss]);
    expect((await told(CAT)).at(-1)).toEqual([copyExit, cats, NO_PAIR, CopyExitReason.drawdown]);
    const { db } = database;
    const [position] = await ask.copyExits(db, { portfolio: bobs, limit: 10 });
    expect(position).toMatchObject({ reason: CopyExitReason.stopLoss, instrument: 0, mark: 94 });
    expect(position).toMatchObject({ lots: 10, cost: 1_000, left: 0, base: 1_000n * COIN });
    const [whole] = await ask.copyExits(db, { portfolio: cats, limit: 10 });
    expect(whole).toMatchObject({ reason: CopyExitReason.drawdown, instrument: -1, left: 0 });
    expect([await endOf(cats), await endOf(bobs)]).toEqual([CopyEnd.exit, undefined]);
    await expect(ask.copyExits(db, { portfolio: bobs, limit: 0 })).rejects.toMatchObject({
      field: 'limit',
    });
  });

  test('a trader who is gone: who closed, who took over, whose position is still open', async () => {
    const dans = exchange.follow(DAN, trader, 200n * COIN).id;
    exchange.set(BOB, bobs, { exit: CopyExit.takeOver });
    buy(10);
    // The book takes what Cat has and not all of what Dan has.
    exchange.rest(CAT, 6, 99);
    expect(exchange.fund(CAT, 1_000n).code).toBe(0);
    exchange.rest(CAT, 6, 99);
    exchange.end(ANN, trader);
    exchange.finish();
    await exchange.write();
    const last = async (user: number) => (await told(user)).at(-1);
    expect(await last(BOB)).toEqual([copyEnded, bobs, NO_PAIR, CopyEnd.traderTakenOver]);
    const others = [await last(CAT), await last(DAN)].map((row) => row?.slice(0, 2));
    expect(others).toEqual([
      [copyEnded, cats],
      [copyEnded, dans],
    ]);
    expect(await endOf(bobs)).toBe(CopyEnd.traderTakenOver);
    const statuses = [(await last(CAT))![3], (await last(DAN))![3]];
    expect(statuses).toContain(CopyEnd.traderClosed);
    expect(statuses).toContain(CopyEnd.traderLeftOpen);
  });

  test('whoever is let go by the trader: closed, taken over, with a position still open', async () => {
    const dans = exchange.follow(DAN, trader, 200n * COIN).id;
    exchange.set(BOB, bobs, { exit: CopyExit.takeOver });
    buy(10);
    const remove = (follower: number): void => {
      const about = { user: ANN, portfolio: trader, follower };
      const { removeCopyFollower: kind } = CommandKind;
      expect(exchange.send({ kind, ...about }).code).toBe(0);
    };
    exchange.fund(BOB, 1_000n);
    exchange.rest(BOB, 5, 99);
    remove(cats);
    remove(dans);
    await exchange.write();
    await exchange.restart();
    const last = async (user: number) => (await told(user)).at(-1);
    expect(await last(CAT)).toEqual([copyEnded, cats, NO_PAIR, CopyEnd.letGoClosed]);
    expect(await last(DAN)).toEqual([copyEnded, dans, NO_PAIR, CopyEnd.letGoLeftOpen]);
    expect([await endOf(cats), await endOf(dans)]).toEqual([CopyEnd.letGoClosed, undefined]);
    // The follower's own end is told as such.
    exchange.stop(DAN, dans);
    await exchange.write();
    expect(await last(DAN)).toEqual([copyEnded, dans, NO_PAIR, CopyEnd.letGoLeftOpen]);
  });

  test('who takes over is told that it was let go', async () => {
    exchange.set(BOB, bobs, { exit: CopyExit.takeOver });
    buy(10);
    const about = { user: ANN, portfolio: trader, follower: bobs };
    exchange.send({ kind: CommandKind.removeCopyFollower, ...about });
    await exchange.write();
    expect((await told(BOB)).at(-1)).toEqual([copyEnded, bobs, NO_PAIR, CopyEnd.letGoTakenOver]);
    expect(await endOf(bobs)).toBe(CopyEnd.letGoTakenOver);
  });

  test('a trader: an order that was not carried out, a change that was not made, another highest share', () => {
    const known = emptyKnown();
    const out = new WriteSet();
    known.people.learn(ANN, false);
    known.copies.set(trader, { trader, side: 0, root: ANN });
    const at = { seq: 900, time: START, batch: 77, trader, instrument: 0, side: 0 };
    const gathered = {
      ...at,
      leg: 0,
      type: 0,
      timeInForce: 0,
      price: 0,
      lots: 5,
      followers: 3_000,
    };
    const ended = { ...gathered, kind: EventKind.copyOrderGathered, ended: 1, reason: 1 };
    fold({ ...ended, code: 12, limit: 4, value: 5 } as never, known, out);
    // Who cancels it knows.
    fold({ ...ended, code: 0, limit: 0, value: 0 } as never, known, out);
    fold({ ...at, kind: EventKind.copyAmendRefused, code: 12 } as never, known, out);
    const portfolio = exchange.core.state.copies.trader(trader)!;
    const set = (shareMaxPpm: number) => {
      const now = { ...portfolio, shareMaxPpm };
      const { copyPortfolioSet: kind } = EventKind;
      fold({ kind, seq: 901, time: START, portfolio: now, ended: false }, known, out);
    };
    for (const ppm of [100_000, 100_000, 120_000]) set(ppm);
    const { copyOrderFailed, copyShareMax } = NoticeKind;
    expect(out.notices.map(({ kind, reference, status }) => [kind, reference, status])).toEqual([
      [copyOrderFailed, trader, CopyOrderFailed.order],
      [copyOrderFailed, trader, CopyOrderFailed.change],
      [copyShareMax, trader, 120_000],
    ]);
  });

  test('who leaves alone is told nothing more, and how it ended is kept', async () => {
    buy(10);
    exchange.rest(DAN, 100, 100);
    exchange.stop(CAT, cats);
    exchange.stop(BOB, bobs, CopyExit.takeOver);
    await exchange.write();
    expect([await endOf(cats), await endOf(bobs)]).toEqual([CopyEnd.closed, CopyEnd.takenOver]);
    expect(await told(BOB)).toHaveLength(1);
  });

  test('shares: the follower each, the trader once for all of the day', async () => {
    buy(10);
    exchange.index(120);
    exchange.rest(DAN, 100, 120);
    exchange.order(ANN, trader, -10);
    exchange.finish();
    exchange.tick(START + 7 * DAY);
    exchange.finish();
    await exchange.write();
    expect((await told(BOB)).at(-1)).toEqual([copySharePaid, bobs, NO_PAIR, 0]);
    expect((await told(ANN)).filter(([kind]) => kind === copyShareReceived)).toHaveLength(1);
    const shares = await ask.copyShares(database.db, { trader, limit: 10 });
    const paid = shares.reduce((sum, share) => sum + share.paid, 0n);
    expect(await ofDay(copyShareReceived, trader, shares[0]!.time)).toEqual([2, paid]);
    const mailed = await ask.mailedNotices(database.db, { seq: 0 });
    expect(mailed.map(({ kind }) => kind)).toEqual([copyJoined, copyFollowed]);
  });

  test('an order of a trader as it rests, is amended, met and taken out: the own part of it', async () => {
    const { db } = database;
    const { id } = exchange.wait(ANN, trader, 4, 99);
    const own = async (more: object = {}) => {
      await exchange.write();
      const [found] = await ask.copiedOrders(db, { trader, id, limit: 1, ...more });
      return found;
    };
    const limit = { id, type: OrderType.limit, timeInForce: TimeInForce.gtc, took: false };
    const rests = { ...limit, over: false, reason: null };
    expect(await own()).toMatchObject({
      ...rests,
      price: 99,
      lots: 4,
      filled: 0,
      createdAt: START,
    });
    expect(await own({ over: true })).toBeUndefined();
    await exchange.restart();
    exchange.amend(ANN, trader, id, 100, 5);
    expect(exchange.rest(DAN, -5, 100).code).toBe(0);
    exchange.finish();
    const met = await own();
    expect(met).toMatchObject({ ...rests, price: 100, lots: 5 });
    expect(met!.filled).toBeGreaterThan(0);
    exchange.time += HOUR;
    exchange.cancel(ANN, trader, id);
    exchange.finish();
    const { filled, cost, fee } = met!;
    const end = { over: true, reason: DoneReason.cancelled, filled, cost, fee, lots: 5 };
    expect(await own({ over: true, filled: true })).toMatchObject({ ...limit, ...end });
    expect((await own())!.updatedAt).toBe(START + HOUR);
    expect(await own({ endTime: START - 1 })).toBeUndefined();
    expect(await own({ before: id })).toBeUndefined();
    // Until the batch is told again owners may have yet to get what it traded.
    await db.updateTable('copy_batches').set({ told: 0 }).execute();
    expect(await own()).toMatchObject({ over: false, filled });
    await expect(ask.copiedOrders(db, { trader, limit: 0 })).rejects.toMatchObject({
      field: 'limit',
    });
  });

  test('what followers close alone is no order of the trader', async () => {
    buy(10);
    exchange.rest(DAN, 100, 99);
    exchange.end(ANN, trader);
    exchange.finish();
    await exchange.write();
    const orders = await ask.copiedOrders(database.db, { trader, limit: 10 });
    expect(orders).toMatchObject([
      { side: Side.buy, lots: 10, filled: 10, took: true, over: true },
    ]);
    expect(await ask.copyBatches(database.db, { trader, limit: 10 })).toHaveLength(2);
  });

  test('an order that waits for its followers, and how it ended', async () => {
    const out = new WriteSet();
    const event = {
      ...{ kind: 0, seq: 900, time: START, batch: 77, trader, instrument: 0, side: 0, lots: 5 },
      ...{ leg: 2, type: 0, timeInForce: 1, price: 95 },
      ...{ followers: 3_000, ended: 0, reason: 0, code: 0, limit: 0, value: 0 },
    } as never as Parameters<typeof foldGathered>[0];
    foldGathered(event, out);
    foldGathered({ ...event, seq: 903, ended: 1, code: 12, limit: 4, value: 5 }, out);
    const row = out.copyGathered.get(77)!;
    expect(row.slice(6)).toEqual([1, 0, 12, 4, 5, START, 900, 2, 0, 1, 95]);
    await exchange.write();
    expect(await ask.copyGathered(database.db, { trader, limit: 10 })).toEqual([]);
  });
});
