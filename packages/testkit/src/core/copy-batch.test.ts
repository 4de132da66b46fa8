/** Copy trading: the trader's order and those of all who follow as one, and what each owner has of it. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_OWNERS_PER_COMMAND,
  CommandKind,
  type CopyBatchTradedEvent,
  type CopyFilledEvent,
  CopyLeftOut,
  CopyMargin,
  type CopySettings,
  CopySizing,
  EVERY_INSTRUMENT,
  type Event,
  EventKind,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, type Said, spotOf, USD } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveAllocation } from './naive-allocation.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const BATCHES = Number(process.env['HALCYON_COPY_TRADES'] ?? 250);
const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
/** Units of a tick-lot. */
const UNIT = 10_000n;
const FEE = 600;

const filledOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyFilled);
const tradedOf = (events: readonly Event[]): CopyBatchTradedEvent =>
  events.find((event) => event.kind === EventKind.copyBatchTraded)!;

describe('a batch', () => {
  let exchange: CopyExchange;
  let trader: number;
  let bobs: number;
  let cats: number;

  beforeEach(() => {
    exchange = new CopyExchange(4, NEWEST_RULES, FEE);
    trader = exchange.open(ANN).id;
    bobs = exchange.follow(BOB, trader).id;
    cats = exchange.follow(CAT, trader, 500n * COIN).id;
    exchange.fund(DAN, 50_000n);
    exchange.index(100);
  });

  const lotsOf = (...users: number[]) =>
    users.map((user) => exchange.position(futuresOf(user)).lots);
  const reasons = ({ events }: Said) =>
    filledOf(events).map(({ portfolio, leftOut }) => [portfolio, leftOut]);

  test('is one trade of one order, at one price, each fee by the own level', () => {
    exchange.rest(DAN, -10, 100);
    exchange.rest(DAN, -20, 101);
    const said = exchange.order(ANN, trader, 10);
    expect(said.code).toBe(0);
    expect(tradedOf(said.events)).toMatchObject({
      ...{ batch: said.id, trader, lots: 25, filled: 25, cost: 2_515, owners: 3, leftOut: 0 },
    });
    expect(said.events.filter(({ kind }) => kind === EventKind.contractTrade)).toHaveLength(2);
    // 100.6 ticks a lot.
    expect(filledOf(said.events)).toMatchObject([
      { portfolio: trader, lots: 10, filled: 10, cost: 10_060_000, fee: 6_036 },
      { portfolio: bobs, lots: 10, filled: 10, cost: 10_060_000, fee: 6_036 },
      { portfolio: cats, lots: 5, filled: 5, cost: 5_030_000, fee: 3_018 },
    ]);
    expect(lotsOf(trader, bobs, cats, DAN)).toEqual([10, 10, 5, -25]);
    expect(exchange.position(SystemAccount.copying).lots).toBe(0);
    exchange.restore();
  });

  test('what the book does not give is missing for all alike', () => {
    exchange.rest(DAN, -10, 100);
    exchange.order(ANN, trader, 10);
    expect(lotsOf(trader, bobs, cats)).toEqual([4, 4, 2]);
  });

  test('who is left out is told why, and has nothing in it', () => {
    exchange.rest(DAN, -10, 100);
    exchange.rest(DAN, -100, 105);
    exchange.set(BOB, bobs, { paused: 1 });
    exchange.set(CAT, cats, { slippagePpm: 1_000, size: 4_000_000 });
    const said = exchange.order(ANN, trader, 10);
    const { none, paused, slippage } = CopyLeftOut;
    expect(reasons(said)).toEqual([
      [trader, none],
      [bobs, paused],
      [cats, slippage],
    ]);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 0, 0]);
  });

  test('a limit of slippage counts from the mark where the best price is worse than it', () => {
    exchange.fund(ANN, 10_000n);
    exchange.set(BOB, bobs, { slippagePpm: 10_000 });
    exchange.set(CAT, cats, { slippagePpm: 50_000 });
    const { none, slippage } = CopyLeftOut;
    const asWanted = [
      [trader, none],
      [bobs, slippage],
      [cats, none],
    ];
    // An order that waits meets nothing yet: somebody may come to it.
    const waits = exchange.wait(ANN, trader, 10, 102);
    expect(reasons(waits)).toEqual(asWanted);
    exchange.cancel(ANN, trader, waits.id);
    // The trader's own account is all that there is in the book.
    exchange.rest(ANN, -100, 102);
    expect(reasons(exchange.order(ANN, trader, 10))).toEqual(asWanted);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 0, 5]);
  });

  test('an average that costs more than what is free leaves out, though the mark would not', () => {
    exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 9_000_000 });
    exchange.set(CAT, cats, { paused: 1 });
    exchange.rest(DAN, -200, 110);
    // 90 lots at 20 times: 450 coins and a fee by the mark, at 110 495 and a loss of 900.
    expect(reasons(exchange.order(ANN, trader, 10))[1]).toEqual([bobs, CopyLeftOut.tooLittleFree]);
    expect(lotsOf(trader, bobs)).toEqual([10, 0]);
  });

  test('closing closes everybody in proportion, whatever the settings', () => {
    exchange.rest(DAN, -25, 100);
    exchange.order(ANN, trader, 10);
    exchange.set(BOB, bobs, { paused: 1, without: [0] });
    exchange.rest(DAN, 100, 99);
    expect(reasons(exchange.order(ANN, trader, -5, 0, 1))[1]).toEqual([bobs, CopyLeftOut.none]);
    expect(lotsOf(trader, bobs, cats)).toEqual([5, 5, 3]);
    exchange.order(ANN, trader, -5, 0, 1);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
    expect(exchange.end(BOB, bobs).code).toBe(0);
  });

  test('a position that opens has leverage and margin mode of the settings', () => {
    exchange.set(BOB, bobs, { leverageOf: 1, leverage: 4, margin: CopyMargin.isolated });
    exchange.rest(DAN, -25, 100);
    exchange.order(ANN, trader, 10);
    expect(exchange.position(futuresOf(bobs))).toMatchObject({ leverage: 4, isolated: true });
    expect(exchange.position(futuresOf(cats))).toMatchObject({ leverage: 20, isolated: false });
    exchange.restore();
  });

  test('is refused for all, and nothing changes', () => {
    exchange.rest(DAN, -1_000, 100);
    const notFound = Reject.copyPortfolioNotFound;
    const refused: [Said, code: number][] = [
      [exchange.order(BOB, trader, 10), notFound],
      [exchange.order(BOB, bobs, 10), notFound],
      [exchange.order(ANN, trader, 200), Reject.insufficientMargin],
      [exchange.order(ANN, trader, 0.5), Reject.quantityTooSmall],
      [exchange.order(ANN, trader, 10, 0, 1), Reject.reduceOnlyNothing],
      [exchange.order(ANN, trader, 10, 1_000), Reject.priceBandHigh],
    ];
    for (const [{ code, events }, wanted] of refused) {
      expect(code).toBe(wanted);
      expect(events).toEqual([]);
    }
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
  });

  test('who would lose more than what backs the position does not close', () => {
    exchange.set(BOB, bobs, { margin: CopyMargin.isolated });
    exchange.rest(DAN, -25, 100);
    exchange.order(ANN, trader, 10);
    // The position of 10 has 50 coins of its own, and would lose 200.
    exchange.rest(DAN, 100, 80);
    const said = exchange.order(ANN, trader, -10, 0, 1);
    expect(reasons(said)[1]).toEqual([bobs, CopyLeftOut.tooLittleFree]);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 10, 0]);
  });

  test('no position is beyond the last tier, and the contract not beyond its open interest', () => {
    exchange.move(BOB, bobs, 50_000n * COIN);
    exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 60_000_000 });
    exchange.set(CAT, cats, { paused: 1 });
    exchange.rest(DAN, -900, 100);
    exchange.order(ANN, trader, 10);
    const said = exchange.order(ANN, trader, 10);
    expect(reasons(said)[1]).toEqual([bobs, CopyLeftOut.positionLimit]);
    expect(lotsOf(trader, bobs)).toEqual([20, 600]);
    exchange = new CopyExchange(4, NEWEST_RULES, FEE, 19);
    trader = exchange.open(ANN).id;
    exchange.follow(BOB, trader);
    exchange.fund(DAN, 50_000n);
    expect(exchange.order(ANN, trader, 10).code).toBe(Reject.indexStale);
    exchange.index(100);
    exchange.rest(DAN, -30, 100);
    const { code, limit, value } = exchange.order(ANN, trader, 10);
    expect([code, limit, value]).toEqual([Reject.openInterest, 19, 20]);
  });

  test('a trader bears what the whole batch costs', () => {
    // Alone the trader would have the 80 at 100; with one who follows they are 122.5 each.
    exchange.move(BOB, bobs, 50_000n * COIN);
    exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 1_000_000 });
    exchange.rest(DAN, -80, 100);
    exchange.rest(DAN, -500, 145);
    const said = exchange.order(ANN, trader, 80);
    expect(said.code).toBe(Reject.copyAverageMargin);
    expect(said.limit).toBe(Number(1_000n * COIN));
    // 9,840 coins of value at 20 times, 23 ticks a lot of loss, and the fee.
    expect(said.value).toBe(Number(492n * COIN + 1_840n * COIN) + 59_040);
    expect(said.events).toEqual([]);
    exchange.set(BOB, bobs, { paused: 1 });
    expect(exchange.order(ANN, trader, 80).code).toBe(0);
  });
});

describe('many owners', () => {
  const CROWD = 2 * COPY_OWNERS_PER_COMMAND + 100;
  let exchange: CopyExchange;
  let trader: number;
  let followers: number[];
  const [MAKER, THIN] = [17, 18];

  beforeEach(() => {
    exchange = new CopyExchange(CROWD + 3);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    followers = Array.from({ length: CROWD }, (_, i) => {
      return exchange.follow(THIN + 1 + i, trader, 100n * COIN).id;
    });
    exchange.fund(THIN, 60n);
    exchange.index(100);
    for (const maker of [MAKER, MAKER + 2, MAKER + 3]) {
      exchange.fund(maker, 50_000n);
      expect(exchange.rest(maker, -900, 100).code).toBe(0);
    }
  });

  test('get their parts in portions, between the commands of others, at the first price', () => {
    exchange.order(ANN, trader, 10);
    const events = [...exchange.gather(), ...exchange.tick(exchange.time).events];
    expect(tradedOf(events)).toMatchObject({ lots: CROWD + 10, filled: CROWD + 10 });
    expect(filledOf(events)).toHaveLength(COPY_OWNERS_PER_COMMAND);
    expect(exchange.core.deadline).toBe(0);
    exchange.restore();
    const left = CROWD + 1 - COPY_OWNERS_PER_COMMAND;
    expect(exchange.order(ANN, trader, 10)).toMatchObject({
      ...{ code: Reject.copyUnderWay, value: left },
    });
    // Who is asked for has its own part first.
    const last = followers.at(-1)!;
    expect(exchange.position(futuresOf(last)).lots).toBe(0);
    const root = exchange.follower(last).root;
    expect(exchange.end(root, last)).toMatchObject({ code: Reject.copyStillOpen, value: 1 });
    expect(exchange.position(futuresOf(last)).lots).toBe(1);
    exchange.restore();
    expect(exchange.rest(MAKER, -1, 120).code).toBe(0);
    const rest = filledOf(exchange.finish());
    expect(exchange.core.state.copies.working).toEqual([]);
    expect(rest.map(({ portfolio }) => portfolio)).not.toContain(last);
    for (const one of followers) {
      expect(exchange.position(futuresOf(one))).toMatchObject({ lots: 1, cost: 100 });
    }
    expect(exchange.position(SystemAccount.copying)).toMatchObject({ lots: 0, cost: 0 });
    exchange.restore();
  });

  test('no round of funding begins before all have their parts', () => {
    const { contract } = exchange.core.state.markets[0]!;
    exchange.time = contract!.fundingTime - 1;
    exchange.index(100);
    exchange.order(ANN, trader, 10);
    exchange.gather();
    exchange.tick(exchange.time);
    const isRound = ({ kind }: Event) => kind === EventKind.fundingSet;
    expect(exchange.tick(contract!.fundingTime).events.filter(isRound)).toEqual([]);
    expect(exchange.core.state.copies.working).toHaveLength(1);
    expect(exchange.finish().filter(isRound)).toEqual([]);
    expect(exchange.core.state.copies.working).toEqual([]);
    // It is due at once, not at the next interval.
    expect(exchange.core.deadline).toBeLessThanOrEqual(exchange.time);
    expect(exchange.tick(exchange.time).events.filter(isRound)).toHaveLength(1);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
  });

  test('nobody is liquidated before all have their parts', () => {
    exchange.rest(THIN, 10, 100);
    expect(exchange.position(futuresOf(THIN)).lots).toBe(10);
    const isLiquidation = ({ kind }: Event) => kind === EventKind.liquidation;
    exchange.order(ANN, trader, 10);
    exchange.gather();
    exchange.tick(exchange.time);
    const fallen = exchange.index(94);
    expect(fallen.events.filter(isLiquidation)).toEqual([]);
    expect(exchange.core.state.copies.working).toHaveLength(1);
    const then = exchange.tick(exchange.time).events;
    expect(exchange.core.state.copies.working).toEqual([]);
    const [first, last] = [
      then.findIndex(isLiquidation),
      then.findLastIndex(({ kind }) => kind === EventKind.copyFilled),
    ];
    expect(last).toBeGreaterThan(-1);
    expect(first).toBeGreaterThan(last);
  });
});

test('INV-28 INV-29 each owner has what handing out lot by lot gives, at one price', () => {
  const random = new TestRandom(seedOf());
  const exchange = new CopyExchange(16, NEWEST_RULES, FEE);
  const { state } = exchange.core;
  const makers = [17, 18];
  for (const maker of makers) exchange.fund(maker, 90_000n);
  exchange.index(100);
  const trader = exchange.open(ANN, 20_000n * COIN, { amountMax: 10 ** 15 }).id;
  const followers = [19, 20, 21, 22, 23, 24, 25, 26].map((root) => {
    return exchange.follow(root, trader, BigInt(random.int(100, 5_000)) * COIN).id;
  });
  const users = [trader, ...followers];
  expect(state.copies.portfolios.size).toBe(users.length);
  let [shared, dust, out] = [0, 0n, 0];
  for (let step = 0; step < BATCHES; step++) {
    exchange.index(random.int(90, 110));
    exchange.finish();
    for (const maker of makers) {
      const all = { account: futuresOf(maker), instrument: EVERY_INSTRUMENT };
      exchange.send({ kind: CommandKind.cancelAll, ...all });
      for (let i = 0; i < 3; i++) {
        exchange.rest(maker, random.int(1, 60), random.int(85, 99));
        exchange.rest(maker, -random.int(1, 60), random.int(101, 115));
      }
    }
    for (const user of users) refill(exchange, user);
    const one = random.pick(followers);
    exchange.set(exchange.follower(one).root, one, settingsOf(random));
    const before = new Map(users.map((user) => [user, stateOf(exchange, user)]));
    const lots = random.int(1, 60) * (random.chance(0.5) ? 1 : -1);
    const said = exchange.order(ANN, trader, lots, random.chance(0.3) ? random.int(80, 120) : 0);
    const events = [...said.events, ...exchange.finish()];
    if (said.code !== 0) expect(said.events).toEqual([]);
    checkInvariants(exchange.core.state);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    if (step % 20 === 0) exchange.restore();
    if (said.code !== 0) continue;
    const { lots: all, filled, cost } = tradedOf(events);
    const parts = filledOf(events);
    expect(parts.map(({ portfolio }) => portfolio)).toEqual(users);
    const owners = parts.filter((part) => part.lots > 0);
    expect(owners.reduce((sum, part) => sum + part.lots, 0)).toBe(all);
    const naive = new NaiveAllocation(owners.map((part) => part.lots));
    for (let i = 0; i < filled; i++) naive.next();
    expect(owners.map((part) => BigInt(part.filled))).toEqual(naive.fills);
    // Who was liquidated, or deleveraged for another, has traded beside the batch.
    const beside = new Set(
      events.flatMap((event) => {
        const { contractTrade, liquidation } = EventKind;
        if (event.kind === liquidation) return [event.account];
        return event.kind === contractTrade ? [event.makerAccount, event.takerAccount] : [];
      }),
    );
    const whole = BigInt(cost) * UNIT;
    for (const part of parts) {
      // |cost · L − C · lots| < L, to the disadvantage of the owner.
      const own = BigInt(part.cost) * BigInt(filled) - whole * BigInt(part.filled);
      const worse = lots > 0 ? own : -own;
      expect(worse >= 0n && (worse < BigInt(filled) || filled === 0)).toBe(true);
      expect(BigInt(part.fee)).toBe((BigInt(part.cost) * BigInt(FEE)) / 1_000_000n);
      if (part.lots === 0) expect(part.leftOut).not.toBe(CopyLeftOut.none);
      if (beside.has(futuresOf(part.portfolio))) continue;
      const was = before.get(part.portfolio)!;
      const is = stateOf(exchange, part.portfolio);
      expect(is.lots).toBe(was.lots + Math.sign(lots) * part.filled);
      // Money and what the position cost change by what the lots cost and the fee, and by nothing else.
      const paid = lots > 0 ? BigInt(part.cost) : -BigInt(part.cost);
      expect(is.paid - was.paid).toBe(paid + BigInt(part.fee));
      out += part.leftOut === CopyLeftOut.none ? 0 : 1;
    }
    shared += owners.length > 1 ? 1 : 0;
    dust += parts.reduce((sum, part) => sum + BigInt(part.cost), 0n) - whole;
  }
  expect(shared).toBeGreaterThan(BATCHES / 4);
  expect(out).toBeGreaterThan(BATCHES / 4);
  expect(dust).not.toBe(0n);
  const { ledger } = exchange.core.state;
  expect(ledger.available(ledger.slot(SystemAccount.rounding, USD)) > 0n).toBe(true);
});

/** Who has lost almost all goes on with new money. */
function refill(exchange: CopyExchange, user: number): void {
  if (exchange.has(futuresOf(user)) >= 100n * COIN) return;
  const { root } = exchange.core.state.copies.portfolios.get(user)!;
  exchange.deposit(spotOf(root), 5_000n * COIN);
  expect(exchange.move(root, user, 5_000n * COIN).code).toBe(0);
}

/** Lots of a portfolio, and the units that it has put into them. */
function stateOf(exchange: CopyExchange, user: number): { lots: number; paid: bigint } {
  const { lots, cost } = exchange.position(futuresOf(user));
  const signed = BigInt(Math.sign(lots)) * BigInt(cost) * UNIT;
  return { lots, paid: signed - exchange.has(futuresOf(user)) };
}

function settingsOf(random: TestRandom): Partial<CopySettings> {
  const sizing = random.pick([CopySizing.ratio, CopySizing.amount, CopySizing.multiple]);
  const size =
    sizing === CopySizing.amount
      ? random.int(1, 300) * Number(COIN)
      : random.int(10, 3_000) * 1_000;
  return {
    ...{ sizing, size, leverageOf: random.pick([0, 1, 2]), leverage: random.int(1, 20) },
    ...{ margin: random.pick([0, 1, 2]), slippagePpm: random.pick([0, 0, 20_000, 60_000]) },
    ...{ orderMax: random.pick([0, 0, 3_000 * Number(COIN)]), paused: random.chance(0.1) ? 1 : 0 },
  } as Partial<CopySettings>;
}
