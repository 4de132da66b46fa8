/** Copy trading: a trader's order that waits in the book with those of all who follow. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_RESTING_PER_TRADER,
  CommandKind,
  CopyExit,
  type CopyFilledEvent,
  CopyLeftOut,
  CopyMargin,
  CopySizing,
  DoneReason,
  type Event,
  EventKind,
  Reject,
  SystemAccount,
  TimeInForce,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf, type Said } from './copy-exchange.ts';
import { SMALL_TERMS } from './futures-scenario.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN, EVE] = [16, 17, 18, 19, 20];
const [TAKER, MAKER] = [600, 200];

const filledOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyFilled);
const doneOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === EventKind.orderDone ? [event.reason] : []));

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

describe('an order that waits', () => {
  test('is one in the book, and each owner has its part as it is met', () => {
    const said = exchange.wait(ANN, trader, 10, 98);
    expect(said.code).toBe(0);
    expect(bids()).toEqual([25]);
    const { none } = CopyLeftOut;
    expect(reasons(said)).toEqual([
      [trader, 10, none],
      [bobs, 10, none],
      [cats, 5, none],
    ]);
    sound();
    const met = exchange.rest(DAN, -10, 98);
    expect(lotsOf(trader, bobs, cats, DAN)).toEqual([4, 4, 2, -10]);
    // A maker's fee of the own level: 0.02 % of 392 coins.
    expect(filledOf(met.events)).toMatchObject([
      { portfolio: trader, filled: 4, cost: 3_920_000, fee: 784 },
      { portfolio: bobs, filled: 4, cost: 3_920_000, fee: 784 },
      { portfolio: cats, filled: 2, cost: 1_960_000, fee: 392 },
    ]);
    sound();
    const last = exchange.rest(DAN, -20, 98);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 10, 5]);
    expect(last.events).toContainEqual(
      expect.objectContaining({ batch: said.id, lots: 25, filled: 25, cost: 2_450 }),
    );
    expect(batches()).toEqual([]);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    sound();
  });

  test('holds the margin of all, and leaves out who has too little', () => {
    exchange.set(CAT, cats, { sizing: CopySizing.multiple, size: 12_000_000 });
    const said = exchange.wait(ANN, trader, 10, 98);
    expect(reasons(said)[2]).toEqual([cats, 0, CopyLeftOut.tooLittleFree]);
    // 10 lots at 98 and 20 times are 49 coins.
    expect(exchange.move(BOB, bobs, -952n * COIN)).toMatchObject({
      ...{ code: Reject.notWithdrawable, limit: Number(951n * COIN) },
    });
    expect(exchange.move(BOB, bobs, -951n * COIN).code).toBe(0);
    expect(reasons(exchange.wait(ANN, trader, 10, 98))[1]).toEqual([bobs, 0, CopyLeftOut.tooSmall]);
    sound();
  });

  test('trades what meets it at once, and all pay what the whole has cost', () => {
    exchange.rest(DAN, -10, 96);
    const said = exchange.wait(ANN, trader, 10, 98);
    expect(filledOf(said.events)).toMatchObject([
      { portfolio: trader, filled: 4, cost: 3_840_000, fee: 2_304 },
      { portfolio: bobs, filled: 4, cost: 3_840_000, fee: 2_304 },
      { portfolio: cats, filled: 2, cost: 1_920_000, fee: 1_152 },
    ]);
    expect(exchange.position(futuresOf(bobs))).toMatchObject({ lots: 4, cost: 384 });
    const met = exchange.rest(EVE, -5, 98);
    // 10 at 96 and 5 at 98 are 96.666…; those who get nothing now pay more for what they have.
    expect(filledOf(met.events)).toMatchObject([
      { portfolio: trader, filled: 6, cost: 5_800_000 },
      { portfolio: bobs, filled: 6, cost: 5_800_000 },
      { portfolio: cats, filled: 3, cost: 2_900_000 },
    ]);
    expect(exchange.position(futuresOf(bobs))).toMatchObject({ lots: 6, cost: 580 });
    sound();
    exchange.rest(EVE, -10, 98);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 10, 5]);
    // 97.2 a lot.
    expect(exchange.position(futuresOf(cats))).toMatchObject({ lots: 5, cost: 486 });
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    sound();
  });

  test('only rests where it says so, and is filled at once or not at all where it says that', () => {
    exchange.rest(DAN, -10, 98);
    const { postOnly, fok } = TimeInForce;
    expect(exchange.order(ANN, trader, 10, 98, 0, postOnly).code).toBe(Reject.postOnlyWouldTake);
    expect(exchange.order(ANN, trader, 10, 97, 0, postOnly).code).toBe(0);
    expect(bids()).toEqual([25]);
    // The trader's 4 are there, not the 10 of all.
    expect(exchange.order(ANN, trader, 5, 98, 0, fok)).toMatchObject({
      ...{ code: Reject.fokNotFillable, limit: 10, value: 12, events: [] },
    });
    expect(exchange.order(ANN, trader, 4, 98, 0, fok).code).toBe(0);
    expect(lotsOf(trader, bobs, cats)).toEqual([4, 4, 2]);
    const odd = exchange.order(ANN, trader, 4, 98, 0, 4 as TimeInForce);
    expect(odd).toMatchObject({ code: Reject.copyTimeInForce, limit: 3, value: 4 });
    sound();
  });

  test('is taken out by the trader, and all margin is free again', () => {
    const { id } = exchange.wait(ANN, trader, 10, 98);
    exchange.rest(DAN, -10, 98);
    expect(exchange.cancel(BOB, bobs, id).code).toBe(Reject.orderNotFound);
    expect(exchange.cancel(BOB, trader, id).code).toBe(Reject.copyPortfolioNotFound);
    expect(exchange.cancel(ANN, trader, id + 1)).toMatchObject({ code: Reject.orderNotFound });
    const said = exchange.cancel(ANN, trader, id);
    expect([said.code, said.id]).toEqual([0, id]);
    expect(doneOf(said.events)).toEqual([DoneReason.cancelled]);
    expect([bids(), batches()]).toEqual([[], []]);
    expect(exchange.cancel(ANN, trader, id).code).toBe(Reject.orderNotFound);
    expect(lotsOf(trader, bobs, cats)).toEqual([4, 4, 2]);
    sound();
  });

  test('is one of so many at most', () => {
    for (let i = 0; i < COPY_RESTING_PER_TRADER; i++) {
      expect(exchange.wait(ANN, trader, 1, 98).code).toBe(0);
    }
    expect(exchange.wait(ANN, trader, 1, 98)).toMatchObject({
      ...{ code: Reject.copyOrdersMax, limit: 20, value: 21, events: [] },
    });
    // What does not stay in the book is not one of them: its trader can still close.
    exchange.rest(DAN, -10, 100);
    expect(exchange.order(ANN, trader, 1).code).toBe(0);
    exchange.rest(DAN, 10, 99);
    expect(exchange.order(ANN, trader, -1).code).toBe(0);
  });

  test('closes, with those before it, no more than there is', () => {
    exchange.rest(DAN, -25, 100);
    exchange.order(ANN, trader, 10);
    exchange.wait(ANN, trader, -6, 105, 1);
    expect(reasons(exchange.wait(ANN, trader, -6, 106, 1)).map(([, lots]) => lots)).toEqual([
      4, 4, 2,
    ]);
    exchange.rest(DAN, 25, 106);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
    sound();
  });

  test('that only closes is made smaller with the position', () => {
    exchange.rest(DAN, -25, 100);
    exchange.order(ANN, trader, 10);
    exchange.wait(ANN, trader, -8, 105, 1);
    exchange.rest(DAN, 100, 99);
    exchange.order(ANN, trader, -5, 0, 1);
    // The trader's and the others' 5, and of the third one's 4 what 3 leave.
    const [batch] = batches();
    expect(batch!.owners.map(({ lots }) => lots)).toEqual([5, 5, 3]);
    sound();
    exchange.order(ANN, trader, -5, 0, 1);
    expect(batches()).toEqual([]);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
    sound();
  });

  test('trades where the price has left it far, as long as its owners bear it', () => {
    exchange.wait(ANN, trader, 10, 98);
    exchange.index(95);
    const met = exchange.rest(DAN, -10, 96);
    expect(met.code).toBe(0);
    exchange.finish();
    expect(lotsOf(trader, bobs, cats, DAN)).toEqual([4, 4, 2, -10]);
    sound();
  });

  test('leaves nobody with less than nothing who has just what is kept for the position', () => {
    exchange = new CopyExchange(5);
    trader = exchange.open(ANN, 5_000n * COIN).id;
    bobs = exchange.follow(BOB, trader, 5_000n * COIN).id;
    for (const user of [DAN, EVE]) exchange.fund(user, 40_000n);
    for (const user of [DAN, EVE]) exchange.lever(user, 2);
    // Without a fee of liquidations nothing but the maintenance margin is kept.
    const tiers = [{ upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 }];
    const fees = { makerPpm: 0, takerPpm: 0, liquidationPpm: 0 };
    const wide = { openInterestMax: 100_000, liquidationBandPpm: 200_000 };
    const contract = { ...SMALL_TERMS, tiers, ...fees, ...wide };
    const by = { actor: 'test', reason: 'test' };
    exchange.send({ kind: CommandKind.setContract, instrument: BTC, contract, ...by });
    exchange.index(95);
    exchange.rest(DAN, 200, 95);
    expect(exchange.order(ANN, trader, -100).code).toBe(0);
    const { id } = exchange.wait(ANN, trader, 100, 100, 1);
    const { limit: free } = exchange.move(BOB, bobs, -5_000n * COIN);
    expect(exchange.move(BOB, bobs, 22n * COIN - BigInt(free)).code).toBe(0);
    exchange.index(98);
    expect(lotsOf(trader, bobs)).toEqual([-100, -100]);
    // It has 1.97 coins a lot, and 1.96 are kept: closing at 100 would cost 2.
    const met = exchange.rest(EVE, -200, 100);
    exchange.finish();
    expect(exchange.has(futuresOf(bobs))).toBe(497n * COIN);
    const { tooLittleFree } = CopyLeftOut;
    expect(met.events).toContainEqual(
      expect.objectContaining({ batch: id, portfolio: bobs, leftOut: tooLittleFree, filled: 0 }),
    );
    expect(exchange.position(futuresOf(trader)).lots).toBe(0);
    sound();
  });

  test('meets the order of another trader', () => {
    const other = exchange.open(EVE).id;
    exchange.wait(ANN, trader, 10, 98);
    expect(exchange.order(EVE, other, -10, 98).code).toBe(0);
    exchange.finish();
    expect(lotsOf(trader, bobs, cats, other)).toEqual([4, 4, 2, -10]);
    expect(exchange.position(SystemAccount.copying)).toMatchObject({ lots: 0, cost: 0 });
    sound();
  });
});

describe('who leaves while it waits', () => {
  let id: number;
  const partsOf = () => batches().flatMap(({ owners }) => owners.map(({ lots }) => lots));

  beforeEach(() => {
    ({ id } = exchange.wait(ANN, trader, 10, 98));
    exchange.rest(DAN, -10, 98);
    expect(lotsOf(trader, bobs, cats)).toEqual([4, 4, 2]);
  });

  test('by stopping takes the own part out, and pays for what it got what it has paid', () => {
    exchange.rest(DAN, 4, 99);
    const said = exchange.stop(BOB, bobs);
    expect(said.code).toBe(0);
    expect(filledOf(said.events)).toMatchObject([
      { batch: id, portfolio: bobs, lots: 4, filled: 4, leftOut: CopyLeftOut.gone },
    ]);
    expect([bids(), lotsOf(bobs)]).toEqual([[9], [0]]);
    sound();
    exchange.rest(DAN, -9, 98);
    expect(lotsOf(trader, cats)).toEqual([10, 5]);
    expect(batches()).toEqual([]);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    sound();
  });

  test('by taking over, or as the last but the trader', () => {
    expect(exchange.stop(BOB, bobs, CopyExit.takeOver).code).toBe(0);
    expect(exchange.stop(CAT, cats, CopyExit.takeOver).code).toBe(0);
    expect(lotsOf(BOB, CAT)).toEqual([4, 2]);
    expect([bids(), partsOf()]).toEqual([[6], [10, 4, 2]]);
    exchange.rest(EVE, -6, 98);
    expect(lotsOf(trader)).toEqual([10]);
    sound();
  });

  test('by pausing keeps what closes', () => {
    exchange.set(BOB, bobs, { paused: 1 });
    expect(partsOf()).toEqual([10, 4, 5]);
    exchange.cancel(ANN, trader, id);
    exchange.wait(ANN, trader, -4, 105, 1);
    exchange.set(CAT, cats, { paused: 1 });
    expect(partsOf()).toEqual([4, 4, 2]);
    sound();
  });

  test('cannot end by an own command, and may put in more', () => {
    expect(exchange.end(BOB, bobs)).toMatchObject({ code: Reject.copyStillOpen, value: 2 });
    expect(exchange.end(ANN, trader).code).toBe(0);
    exchange.finish();
    expect([bids(), batches()]).toEqual([[], []]);
    expect(exchange.move(CAT, cats, 10n * COIN).code).toBe(0);
    sound();
  });

  test('by liquidation is out of it alone', () => {
    exchange.cancel(ANN, trader, id);
    exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 18_000_000 });
    exchange.rest(DAN, -400, 98);
    exchange.order(ANN, trader, 9, 98);
    expect(lotsOf(bobs)).toEqual([166]);
    exchange.set(BOB, bobs, {});
    exchange.wait(ANN, trader, 4, 91);
    expect(partsOf()).toEqual([4, 5, 1]);
    exchange.rest(DAN, 200, 90);
    const { events } = exchange.index(93);
    expect(events.some(({ kind }) => kind === EventKind.liquidation)).toBe(true);
    expect(partsOf()).toEqual([4, 0, 1]);
    expect(bids()[0]).toBe(5);
    sound();
  });

  test('by ending has nothing of what it trades yet', () => {
    exchange.cancel(ANN, trader, id);
    exchange.wait(ANN, trader, -4, 105, 1);
    exchange.rest(DAN, 9, 105);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 1, 0]);
    expect(exchange.end(CAT, cats).code).toBe(0);
    expect(batches()[0]!.owners.map(({ out }) => out)).toEqual([false, false, true]);
    sound();
    exchange.rest(DAN, 1, 105);
    expect([lotsOf(bobs), batches()]).toEqual([[0], []]);
    expect(exchange.has(futuresOf(cats))).toBe(0n);
    sound();
  });

  test('is given what a liquidation has sold to it before the next one is liquidated', () => {
    exchange = new CopyExchange(7, NEWEST_RULES, TAKER, 100_000, MAKER);
    trader = exchange.open(ANN).id;
    bobs = exchange.follow(BOB, trader).id;
    exchange.fund(DAN, 40_000n);
    exchange.index(100);
    for (const user of [21, 22]) {
      exchange.fund(user, 60n);
      exchange.rest(user, 10, 100);
    }
    exchange.rest(DAN, -20, 100);
    exchange.wait(ANN, trader, 20, 95);
    const kinds = ({ events }: Said) =>
      events
        .filter(({ kind }) => kind === EventKind.liquidation || kind === EventKind.copyFilled)
        .map(({ kind }) => kind);
    const { liquidation, copyFilled } = EventKind;
    expect(kinds(exchange.index(95))).toEqual([liquidation]);
    expect(exchange.core.deadline).toBe(0);
    expect(kinds(exchange.tick(exchange.time))).toEqual([copyFilled, copyFilled, liquidation]);
    exchange.finish();
    sound();
  });

  test('is everybody, where it is the trader', () => {
    const by = { actor: 'test', reason: 'test', keepsMoney: true };
    const kind = CommandKind.setUserMode;
    exchange.send({ kind, user: ANN, mode: UserMode.closed, ...by });
    exchange.finish();
    expect([bids().length, batches()]).toEqual([0, []]);
    sound();
  });
});

test('an isolated position has the margin of its part', () => {
  exchange.set(BOB, bobs, { leverageOf: 1, leverage: 4, margin: CopyMargin.isolated });
  exchange.wait(ANN, trader, 10, 98);
  exchange.rest(DAN, -25, 98);
  expect(exchange.position(futuresOf(bobs))).toMatchObject({ leverage: 4, isolated: true });
  sound();
});
