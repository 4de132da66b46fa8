/** Copy trading: a trader amends an order that waits. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  type CopyFilledEvent,
  CopyLeftOut,
  type Event,
  EventKind,
  Reject,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, type Said } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN, EVE] = [16, 17, 18, 19, 20];
const [TAKER, MAKER] = [600, 200];

const filledOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyFilled);

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

/** A trader of 1,000 coins, one who follows with as much and one with half of it; a lot at 100 needs 5. */
beforeEach(() => {
  exchange = new CopyExchange(5, NEWEST_RULES, TAKER, 100_000, MAKER);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  for (const user of [DAN, EVE]) exchange.fund(user, 40_000n);
  // Their orders may be worse than the mark.
  for (const user of [DAN, EVE]) exchange.lever(user, 2);
  exchange.index(100);
});

const lotsOf = (...users: number[]) => users.map((user) => exchange.position(futuresOf(user)).lots);
const reasons = ({ events }: Said) =>
  filledOf(events).map(({ portfolio, lots, leftOut }) => [portfolio, lots, leftOut]);
const bids = () => {
  const { book } = exchange.core.state.markets[0]!;
  return [...book.queue(0)].map((slot) => exchange.core.state.orders.f64[slot * 8 + 2]);
};
const batches = () => [...exchange.core.state.copies.allBatches()];
const sound = () => {
  checkInvariants(exchange.core.state);
  exchange.restore();
};

describe('an order that is amended', () => {
  let id: number;
  const partsOf = () => batches().flatMap(({ owners }) => owners.map(({ lots }) => lots));

  beforeEach(() => {
    ({ id } = exchange.wait(ANN, trader, 10, 98));
    exchange.rest(DAN, -10, 98);
    expect(lotsOf(trader, bobs, cats)).toEqual([4, 4, 2]);
  });

  test('keeps its place with less at its price, and all have less alike', () => {
    exchange.rest(EVE, 7, 98);
    const said = exchange.amend(ANN, trader, id, 0, 7);
    expect([said.code, said.id]).toEqual([0, id]);
    // The trader has 3 of 6 left, and so have the others of theirs.
    expect(reasons(said).map(([, lots]) => lots)).toEqual([7, 7, 3]);
    expect(bids()).toEqual([7, 7]);
    sound();
    exchange.rest(DAN, -8, 98);
    expect(lotsOf(trader, bobs, cats)).toEqual([7, 7, 3]);
    expect(batches()).toEqual([]);
    sound();
  });

  test('enters again at another price, and pays for all what the whole has cost', () => {
    exchange.rest(EVE, -5, 99);
    const said = exchange.amend(ANN, trader, id, 99, 0);
    expect(said.code).toBe(0);
    expect(bids()).toEqual([10]);
    // 10 at 98 and 5 at 99 are 98.333…; what took from the book pays a taker's fee: 2 lots of 99, and 1.
    expect(filledOf(said.events)).toMatchObject([
      { portfolio: trader, filled: 6, cost: 5_900_000, fee: 784 + 1_188 },
      { portfolio: bobs, filled: 6, cost: 5_900_000 },
      { portfolio: cats, filled: 3, cost: 2_950_000 },
    ]);
    sound();
    exchange.rest(DAN, -10, 99);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 10, 5]);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    sound();
  });

  test('grows for all whose limits and money allow it', () => {
    exchange.set(CAT, cats, { positionMax: 600 * Number(COIN) });
    const said = exchange.amend(ANN, trader, id, 0, 22);
    expect(reasons(said)).toEqual([
      [trader, 22, CopyLeftOut.none],
      [bobs, 22, CopyLeftOut.none],
      // Six more would be 1,100 coins.
      [cats, 2, CopyLeftOut.positionLimit],
    ]);
    expect(bids()).toEqual([36]);
    exchange.move(BOB, bobs, -850n * COIN);
    const more = exchange.amend(ANN, trader, id, 0, 40);
    expect(reasons(more)[1]).toEqual([bobs, 4, CopyLeftOut.tooLittleFree]);
    sound();
  });

  test('is refused for all as for anybody, and nothing changes', () => {
    exchange.rest(EVE, -5, 99);
    const { amendNothing, amendBelowFilled, insufficientMargin, orderNotFound } = Reject;
    const refused: [Said, code: number][] = [
      [exchange.amend(ANN, trader, id, 0, 0), amendNothing],
      [exchange.amend(ANN, trader, id, 98, 10), amendNothing],
      [exchange.amend(ANN, trader, id, 0, 4), amendBelowFilled],
      [exchange.amend(ANN, trader, id, 0, 300), insufficientMargin],
      [exchange.amend(ANN, trader, id, 1_000, 0), Reject.priceBandHigh],
      [exchange.amend(ANN, trader, id, 0, 5.5), Reject.quantityTooSmall],
      [exchange.amend(ANN, trader, id + 1, 0, 8), orderNotFound],
      [exchange.amend(BOB, bobs, id, 0, 8), Reject.copyPortfolioNotFound],
      [exchange.amend(BOB, trader, id, 0, 8), Reject.copyPortfolioNotFound],
    ];
    for (const [{ code, events }, wanted] of refused) {
      expect([code, events]).toEqual([wanted, []]);
    }
    expect([bids(), partsOf()]).toEqual([[15], [10, 10, 5]]);
    sound();
    exchange.cancel(ANN, trader, id);
    const { postOnly } = TimeInForce;
    const only = exchange.order(ANN, trader, 10, 97, 0, postOnly).id;
    expect(exchange.amend(ANN, trader, only, 99, 0).code).toBe(Reject.postOnlyWouldTake);
    expect(exchange.amend(ANN, trader, only, 98, 0).code).toBe(0);
    sound();
  });

  test('is refused for what only all who are in it break together', () => {
    exchange = new CopyExchange(5, NEWEST_RULES, TAKER, 60);
    trader = exchange.open(ANN).id;
    exchange.follow(BOB, trader);
    exchange.index(100);
    ({ id } = exchange.wait(ANN, trader, 10, 98));
    expect(exchange.amend(ANN, trader, id, 0, 31)).toMatchObject({
      ...{ code: Reject.openInterest, limit: 60, value: 62, events: [] },
    });
    expect(bids()).toEqual([20]);
    sound();
    expect(exchange.amend(ANN, trader, id, 0, 30).code).toBe(0);
  });

  test('that only closes is no larger than the position', () => {
    exchange.cancel(ANN, trader, id);
    const closing = exchange.wait(ANN, trader, -2, 105, 1).id;
    expect(exchange.amend(ANN, trader, closing, 104, 5)).toMatchObject({
      ...{ code: Reject.reduceOnlyNothing, limit: 4, value: 5 },
    });
    expect(exchange.amend(ANN, trader, closing, 104, 4).code).toBe(0);
    expect(partsOf()).toEqual([4, 4, 2]);
    exchange.rest(DAN, 10, 104);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
    sound();
  });
});
