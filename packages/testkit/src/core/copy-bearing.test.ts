/** Copy trading: who cannot bear what an order in the book loses is left out when it is met, and nobody else. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CopyLeftOut,
  CopyMargin,
  CopySizing,
  DoneReason,
  type Event,
  EventKind,
  PositionLeg,
  PositionMode,
} from '@halcyon/domain';
import { beforeEach, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveBatches } from './naive-batches.ts';
import { checkMargins } from './position-invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(4);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader, 100n * COIN).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  // All that it has: 20 lots at 100, at 20 times.
  exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 2_000_000 });
  exchange.fund(DAN, 50_000n);
  exchange.index(100);
});

const lotsOf = (...users: number[]) => users.map((user) => exchange.position(futuresOf(user)).lots);
const leftOut = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.kind === EventKind.copyFilled && event.leftOut !== CopyLeftOut.none
      ? [[event.portfolio, event.leftOut, event.lots]]
      : [],
  );

/** 10, 20 and 5 lots wait at 100, and the price falls. */
function fallTo(price: number): void {
  expect(exchange.wait(ANN, trader, 10, 100).code).toBe(0);
  exchange.finish();
  exchange.index(price);
  exchange.finish();
}

test('who has just enough stays', () => {
  fallTo(95);
  const { events } = exchange.rest(DAN, -35, 100);
  expect(leftOut(events)).toEqual([]);
  exchange.finish();
  // What was left to bob is nothing: the position is liquidated next.
  expect(lotsOf(trader, cats)).toEqual([10, 5]);
  checkInvariants(exchange.core.state);
});

test('who has too little is left out, told why, and the order goes on for the others', () => {
  fallTo(94);
  exchange.restore();
  const { events } = exchange.rest(DAN, -12, 100);
  expect(leftOut(events)).toEqual([[bobs, CopyLeftOut.tooLittleFree, 0]]);
  exchange.finish();
  expect(lotsOf(trader, bobs, cats)).toEqual([8, 0, 4]);
  const [batch] = [...exchange.core.state.copies.allBatches()];
  expect(batch!.owners.map(({ lots }) => lots)).toEqual([10, 0, 5]);
  checkInvariants(exchange.core.state);
  exchange.restore();
  exchange.rest(DAN, -10, 100);
  exchange.finish();
  expect(lotsOf(trader, bobs, cats)).toEqual([10, 0, 5]);
});

test('who has an isolated position pays with its margin and the wallet', () => {
  exchange.set(BOB, bobs, {
    sizing: CopySizing.multiple,
    size: 1_000_000,
    margin: CopyMargin.isolated,
  });
  // 10 lots have 50 coins of margin, and would be worth 60 less.
  fallTo(94);
  const { events } = exchange.rest(DAN, -5, 100);
  expect(leftOut(events)).toEqual([[bobs, CopyLeftOut.tooLittleFree, 0]]);
  exchange.finish();
  checkInvariants(exchange.core.state);
});

test('where the trader cannot bear it, it ends for all', () => {
  exchange.move(ANN, trader, -800n * COIN);
  exchange.set(BOB, bobs, { paused: 1 });
  expect(exchange.wait(ANN, trader, 39, 100).code).toBe(0);
  exchange.finish();
  exchange.index(94);
  const { events } = exchange.rest(DAN, -5, 100);
  const done = events.filter((event) => event.kind === EventKind.orderDone);
  expect(done).toMatchObject([{ reason: DoneReason.marginUsed }]);
  exchange.finish();
  expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
  checkInvariants(exchange.core.state);
});

test('the next order of the same trader counts what the first has lost', () => {
  exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 1_000_000 });
  expect(exchange.wait(ANN, trader, 10, 100).code).toBe(0);
  expect(exchange.wait(ANN, trader, 9, 99).code).toBe(0);
  exchange.finish();
  exchange.index(93);
  exchange.finish();
  // Of 100 coins the first takes 70, and the second would take 54.
  exchange.rest(DAN, -100, 99);
  exchange.finish();
  expect(lotsOf(trader, cats)).toEqual([19, 9]);
  expect(leftOut(exchange.finish())).toEqual([]);
  checkInvariants(exchange.core.state);
});

test.each([
  ['one-way mode', PositionMode.oneWay, [PositionLeg.net]],
  ['hedge mode', PositionMode.hedge, [PositionLeg.long, PositionLeg.short]],
])(
  'INV-28 INV-11 who leaps past the prices of orders takes from nobody: %s',
  (_name, mode, legs) => {
    const random = new TestRandom(seedOf());
    exchange = new CopyExchange(12, NEWEST_RULES, 600, 100_000, 200);
    const naive = new NaiveBatches(10_000n, { taker: 600n, maker: 200n });
    trader = exchange.open(ANN, 20_000n * COIN, { amountMax: 10 ** 15 }, mode).id;
    const roots = [20, 21, 22, 23, 24, 25, 26, 27];
    const margins = [CopyMargin.cross, CopyMargin.isolated];
    for (const root of roots) {
      const { id } = exchange.follow(root, trader, BigInt(random.int(100, 900)) * COIN);
      const sized = { sizing: CopySizing.multiple, size: random.int(100, 900) * 1_000 };
      exchange.set(root, id, { ...sized, margin: random.pick(margins) });
    }
    for (const maker of [BOB, CAT]) {
      exchange.fund(maker, 90_000n);
      exchange.lever(maker, 2);
    }
    let [left, stayed, price] = [0, 0, 100];
    for (let step = 0; step < 120; step++) {
      exchange.index(100);
      exchange.finish();
      exchange.leg = random.pick(legs);
      const sign = random.chance(0.5) ? 1 : -1;
      for (let i = 0; i < 2; i++) {
        const at = 100 - sign * random.int(0, 2);
        naive.follow(exchange.wait(ANN, trader, sign * random.int(1, 20), at).events);
      }
      price = 100 - sign * random.int(2, 9);
      naive.follow(exchange.index(price).events);
      naive.follow(exchange.finish());
      const lots = -sign * random.int(1, 200);
      const { events } = exchange.rest(random.pick([BOB, CAT]), lots, 100 - sign * 3);
      naive.follow(events);
      const out = leftOut(events).filter(([, why]) => why === CopyLeftOut.tooLittleFree).length;
      left += out;
      stayed += out === 0 ? 1 : 0;
      if (step % 10 === 0) exchange.restore();
      naive.follow(exchange.finish());
      naive.settle();
      checkInvariants(exchange.core.state);
      checkMargins(
        exchange.core.state,
        new Set(exchange.core.trading.contracts.risk.waiting.keys()),
      );
      for (const { id } of [...exchange.core.state.copies.batchesOf(trader)]) {
        naive.follow(exchange.cancel(ANN, trader, id).events);
      }
      naive.follow(exchange.finish());
    }
    expect(Math.min(left, stayed), `${left} ${stayed}`).toBeGreaterThan(0);
  },
);
