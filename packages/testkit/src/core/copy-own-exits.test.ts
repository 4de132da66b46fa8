/** Copy trading: followers' own exits. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_DEFAULTS,
  COPY_OWN_EXITS_PER_COMMAND,
  type CopyExitReachedEvent,
  CopyExitReason,
  type CopySettings,
  type Event,
  EventKind,
  Reject,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, spotOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
const PERCENT = 10_000;
const { portfolioLoss, drawdown, portfolioProfit, stopLoss, takeProfit } = CopyExitReason;

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(5, NEWEST_RULES);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader).id;
  exchange.fund(DAN, 90_000n);
  exchange.index(100);
});

const lotsOf = (user: number) => exchange.position(futuresOf(user)).lots;
const knows = (user: number) => exchange.core.state.copies.portfolios.has(user);
const exitsOf = (events: readonly Event[]): CopyExitReachedEvent[] =>
  events.flatMap((event) => (event.kind === EventKind.copyExitReached ? [event] : []));

/** All that the price and what follows from it says about exits. */
function price(mark: number): CopyExitReachedEvent[] {
  const events = [...exchange.index(mark).events];
  // A command at a time goes on from a snapshot.
  while (exchange.core.deadline === 0) {
    exchange.restore();
    events.push(...exchange.tick(exchange.time).events);
  }
  checkInvariants(exchange.core.state);
  return exitsOf(events);
}

/** Everybody has ten lots for 1,000 coins. @param sign -1 = short */
function open(settings: Partial<CopySettings>, sign = 1): void {
  expect(exchange.set(BOB, bobs, settings).code).toBe(0);
  exchange.rest(DAN, -30 * sign, 100);
  expect(exchange.order(ANN, trader, 10 * sign).code).toBe(0);
  exchange.finish();
  expect([trader, bobs, cats].map(lotsOf)).toEqual([10 * sign, 10 * sign, 10 * sign]);
}

describe('a position', () => {
  test('is closed where the mark has gone far enough in its favour; copying goes on', () => {
    open({ takeProfitPpm: 5 * PERCENT });
    exchange.rest(DAN, 100, 101);
    expect(price(104)).toEqual([]);
    const [exit, ...more] = price(105);
    expect(exit).toMatchObject({
      ...{ portfolio: bobs, trader, reason: takeProfit, instrument: 0, mark: 105 },
      ...{ lots: 10, cost: 1_000, left: 0, equity: 1_050n * COIN, base: 1_000n * COIN },
    });
    expect(more).toEqual([]);
    expect([bobs, cats].map(lotsOf)).toEqual([0, 10]);
    expect(exchange.follower(bobs).settings.paused).toBe(0);
    expect(exchange.order(ANN, trader, -5).code).toBe(0);
    exchange.finish();
    exchange.rest(DAN, -50, 102);
    expect(exchange.order(ANN, trader, 3).code).toBe(0);
    exchange.finish();
    expect(lotsOf(bobs)).toBeGreaterThan(0);
  });

  test('and where it has gone too far against it, long or short', () => {
    open({ stopLossPpm: 3 * PERCENT });
    exchange.rest(DAN, 100, 90);
    expect(price(98)).toEqual([]);
    expect(price(97).map(({ reason, left }) => [reason, left])).toEqual([[stopLoss, 0]]);
    expect([bobs, cats].map(lotsOf)).toEqual([0, 10]);
  });

  test('a short one the other way round', () => {
    open({ stopLossPpm: 3 * PERCENT, takeProfitPpm: 4 * PERCENT }, -1);
    exchange.rest(DAN, -15, 104);
    expect(price(102)).toEqual([]);
    expect(price(97)).toEqual([]);
    expect(price(103).map(({ reason, left }) => [reason, left])).toEqual([[stopLoss, 0]]);
    expect([bobs, cats].map(lotsOf)).toEqual([0, -10]);
  });

  test('what the book does not take is tried again with the next price, and told when it was', () => {
    open({ stopLossPpm: 3 * PERCENT });
    expect(price(97).map(({ left }) => left)).toEqual([10]);
    expect(price(96)).toEqual([]);
    exchange.rest(DAN, 4, 95);
    expect(price(97).map(({ left }) => left)).toEqual([6]);
    exchange.rest(DAN, 40, 95);
    expect(price(95).map(({ left }) => left)).toEqual([0]);
    expect(lotsOf(bobs)).toBe(0);
  });

  test('that is back within its exits stays open', () => {
    open({ stopLossPpm: 3 * PERCENT });
    expect(price(97)).toHaveLength(1);
    expect(price(100)).toEqual([]);
    exchange.rest(DAN, 100, 95);
    expect(price(98)).toEqual([]);
    expect(lotsOf(bobs)).toBe(10);
    expect(price(97).map(({ left }) => left)).toEqual([0]);
  });
});

describe('the portfolio', () => {
  test('ends where it has lost too much', () => {
    open({ portfolioLossPpm: 5 * PERCENT });
    exchange.rest(DAN, 100, 90);
    expect(price(96)).toEqual([]);
    const before = exchange.has(spotOf(BOB));
    expect(price(95)).toMatchObject([
      { reason: portfolioLoss, equity: 950n * COIN, instrument: -1, left: 0, lots: 0 },
    ]);
    expect(knows(bobs)).toBe(false);
    // Ten lots were sold ten ticks below.
    expect(exchange.has(spotOf(BOB)) - before).toBe(900n * COIN);
  });

  test('or has won enough', () => {
    open({ portfolioProfitPpm: 5 * PERCENT });
    exchange.rest(DAN, 40, 104);
    expect(price(104)).toEqual([]);

    expect(price(105).map(({ reason, left }) => [reason, left])).toEqual([[portfolioProfit, 0]]);
    expect(knows(bobs)).toBe(false);
  });

  test('or has fallen too far from its highest equity', () => {
    open({ drawdownPpm: 10 * PERCENT });
    exchange.rest(DAN, 100, 80);
    expect(price(120)).toEqual([]);
    expect(price(109)).toEqual([]);
    const [exit] = price(108);
    expect(exit).toMatchObject({ reason: drawdown, peak: 1_200n * COIN, equity: 1_080n * COIN });
    expect(knows(bobs)).toBe(false);
  });

  test('a drawdown is measured from when it was set', () => {
    open({});
    price(120);
    price(110);
    expect(exchange.set(BOB, bobs, { drawdownPpm: 5 * PERCENT }).code).toBe(0);
    expect(price(105)).toEqual([]);
    expect(price(104).map(({ reason, peak }) => [reason, peak])).toEqual([
      [drawdown, 1_100n * COIN],
    ]);
  });

  test('what the book does not take stays, paused, and is tried again', () => {
    open({ portfolioLossPpm: 5 * PERCENT });
    expect(price(95).map(({ left }) => left)).toEqual([1]);
    expect(exchange.follower(bobs).settings.paused).toBe(1);
    exchange.rest(DAN, 3, 94);
    expect(price(94).map(({ left }) => left)).toEqual([1]);
    exchange.rest(DAN, 30, 94);
    expect(price(93).map(({ left }) => left)).toEqual([0]);
    expect(knows(bobs)).toBe(false);
  });

  test('money that comes in or goes out reaches no exit', () => {
    open({
      portfolioLossPpm: 20 * PERCENT,
      drawdownPpm: 20 * PERCENT,
      portfolioProfitPpm: 20 * PERCENT,
    });
    price(90);
    expect(exchange.move(BOB, bobs, 900n * COIN).code).toBe(0);
    exchange.finish();
    const { base, peak } = exchange.core.state.copies.exits.watched(bobs);
    // 900 became 1,800: 1,000 become 2,000.
    expect([base, peak]).toEqual([2_000n * COIN, 2_000n * COIN]);
    expect(exchange.move(BOB, bobs, -900n * COIN).code).toBe(0);
    exchange.finish();
    expect(exchange.core.state.copies.exits.watched(bobs).base).toBe(1_000n * COIN);
    expect(knows(bobs)).toBe(true);
  });
});

test('exits that are reached already are refused', () => {
  open({});
  price(95);
  expect(exchange.set(BOB, bobs, { portfolioLossPpm: 5 * PERCENT })).toMatchObject({
    ...{ code: Reject.copyExitEquity, limit: 10_000_000, value: 9_500_000, events: [] },
  });
  expect(exchange.set(BOB, bobs, { stopLossPpm: 5 * PERCENT })).toMatchObject({
    ...{ code: Reject.copyExitPrice, limit: 100, value: 95, events: [] },
  });
  expect(exchange.set(BOB, bobs, { stopLossPpm: 6 * PERCENT }).code).toBe(0);
});

test('an account that is closed meanwhile leaves nothing behind', () => {
  open({ stopLossPpm: 3 * PERCENT });
  price(97);
  const about = {
    user: BOB,
    mode: UserMode.closed,
    keepsMoney: true,
    actor: 'test',
    reason: 'test',
  };
  exchange.rest(DAN, 100, 90);
  exchange.send({ kind: 64, ...about });
  exchange.finish();
  exchange.restore();
  expect(price(90)).toEqual([]);
  expect(knows(bobs)).toBe(false);
});

test('many who have reached theirs at one price are closed in portions', () => {
  const crowd = 3 * COPY_OWN_EXITS_PER_COMMAND + 10;
  exchange = new CopyExchange(crowd + 5, NEWEST_RULES);
  trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
  const settings = { ...COPY_DEFAULTS, stopLossPpm: 3 * PERCENT };
  const users = Array.from({ length: crowd }, (_, i) => {
    const root = 21 + i;
    const { id } = exchange.follow(root, trader, 1_000n * COIN);
    exchange.send({ kind: 83, user: root, portfolio: id, settings });
    return id;
  });
  const makers = [17, 18, 19, 20];
  for (const maker of makers) exchange.fund(maker, 90_000n);
  exchange.index(100);
  for (const maker of makers) exchange.rest(maker, -500, 100);
  exchange.order(ANN, trader, 10);
  exchange.finish();
  expect(users.every((user) => lotsOf(user) === 10)).toBe(true);
  for (const maker of makers) exchange.rest(maker, 500, 95);
  const portions = [exitsOf(exchange.index(97).events).length];
  while (exchange.core.deadline === 0) {
    portions.push(exitsOf(exchange.tick(exchange.time).events).length);
  }
  expect(Math.max(...portions)).toBe(COPY_OWN_EXITS_PER_COMMAND);
  expect(portions.reduce((a, b) => a + b)).toBe(crowd);
  expect(users.every((user) => lotsOf(user) === 0)).toBe(true);
  checkInvariants(exchange.core.state);
});

test('INV-38 an exit that nobody carries out is found', () => {
  open({ stopLossPpm: 3 * PERCENT });
  exchange.core.state.copies.exits.place(bobs, []);
  exchange.index(96);
  expect(() => checkInvariants(exchange.core.state)).toThrow('INV-38');
});
