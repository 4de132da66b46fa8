/** Copy trading in hedge mode: the long and the short leg of the trader and of all who follow are apart. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_OWNERS_PER_COMMAND,
  CommandKind,
  CopyExit,
  CopyMargin,
  type Event,
  EventKind,
  PlanType,
  PositionLeg,
  PositionMode,
  Reject,
  Side,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
const { hedge, oneWay } = PositionMode;
const { net, long, short } = PositionLeg;

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(4, NEWEST_RULES, 600);
  trader = exchange.open(ANN, 1_000n * COIN, {}, hedge).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  exchange.fund(DAN, 50_000n);
  exchange.index(100);
});

const legs = () => exchange.legs(trader, bobs, cats);

/** An order for a leg. @param lots signed */
function order(leg: PositionLeg, lots: number, price = 0) {
  exchange.leg = leg;
  return exchange.order(ANN, trader, lots, price);
}

/** Everybody has a long leg of 10, 10 and 5, and a short one of 4, 4 and 2. */
function openBoth(): void {
  exchange.rest(DAN, -25, 100);
  expect(order(long, 10).code).toBe(0);
  exchange.rest(DAN, 10, 100);
  expect(order(short, -4).code).toBe(0);
  expect(legs()).toEqual([
    [10, -4],
    [10, -4],
    [5, -2],
  ]);
}

const told = (events: readonly Event[], kind: Event['kind']) =>
  events.filter((event) => event.kind === kind);

describe('a trader in hedge mode', () => {
  test('has followers in that mode, whose account is told of', () => {
    const said = exchange.follow(DAN, trader);
    expect(told(said.events, EventKind.contractAccountSet)).toMatchObject([
      { account: futuresOf(said.id), positionMode: hedge },
    ]);
    const wrong = { kind: CommandKind.openCopyPortfolio, user: BOB, asset: 1, amount: 100n * COIN };
    const terms = {
      sharePpm: 0,
      followersMax: 1,
      amountMin: 1_000_000,
      amountMax: 10 ** 9,
      code: '',
    };
    expect(exchange.send({ ...wrong, terms, positionMode: 2 as PositionMode })).toMatchObject({
      ...{ code: Reject.parameterRange, limit: hedge, value: 2, events: [] },
    });
    exchange.restore();
  });

  test('opens both legs, and closes a part of one of them alone, at one price', () => {
    openBoth();
    exchange.restore();
    exchange.rest(DAN, 15, 99);
    // It says nothing of reducing: leg and side do.
    const said = order(long, -5);
    expect(told(said.events, EventKind.copyBatchTraded)).toMatchObject([
      { leg: long, side: Side.sell, lots: 12, filled: 12 },
    ]);
    expect(legs()).toEqual([
      [5, -4],
      [5, -4],
      [3, -2],
    ]);
    exchange.rest(DAN, -10, 101);
    order(short, 4);
    expect(legs()).toEqual([
      [5, 0],
      [5, 0],
      [3, 0],
    ]);
    checkInvariants(exchange.core.state);
  });

  test('never closes more of a leg than there is, and names one', () => {
    openBoth();
    exchange.rest(DAN, 100, 99);
    order(long, -30);
    expect(legs()).toEqual([
      [0, -4],
      [0, -4],
      [0, -2],
    ]);
    expect(order(long, -1).code).toBe(Reject.reduceOnlyNothing);
    expect(order(net, 1)).toMatchObject({ code: Reject.positionLegMissing, events: [] });
    expect(order(7 as PositionLeg, 1)).toMatchObject({
      ...{ code: Reject.parameterRange, limit: short, value: 7, events: [] },
    });
    exchange.leg = long;
    expect(exchange.close(ANN, trader, 1).code).toBe(Reject.positionLegUnexpected);
  });

  test('is in one-way mode unless it says so, and then has no legs', () => {
    const other = exchange.open(BOB, 1_000n * COIN, {}, oneWay).id;
    exchange.leg = long;
    expect(exchange.order(BOB, other, 1).code).toBe(Reject.positionLegUnexpected);
  });

  test('closes a leg at once, and the other leg stays', () => {
    openBoth();
    exchange.rest(DAN, 100, 99);
    exchange.leg = long;
    expect(exchange.close(ANN, trader).code).toBe(0);
    exchange.leg = short;
    exchange.rest(DAN, -100, 101);
    expect(exchange.close(ANN, trader).code).toBe(0);
    expect(
      legs()
        .flat()
        .every((lots) => lots === 0),
    ).toBe(true);
    exchange.restore();
  });

  test('has take profit and stop loss of each leg', () => {
    openBoth();
    const { positionLoss } = PlanType;
    exchange.leg = long;
    expect(exchange.plan(ANN, trader, positionLoss, 0, 96, { side: Side.sell }).code).toBe(0);
    exchange.leg = short;
    expect(exchange.plan(ANN, trader, positionLoss, 0, 104, { side: Side.buy }).code).toBe(0);
    exchange.restore();
    exchange.rest(DAN, 40, 96);
    exchange.index(96);
    exchange.finish();
    expect(legs()).toEqual([
      [0, -4],
      [0, -4],
      [0, -2],
    ]);
    exchange.rest(DAN, -40, 104);
    exchange.index(104);
    exchange.finish();
    expect(
      legs()
        .flat()
        .every((lots) => lots === 0),
    ).toBe(true);
  });

  test('has orders in the book that close a leg, which become smaller with it', () => {
    openBoth();
    exchange.leg = long;
    expect(exchange.wait(ANN, trader, -8, 105).code).toBe(0);
    expect(exchange.wait(ANN, trader, 2, 95).code).toBe(0);
    exchange.leg = short;
    expect(exchange.wait(ANN, trader, -2, 105).code).toBe(0);
    exchange.restore();
    exchange.rest(DAN, 40, 99);
    order(long, -9);
    exchange.finish();
    const left = [...exchange.core.state.copies.allBatches()].map(({ leg, owners }) => [
      leg,
      owners.map(({ lots }) => lots),
    ]);
    // The last lots of a follower close with the trader's last ones.
    expect(left).toEqual([
      [long, [1, 1, 1]],
      [long, [2, 2, 1]],
      [short, [2, 2, 1]],
    ]);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });
});

describe('margin of both legs', () => {
  const opening = (user: number, leg: PositionLeg) => {
    const { leverage, isolated } = exchange.positionOf(futuresOf(user), leg);
    return [leverage, isolated];
  };

  test('is of one mode, and of cross margin has one leverage, as of any account', () => {
    exchange.set(BOB, bobs, { leverageOf: 1, leverage: 4, margin: CopyMargin.cross });
    exchange.set(CAT, cats, { leverageOf: 1, leverage: 4, margin: CopyMargin.isolated });
    exchange.rest(DAN, -25, 100);
    order(long, 10);
    exchange.set(BOB, bobs, { leverageOf: 1, leverage: 7, margin: CopyMargin.isolated });
    exchange.set(CAT, cats, { leverageOf: 1, leverage: 7, margin: CopyMargin.cross });
    exchange.rest(DAN, 10, 100);
    order(short, -4);
    expect([opening(bobs, long), opening(bobs, short)]).toEqual([
      [4, false],
      [4, false],
    ]);
    expect([opening(cats, long), opening(cats, short)]).toEqual([
      [4, true],
      [7, true],
    ]);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });
});

describe('what others close of a leg', () => {
  test('of the trader, followers close too: legs that close each other, and what is liquidated', () => {
    exchange.move(BOB, bobs, 5_000n * COIN);
    exchange.rest(DAN, -600, 100);
    exchange.set(BOB, bobs, { sizing: 2, size: 100_000 });
    expect(order(long, 150).code).toBe(0);
    exchange.rest(DAN, 60, 99);
    expect(order(short, -10).code).toBe(0);
    const before = exchange.legs(bobs, cats);
    exchange.rest(DAN, 900, 95);
    const events = [...exchange.index(95).events, ...exchange.finish()];
    expect(told(events, EventKind.liquidation).length).toBeGreaterThan(0);
    const [own] = exchange.legs(trader);
    expect(own![0]).toBe(0);
    for (const [i, [longLots, shortLots]] of exchange.legs(bobs, cats).entries()) {
      if (before[i]![0] > 0) expect(longLots).toBe(0);
      // The legs of the trader were closed against each other first.
      expect(shortLots).toBe(0);
    }
    checkInvariants(exchange.core.state);
  });

  test('is a liquidated leg with isolated margin; the other leg stays', () => {
    exchange.set(BOB, bobs, { margin: CopyMargin.isolated });
    openBoth();
    exchange.rest(DAN, 900, 96);
    exchange.index(96);
    exchange.finish();
    expect(exchange.legs(bobs)).toEqual([[0, -4]]);
    expect(exchange.legs(trader, cats)).toEqual([
      [10, -4],
      [5, -2],
    ]);
    exchange.restore();
  });
});

describe('who follows in hedge mode', () => {
  test('has exits of each leg', () => {
    exchange.set(BOB, bobs, { stopLossPpm: 20_000 });
    openBoth();
    exchange.finish();
    exchange.rest(DAN, 100, 98);
    exchange.index(98);
    exchange.finish();
    expect(exchange.legs(bobs)).toEqual([[0, -4]]);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });

  test('takes both legs over into an account in hedge mode, and into no other', () => {
    openBoth();
    exchange.fund(BOB, 10n);
    const take = () => exchange.stop(BOB, bobs, CopyExit.takeOver);
    expect(take()).toMatchObject({
      ...{ code: Reject.copyTakeOverMode, limit: hedge, value: oneWay, events: [] },
    });
    expect(exchange.hedge(BOB).code).toBe(0);
    const was = exchange.legs(bobs);
    expect(take().code).toBe(0);
    expect(exchange.legs(BOB)).toEqual(was);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });

  test('closes both legs when the trader is gone, each at one price', () => {
    openBoth();
    exchange.rest(DAN, 100, 99);
    exchange.rest(DAN, -100, 101);
    const events = [...exchange.end(ANN, trader).events, ...exchange.finish()];
    const batches = told(events, EventKind.copyBatchTraded);
    expect(batches).toMatchObject([
      { leg: long, side: Side.sell, filled: 15 },
      { leg: short, side: Side.buy, filled: 6 },
    ]);
    expect(exchange.core.state.copies.follower(bobs)).toBeNull();
    expect(exchange.legs(trader)).toEqual([[10, -4]]);
    exchange.restore();
  });
});

test('legs of many are asked about and handed over in portions; snapshots between them go on alike', () => {
  const crowd = COPY_OWNERS_PER_COMMAND + 200;
  exchange = new CopyExchange(crowd + 3);
  trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }, hedge).id;
  for (let i = 0; i < crowd; i++) exchange.follow(19 + i, trader, 200n * COIN);
  for (const maker of [17, 18]) exchange.fund(maker, 90_000n);
  exchange.index(100);
  const walk = () => {
    while (exchange.core.deadline === 0) {
      exchange.restore();
      exchange.tick(exchange.time);
    }
  };
  const everybody = [trader, ...exchange.core.state.copies.followersOf(trader)];
  for (const maker of [17, 18]) exchange.rest(maker, -900, 100);
  order(long, 5);
  walk();
  for (const maker of [17, 18]) exchange.rest(maker, 900, 100);
  order(short, -5);
  walk();
  const open = exchange.legs(...everybody);
  expect(new Set(open.map(String))).toEqual(new Set(['5,-5', '1,-1']));
  // Both are ordered to be closed: the second waits.
  const close = (leg: PositionLeg) => {
    const about = { user: ANN, portfolio: trader, instrument: BTC, reverses: 0, leg };
    return exchange.send({ kind: CommandKind.closeCopyPosition, ...about }).code;
  };
  for (const maker of [17, 18]) exchange.rest(maker, 900, 99);
  for (const maker of [17, 18]) exchange.rest(maker, -900, 101);
  expect([close(long), close(short), close(short)]).toEqual([0, 0, Reject.copyUnderWay]);
  const half = exchange.core.state.copies.closing.map(({ leg }) => leg);
  expect(half).toEqual([short]);
  walk();
  expect(
    exchange
      .legs(...everybody)
      .flat()
      .every((lots) => lots === 0),
  ).toBe(true);
  checkInvariants(exchange.core.state);
});
