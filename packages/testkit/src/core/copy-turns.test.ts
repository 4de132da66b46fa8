/** Copy trading: whose turn it is between commands while followers of orders are being asked. */
import {
  COPY_DEFAULTS,
  COPY_OWNERS_PER_COMMAND,
  CopyExit,
  CopyLeftOut,
  CopyLeverage,
  CopySizing,
  type Event,
  EventKind,
  PlanEnd,
  PlanType,
  Reject,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const CROWD = 2 * COPY_OWNERS_PER_COMMAND + 10;
/** Two traders whom many follow, one whom few do, and who trades with them. */
const [ANN, BEN, CAT, BOB, DAN, EVE] = [16, 17, 18, 19, 20, 21];
const FIRST = 22;
const { positionLoss, trigger } = PlanType;

let exchange: CopyExchange;
let anns: number;
let bens: number;
let cats: number;
let bobs: number;

beforeEach(() => {
  exchange = new CopyExchange(CROWD + 6);
  const terms = { followersMax: 10_000 };
  anns = exchange.open(ANN, 1_000n * COIN, terms).id;
  bens = exchange.open(BEN, 1_000n * COIN, terms).id;
  cats = exchange.open(CAT).id;
  for (let i = 0; i < CROWD; i++) {
    exchange.follow(FIRST + i, anns, 100n * COIN);
    exchange.follow(FIRST + i, bens, 100n * COIN);
  }
  bobs = exchange.follow(BOB, cats).id;
  exchange.fund(DAN, 90_000n);
  exchange.fund(EVE, 90_000n);
  exchange.index(100);
});

const lotsOf = (user: number) => exchange.position(futuresOf(user)).lots;
const waiting = () => exchange.core.state.copies.gathered.map(({ trader }) => trader);

/** The next command, with a snapshot before it. */
function tick(): readonly Event[] {
  checkInvariants(exchange.core.state);
  exchange.restore();
  return exchange.tick(exchange.time).events;
}

/** Ticks until an order of a trader waits no more. @returns all that was said */
function until(trader: number): Event[] {
  const events: Event[] = [];
  while (waiting().includes(trader)) events.push(...tick());
  return events;
}

const ends = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === EventKind.planEnded ? [[event.plan, event.end]] : []));

/** Cat and who follows have 4 lots. */
function buyForFew(): void {
  exchange.rest(DAN, -8, 100);
  exchange.order(CAT, cats, 4);
  exchange.finish();
  expect([lotsOf(cats), lotsOf(bobs)]).toEqual([4, 4]);
}

/** Ann's, which many are asked about. */
function orderOfMany(): void {
  exchange.rest(EVE, -10, 101);
  expect(exchange.order(ANN, anns, 1).code).toBe(0);
}

describe('while many are asked about the order of a trader', () => {
  test('a stop of another trader closes for all who follow', () => {
    buyForFew();
    const { id } = exchange.plan(CAT, cats, positionLoss, 0, 90);
    exchange.rest(DAN, 20, 85);
    orderOfMany();
    const { events } = exchange.index(90);
    expect(ends([...events, ...tick(), ...tick()])).toEqual([[id, PlanEnd.executed]]);
    expect(waiting()).toEqual([anns]);
    expect([lotsOf(cats), lotsOf(bobs)]).toEqual([0, 0]);
  });

  test('a stop of who follows another is carried out', () => {
    buyForFew();
    expect(exchange.set(BOB, bobs, { stopLossPpm: 50_000 }).code).toBe(0);
    exchange.finish();
    exchange.rest(DAN, 20, 90);
    orderOfMany();
    exchange.index(94);
    tick();
    expect(waiting()).toEqual([anns]);
    expect([lotsOf(cats), lotsOf(bobs)]).toEqual([4, 0]);
  });

  test('who follows a trader that is gone leaves', () => {
    buyForFew();
    exchange.rest(DAN, 20, 99);
    orderOfMany();
    expect(exchange.end(CAT, cats).code).toBe(0);
    for (let i = 0; i < 3; i++) tick();
    expect(waiting()).toEqual([anns]);
    expect(exchange.core.state.copies.follower(bobs)).toBeNull();
  });

  test('a plan of that trader waits, and is not refused', () => {
    const { id } = exchange.plan(ANN, anns, trigger, 1, 98);
    exchange.rest(DAN, -700, 100);
    for (let i = 0; i < 8; i++) exchange.rest(i % 2 ? DAN : EVE, -700, 100);
    exchange.order(ANN, anns, 1);
    expect(ends(exchange.index(98).events)).toEqual([]);
    // The order before it trades; those who have their parts of it are asked about the plan.
    const events = [...until(anns), ...exchange.finish()];
    expect(ends(events)).toEqual([[id, PlanEnd.executed]]);
    expect(lotsOf(anns)).toBe(2);
    checkInvariants(exchange.core.state);
  });

  test('an order that only closes, and one that a stop waits for, come first', () => {
    for (let i = 0; i < 4; i++) exchange.rest(i % 2 ? DAN : EVE, -700, 100);
    exchange.order(BEN, bens, 1);
    exchange.finish();
    const { id } = exchange.plan(BEN, bens, positionLoss, 0, 95);
    for (let i = 0; i < 7; i++) exchange.rest(i % 2 ? DAN : EVE, 700, 90);
    exchange.order(ANN, anns, 1);
    exchange.order(BEN, bens, 1);
    expect(waiting()).toEqual([anns, bens]);
    exchange.index(95);
    const { next } = exchange.core.state.copies.gathered[0]!;
    const events = until(bens);
    // Of the other nobody was asked meanwhile; the stop, which many are asked about, is next.
    expect(exchange.core.state.copies.gathered[0]!.next).toBe(next);
    while (ends(events).length === 0) events.push(...tick());
    expect(ends(events)).toEqual([[id, PlanEnd.executed]]);
    until(bens);
    expect(waiting()).toEqual([anns]);
    while (exchange.core.state.copies.pending) tick();
    expect(lotsOf(bens)).toBe(0);
  });
});

describe('what who was asked has free', () => {
  const ROOT = FIRST + 3;
  const owned = () => {
    const { copies } = exchange.core.state;
    return [...copies.followersOf(anns)].find(
      (user) => copies.portfolios.get(user)!.root === ROOT,
    )!;
  };
  const leftOut = (events: readonly Event[], user: number) =>
    events.flatMap((event) =>
      event.kind === EventKind.copyFilled && event.portfolio === user ? [event.leftOut] : [],
    );

  test('INV-33 is what is left after money was taken out', () => {
    const user = owned();
    // One lot at the mark needs 5 coins, at 104 more than 9.
    const more = { leverageOf: CopyLeverage.own, leverage: 20, slippagePpm: 0 };
    exchange.set(ROOT, user, { ...COPY_DEFAULTS, ...more, sizing: CopySizing.ratio });
    for (let i = 0; i < 4; i++) exchange.rest(i % 2 ? DAN : EVE, -700, 104);
    expect(exchange.order(ANN, anns, 10).code).toBe(0);
    expect(exchange.move(ROOT, user, -94n * COIN).code).toBe(0);
    expect(exchange.move(ROOT, user, -2n * COIN).code).toBe(Reject.notWithdrawable);
    const events = exchange.finish();
    expect(leftOut(events, user)).toEqual([CopyLeftOut.tooLittleFree]);
    expect(lotsOf(user)).toBe(0);
    checkInvariants(exchange.core.state);
  });

  test('INV-33 backs what closes with what is left after money was taken out', () => {
    for (let i = 0; i < 4; i++) exchange.rest(i % 2 ? DAN : EVE, -700, 100);
    exchange.order(ANN, anns, 10);
    exchange.finish();
    const user = owned();
    for (let i = 0; i < 5; i++) exchange.rest(i % 2 ? DAN : EVE, 700, 80);
    expect(exchange.close(ANN, anns).code).toBe(0);
    // It loses 20 coins of the 15 that are left.
    expect(exchange.move(ROOT, user, -85n * COIN).code).toBe(0);
    const events = exchange.finish();
    expect(leftOut(events, user)).toEqual([CopyLeftOut.tooLittleFree]);
    expect([lotsOf(user), lotsOf(anns)]).toEqual([1, 0]);
    checkInvariants(exchange.core.state);
  });

  test('is nothing where the own stop closes all', () => {
    for (let i = 0; i < 4; i++) exchange.rest(i % 2 ? DAN : EVE, -700, 100);
    exchange.order(ANN, anns, 10);
    exchange.finish();
    const user = owned();
    exchange.set(ROOT, user, { stopLossPpm: 10_000 });
    exchange.finish();
    for (let i = 0; i < 5; i++) exchange.rest(i % 2 ? DAN : EVE, 700, 99);
    expect(exchange.close(ANN, anns).code).toBe(0);
    exchange.index(99);
    tick();
    expect([lotsOf(user), waiting()]).toEqual([0, [anns]]);
    const events = exchange.finish();
    expect(events.some(({ kind }) => kind === EventKind.copyBatchTraded)).toBe(true);
    expect([lotsOf(user), lotsOf(anns)]).toEqual([0, 0]);
    expect(exchange.stop(ROOT, user, CopyExit.close).code).toBe(0);
    checkInvariants(exchange.core.state);
  });
});
