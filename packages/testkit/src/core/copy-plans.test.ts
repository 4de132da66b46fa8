/** Copy trading: a trader's plans, and closing and reversing at once, are one order of all who follow. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CopyExit,
  type CopyFilledEvent,
  type Event,
  EventKind,
  PlanEnd,
  type PlanEndedEvent,
  PlanType,
  Reject,
  Side,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
const { positionProfit, positionLoss, trigger, trailing, ocoStop } = PlanType;

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(4, NEWEST_RULES);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  exchange.fund(DAN, 50_000n);
  exchange.index(100);
});

const lotsOf = () => [trader, bobs, cats].map((user) => exchange.position(futuresOf(user)).lots);
const partsOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.flatMap((event) => (event.kind === EventKind.copyFilled ? [event] : []));
const endsOf = (events: readonly Event[]): PlanEndedEvent[] =>
  events.flatMap((event) => (event.kind === EventKind.planEnded ? [event] : []));

/** The trader and the followers are long: 4, 4 and 2. */
function buy(): void {
  exchange.rest(DAN, -10, 100);
  expect(exchange.order(ANN, trader, 4).code).toBe(0);
  exchange.finish();
  expect(lotsOf()).toEqual([4, 4, 2]);
}

/** A price, and a snapshot before each command that follows. */
function price(mark: number): Event[] {
  const events = [...exchange.index(mark).events];
  while (exchange.core.deadline === 0) {
    exchange.restore();
    events.push(...exchange.tick(exchange.time).events);
  }
  checkInvariants(exchange.core.state);
  return events;
}

describe('take profit and stop loss of the position', () => {
  test('close everybody in one batch at one price', () => {
    buy();
    const profit = exchange.plan(ANN, trader, positionProfit, 0, 110);
    const loss = exchange.plan(ANN, trader, positionLoss, 0, 90);
    expect([profit.code, loss.code]).toEqual([0, 0]);
    exchange.rest(DAN, 6, 108);
    exchange.rest(DAN, 10, 106);
    expect(partsOf(price(109))).toEqual([]);
    const events = price(110);
    // 6 at 108 and 4 at 106 are 107.2 for all.
    expect(partsOf(events).map(({ portfolio, filled, cost }) => [portfolio, filled, cost])).toEqual(
      [
        [trader, 4, 4_288_000],
        [bobs, 4, 4_288_000],
        [cats, 2, 2_144_000],
      ],
    );
    const ends = endsOf(events).map(({ plan, end }) => [plan, end]);
    expect(ends).toEqual([
      [profit.id, PlanEnd.executed],
      [loss.id, PlanEnd.cancelled],
    ]);
    expect(lotsOf()).toEqual([0, 0, 0]);
  });

  test('wait where nothing is open, and end with the position', () => {
    expect(exchange.plan(ANN, trader, positionLoss, 0, 90).code).toBe(Reject.positionNotFound);
    buy();
    const { id } = exchange.plan(ANN, trader, positionLoss, 0, 90);
    exchange.rest(DAN, 10, 99);
    const said = exchange.close(ANN, trader);
    expect(endsOf([...said.events, ...exchange.finish()])).toMatchObject([{ plan: id, order: 0 }]);
  });
});

describe('a trigger', () => {
  test('opens for all who follow, by their settings at that moment', () => {
    const { id } = exchange.plan(ANN, trader, trigger, 4, 104);
    exchange.set(BOB, bobs, { paused: 1 });
    exchange.rest(DAN, -40, 105);
    const events = price(104);
    expect(endsOf(events)).toMatchObject([{ plan: id, end: PlanEnd.executed }]);
    expect(lotsOf()).toEqual([4, 0, 2]);
  });

  test('with a limit waits in the book for all', () => {
    exchange.plan(ANN, trader, trigger, 4, 104, { price: 101 });
    price(104);
    const [batch] = [...exchange.core.state.copies.allBatches()];
    expect(batch!.owners.map(({ lots }) => lots)).toEqual([4, 4, 2]);
    exchange.index(101);
    exchange.rest(DAN, -20, 101);
    exchange.finish();
    expect(lotsOf()).toEqual([4, 4, 2]);
  });

  test('that is due waits until owners have an order before it', () => {
    exchange.plan(ANN, trader, trigger, 2, 98);
    exchange.rest(DAN, -40, 100);
    exchange.order(ANN, trader, 4);
    const events = price(98);
    expect(endsOf(events)).toMatchObject([{ end: PlanEnd.executed }]);
    expect(lotsOf()[0]).toBe(6);
  });

  test('that is refused then has failed, and nothing is traded', () => {
    const { id } = exchange.plan(ANN, trader, trigger, 500, 104);
    exchange.rest(DAN, -40, 105);
    const events = price(104);
    expect(endsOf(events)).toMatchObject([{ plan: id, end: PlanEnd.failed, order: 0 }]);
    expect(endsOf(events)[0]!.code).not.toBe(0);
    expect(lotsOf()).toEqual([0, 0, 0]);
  });

  test('is cancelled by its trader, also when it is due', () => {
    const { id } = exchange.plan(ANN, trader, trigger, 4, 104);
    expect(exchange.cancelPlan(BOB, trader, id).code).toBe(Reject.copyPortfolioNotFound);
    expect(exchange.cancelPlan(ANN, trader, id + 1).code).toBe(Reject.planNotFound);
    exchange.index(104);
    expect(exchange.core.state.copies.fired).toEqual([id]);
    exchange.restore();
    exchange.rest(DAN, -40, 105);
    expect(exchange.cancelPlan(ANN, trader, id).code).toBe(Reject.planNotFound);
  });

  test('a trailing one follows and closes all', () => {
    buy();
    const more = { callbackPpm: 50_000, reduceOnly: 1 };
    expect(exchange.plan(ANN, trader, trailing, -4, 0, more).code).toBe(0);
    price(120);
    exchange.rest(DAN, 20, 113);
    price(115);
    expect(lotsOf()).toEqual([4, 4, 2]);
    price(114);
    expect(lotsOf()).toEqual([0, 0, 0]);
  });
});

describe('at once', () => {
  test('all is closed, whatever its side and size', () => {
    buy();
    exchange.rest(DAN, 20, 98);
    expect(exchange.close(ANN, trader).code).toBe(0);
    exchange.finish();
    expect(lotsOf()).toEqual([0, 0, 0]);
    expect(exchange.close(ANN, trader)).toMatchObject({
      ...{ code: Reject.reduceOnlyNothing, events: [] },
    });
  });

  test('or turned around: followers as their settings say', () => {
    buy();
    exchange.set(CAT, cats, { paused: 1 });
    exchange.rest(DAN, 40, 100);
    expect(exchange.close(ANN, trader, 1).code).toBe(0);
    exchange.finish();
    expect(lotsOf()).toEqual([-4, -4, 0]);
    checkInvariants(exchange.core.state);
  });
});

test('what a trader may not is refused, and nothing changes', () => {
  const plan = (more: object, type: PlanType = trigger) =>
    exchange.plan(ANN, trader, type, 4, 104, more);
  expect(plan({ instrument: 7 })).toMatchObject({ code: Reject.unknownInstrument, events: [] });
  expect(plan({}, ocoStop)).toMatchObject({ code: Reject.parameterRange, events: [] });
  expect(plan({}, 99 as PlanType)).toMatchObject({ code: Reject.parameterRange, events: [] });
  expect(plan({ quantity: 0 })).toMatchObject({ code: Reject.quantityTooSmall, events: [] });
  expect(plan({ triggerPrice: 0 })).toMatchObject({ code: Reject.triggerPriceRange, events: [] });
  expect(exchange.plan(BOB, bobs, trigger, 4, 104).code).toBe(Reject.copyPortfolioNotFound);
  expect(exchange.close(BOB, bobs, 1).code).toBe(Reject.copyPortfolioNotFound);
});

test('a trader who is gone only closes, and leaves no plan behind', () => {
  buy();
  exchange.plan(ANN, trader, trigger, 4, 104);
  exchange.plan(ANN, trader, positionLoss, 0, 90, { side: Side.sell });
  expect(exchange.end(ANN, trader).code).toBe(0);
  exchange.finish();
  expect(exchange.plan(ANN, trader, trigger, 4, 104).code).toBe(Reject.copyClosing);
  expect(exchange.close(ANN, trader, 1).code).toBe(Reject.copyClosing);
  const [one] = endsOf(price(104));
  expect(one).toMatchObject({ end: PlanEnd.failed, code: Reject.copyClosing });
  exchange.rest(DAN, 40, 100);
  for (const [root, user] of [
    [BOB, bobs],
    [CAT, cats],
  ] as const) {
    exchange.stop(root, user, CopyExit.close);
  }
  const about = { user: ANN, mode: UserMode.closed, keepsMoney: true, actor: 'a', reason: 'b' };
  exchange.send({ kind: 64, ...about });
  exchange.finish();
  expect(exchange.core.state.copies.portfolios.size).toBe(0);
  expect(exchange.core.state.plans.size).toBe(0);
});
