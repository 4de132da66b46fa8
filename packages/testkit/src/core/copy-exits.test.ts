/** Copy trading: how followers leave, by themselves and when their trader is gone. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_EXITS_PER_COMMAND,
  COPY_OWNERS_PER_COMMAND,
  CommandKind,
  CopyExit,
  CopyMargin,
  CopySizing,
  EVERY_INSTRUMENT,
  type Event,
  EventKind,
  PositionMode,
  Reject,
  SystemAccount,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, spotOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const [ANN, BOB, CAT, DAN, EVE] = [16, 17, 18, 19, 20];
const FEE = 600;
const BY = { actor: 'test', reason: 'test' };

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(5, NEWEST_RULES, FEE);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  exchange.fund(DAN, 50_000n);
  exchange.index(100);
});

const lotsOf = (...users: number[]) => users.map((user) => exchange.position(futuresOf(user)).lots);
const knows = (...users: number[]) => {
  const { portfolios } = exchange.core.state.copies;
  return users.map((user) => portfolios.has(user));
};
const tradesOf = (events: readonly Event[]) =>
  events.filter(({ kind }) => kind === EventKind.contractTrade);

/** The trader and the followers are long: 10, 10 and 5. */
function buy(): void {
  exchange.rest(DAN, -25, 100);
  expect(exchange.order(ANN, trader, 10).code).toBe(0);
  expect(lotsOf(trader, bobs, cats)).toEqual([10, 10, 5]);
}

/** Closes the account of a root, with what it has. */
const shut = (user: number) =>
  exchange.send({
    ...{ kind: CommandKind.setUserMode, user, mode: UserMode.closed, keepsMoney: true },
    ...BY,
  });

/** Nothing comes to a root any more. */
const freeze = (user: number) => {
  const mode = UserMode.depositsFrozen;
  return exchange.send({ kind: CommandKind.setUserMode, user, mode, ...BY });
};

describe('a follower who stops', () => {
  test('closes all at once and has the money back', () => {
    buy();
    exchange.rest(DAN, 100, 98);
    const before = exchange.has(spotOf(BOB));
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    expect(knows(bobs, cats)).toEqual([false, true]);
    expect(lotsOf(trader, bobs, cats)).toEqual([10, 0, 5]);
    // 1,000 less 2 ticks of 10 lots and two fees of 0.06 %.
    const fees = (1_000n + 980n) * 6n;
    expect(exchange.has(spotOf(BOB)) - before).toBe(980n * COIN - fees);
    exchange.restore();
  });

  test('keeps what the book does not take, copies nothing more, and may ask again', () => {
    buy();
    exchange.rest(DAN, 4, 99);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    expect(lotsOf(bobs)).toEqual([6]);
    expect(exchange.follower(bobs).settings.paused).toBe(1);
    exchange.rest(DAN, 100, 99);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    expect(knows(bobs)).toEqual([false]);
  });

  test('takes the positions over with cost, leverage, margin and money; nothing is traded', () => {
    exchange.set(BOB, bobs, { leverageOf: 1, leverage: 4, margin: CopyMargin.isolated });
    buy();
    const [position, owned] = [exchange.position(futuresOf(bobs)), exchange.has(futuresOf(bobs))];
    const { positions, seats } = exchange.core.state;
    const marginOf = (user: number) =>
      positions.margin(seats.position(seats.find(futuresOf(user), 0)));
    const margin = marginOf(bobs);
    const said = exchange.stop(BOB, bobs, CopyExit.takeOver);
    expect(said.code).toBe(0);
    expect(tradesOf(said.events)).toEqual([]);
    expect(exchange.position(futuresOf(BOB))).toEqual(position);
    expect(position).toMatchObject({ lots: 10, leverage: 4, isolated: true });
    expect([exchange.has(futuresOf(BOB)), marginOf(BOB)]).toEqual([owned, margin]);
    expect(exchange.has(futuresOf(bobs))).toBe(0n);
    expect(knows(bobs)).toEqual([false]);
    exchange.restore();
  });

  test('takes nothing over where the own account has something in the contract', () => {
    buy();
    exchange.fund(BOB, 1_000n);
    const take = () => exchange.stop(BOB, bobs, CopyExit.takeOver);
    exchange.rest(DAN, -1, 101);
    exchange.rest(BOB, 1, 101);
    expect(take()).toMatchObject({ code: Reject.positionOpen, value: 1, events: [] });
    exchange.rest(DAN, 1, 99);
    exchange.rest(BOB, -1, 99);
    exchange.rest(BOB, 1, 90);
    expect(take()).toMatchObject({ code: Reject.ordersOpen, value: 1, events: [] });
    const all = { account: futuresOf(BOB), instrument: EVERY_INSTRUMENT };
    exchange.send({ kind: CommandKind.cancelAll, ...all });
    const mode = { kind: CommandKind.setPositionMode, account: futuresOf(BOB) } as const;
    exchange.send({ ...mode, mode: PositionMode.hedge });
    expect(take()).toMatchObject({ code: Reject.copyTakeOverMode, events: [] });
    exchange.send({ ...mode, mode: PositionMode.oneWay });
    expect(take().code).toBe(0);
    expect(lotsOf(BOB, bobs)).toEqual([10, 0]);
  });

  test('takes nothing over before the share of what was won is paid', () => {
    exchange.set(BOB, bobs, { leverageOf: 1, leverage: 20 });
    exchange.rest(DAN, -50, 100);
    exchange.order(ANN, trader, 20);
    // All that is free goes out before anything was won.
    const { limit } = exchange.move(BOB, bobs, -1_000n * COIN);
    expect(exchange.move(BOB, bobs, -BigInt(limit)).code).toBe(0);
    exchange.index(150);
    const { realised, unrealised } = { realised: -1_200n * 10n, unrealised: 1_000n * COIN };
    const due = (realised + unrealised) / 10n;
    const take = () => exchange.stop(BOB, bobs, CopyExit.takeOver);
    const refused = { code: Reject.copyShareUnpaid, limit: 0, value: Number(due), events: [] };
    expect(take()).toMatchObject(refused);
    // At the higher mark the position needs 50 coins more.
    exchange.move(BOB, bobs, 50n * COIN + due - 1n);
    expect(take()).toMatchObject({ ...refused, limit: Number(due - 1n) });
    exchange.move(BOB, bobs, 1n);
    const before = exchange.has(spotOf(ANN));
    expect(take().code).toBe(0);
    expect(exchange.has(spotOf(ANN)) - before).toBe(due);
    expect(lotsOf(BOB, bobs)).toEqual([20, 0]);
  });

  test('names an own portfolio that follows, and a way to leave', () => {
    const notFound = Reject.copyPortfolioNotFound;
    expect(exchange.stop(CAT, bobs).code).toBe(notFound);
    expect(exchange.stop(ANN, trader).code).toBe(notFound);
    expect(exchange.stop(BOB, bobs, 2 as CopyExit)).toMatchObject({
      ...{ code: Reject.copyExitRange, limit: 1, value: 2 },
    });
  });
});

describe('followers whose trader is gone', () => {
  test('close together at one price, or take over, as they have chosen', () => {
    exchange.set(CAT, cats, { exit: CopyExit.takeOver });
    const eves = exchange.follow(EVE, trader).id;
    exchange.rest(DAN, -35, 100);
    exchange.order(ANN, trader, 10);
    expect(lotsOf(trader, bobs, cats, eves)).toEqual([10, 10, 5, 10]);
    exchange.rest(DAN, 10, 99);
    exchange.rest(DAN, 100, 96);
    const said = exchange.end(ANN, trader);
    expect(said.code).toBe(0);
    const parts = [...said.events, ...exchange.finish()].flatMap((event) =>
      event.kind === EventKind.copyFilled ? [event] : [],
    );
    // 10 at 99 and 10 at 96 are 97.5 for both.
    expect(parts.map(({ portfolio, filled, cost }) => [portfolio, filled, cost])).toEqual([
      [bobs, 10, 9_750_000],
      [eves, 10, 9_750_000],
    ]);
    expect(lotsOf(CAT, BOB, EVE)).toEqual([5, 0, 0]);
    // The trader still has something open, which the trader closes.
    expect(knows(bobs, cats, eves, trader)).toEqual([false, false, false, true]);
    expect(exchange.order(ANN, trader, 1).code).toBe(Reject.copyClosing);
    expect(exchange.order(ANN, trader, -10, 0, 1).code).toBe(0);
    expect(exchange.end(ANN, trader).code).toBe(0);
    exchange.restore();
  });

  test('who cannot take over closes', () => {
    exchange.set(BOB, bobs, { exit: CopyExit.takeOver });
    buy();
    exchange.fund(BOB, 1_000n);
    exchange.rest(BOB, -1, 120);
    exchange.rest(DAN, 100, 99);
    exchange.end(ANN, trader);
    exchange.finish();
    expect(lotsOf(BOB, bobs)).toEqual([0, 0]);
    expect(knows(bobs)).toEqual([false]);
  });

  test('what the book does not take stays with its owner, who is asked for nothing', () => {
    buy();
    exchange.end(ANN, trader);
    exchange.finish();
    expect(lotsOf(bobs, cats)).toEqual([10, 5]);
    expect(exchange.follower(bobs).settings.paused).toBe(1);
    expect(exchange.end(ANN, trader)).toMatchObject({ code: Reject.copyFollowersLeft, value: 2 });
    exchange.rest(DAN, 100, 99);
    exchange.stop(BOB, bobs);
    exchange.stop(CAT, cats);
    exchange.order(ANN, trader, -10, 0, 1);
    expect(exchange.end(ANN, trader).code).toBe(0);
    expect(exchange.core.state.copies.portfolios.size).toBe(0);
  });

  test('leave, too, when the account of the trader is closed, and the trader with them', () => {
    buy();
    exchange.rest(DAN, 100, 99);
    expect(shut(ANN).code).toBe(0);
    exchange.finish();
    expect(exchange.core.state.copies.portfolios.size).toBe(0);
    expect(lotsOf(trader, bobs, cats)).toEqual([0, 0, 0]);
    expect(exchange.has(futuresOf(trader))).toBe(0n);
    exchange.restore();
  });

  test('leave as they have chosen when the trader is frozen, who keeps what it has', () => {
    exchange.set(CAT, cats, { exit: CopyExit.takeOver });
    buy();
    exchange.wait(ANN, trader, 1, 90);
    exchange.rest(DAN, 100, 99);
    expect(freeze(ANN).code).toBe(0);
    exchange.finish();
    expect(knows(trader, bobs, cats)).toEqual([true, false, false]);
    expect(lotsOf(trader, BOB, CAT)).toEqual([10, 0, 5]);
    expect(exchange.core.state.copies.batchesOf(trader)).toEqual([]);
    // It opens nothing more, closes and ends; thawing brings nobody back.
    const thawed = {
      kind: CommandKind.setUserMode,
      user: ANN,
      mode: UserMode.open,
      ...BY,
    } as const;
    exchange.send(thawed);
    expect(exchange.order(ANN, trader, 1).code).toBe(Reject.copyClosing);
    expect(exchange.follow(BOB, trader).code).toBe(Reject.copyClosing);
    exchange.restore();
    expect(exchange.close(ANN, trader).code).toBe(0);
    exchange.finish();
    expect(exchange.end(ANN, trader).code).toBe(0);
    expect(exchange.core.state.copies.portfolios.size).toBe(0);
  });

  test('are asked once more where a trader whom not all could leave is closed', () => {
    buy();
    exchange.rest(DAN, 4, 99);
    freeze(ANN);
    exchange.finish();
    expect(lotsOf(trader, bobs, cats)).not.toEqual([10, 0, 0]);
    expect(knows(trader, bobs)).toEqual([true, true]);
    // Frozen again: nobody is asked twice for that.
    freeze(ANN);
    expect(exchange.core.state.copies.leaving).toEqual([]);
    exchange.rest(DAN, 100, 98);
    shut(ANN);
    exchange.finish();
    expect(exchange.core.state.copies.portfolios.size).toBe(0);
    checkInvariants(exchange.core.state);
  });

  test('stay where a follower is frozen', () => {
    buy();
    freeze(BOB);
    exchange.finish();
    expect([...knows(bobs), ...lotsOf(bobs)]).toEqual([true, 10]);
  });

  test('leave by themselves before it is their turn, and then the trader', () => {
    const crowd = 3 * COPY_EXITS_PER_COMMAND;
    exchange = new CopyExchange(crowd + 2, NEWEST_RULES);
    const busy = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    for (let i = 0; i < crowd; i++) exchange.follow(18 + i, busy, 100n * COIN);
    const other = exchange.open(BOB).id;
    const cat = exchange.follow(CAT, other).id;
    exchange.end(ANN, busy);
    exchange.end(BOB, other);
    exchange.stop(CAT, cat);
    expect(exchange.end(BOB, other).code).toBe(0);
    expect(exchange.core.state.copies.leaving).toHaveLength(2);
    exchange.finish();
    expect(exchange.core.state.copies.portfolios.size).toBe(0);
  });

  test('a follower whose account is closed has its part of a batch first', () => {
    const crowd = COPY_OWNERS_PER_COMMAND + 5;
    exchange = new CopyExchange(crowd + 3, NEWEST_RULES);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    const ids = Array.from({ length: crowd }, (_, i) => {
      return exchange.follow(18 + i, trader, 100n * COIN).id;
    });
    exchange.fund(BOB, 50_000n);
    exchange.index(100);
    for (let i = 0; i < 2; i++) exchange.rest(BOB, -900, 100);
    exchange.order(ANN, trader, 10);
    exchange.gather();
    exchange.tick(exchange.time);
    const last = ids.at(-1)!;
    expect([exchange.core.state.copies.working.length, ...lotsOf(last)]).toEqual([1, 0]);
    exchange.rest(BOB, 10, 99);
    expect(shut(18 + crowd - 1).code).toBe(0);
    exchange.finish();
    expect([...knows(last), ...lotsOf(last)]).toEqual([false, 0]);
    checkInvariants(exchange.core.state);
  });

  test('a follower whose account is closed leaves alone', () => {
    buy();
    exchange.rest(DAN, 100, 99);
    expect(shut(BOB).code).toBe(0);
    expect(knows(bobs, cats, trader)).toEqual([false, true, true]);
    expect(exchange.has(futuresOf(bobs))).toBe(0n);
  });

  test('who would lose more than what backs the position is left to its liquidation', () => {
    exchange.set(BOB, bobs, { margin: CopyMargin.isolated });
    buy();
    exchange.rest(DAN, 100, 80);
    const { events } = exchange.end(ANN, trader);
    const parts = [...events, ...exchange.finish()].flatMap((event) =>
      event.kind === EventKind.copyFilled ? [event.portfolio] : [],
    );
    expect(parts).toEqual([cats]);
    expect(lotsOf(bobs)).toEqual([10]);
    checkInvariants(exchange.core.state);
  });
});

describe('a trader whose position others close', () => {
  beforeEach(() => {
    exchange.set(BOB, bobs, { sizing: CopySizing.multiple, size: 100_000 });
    exchange.set(CAT, cats, { sizing: CopySizing.multiple, size: 200_000 });
  });

  const pricesOf = (events: readonly Event[]) =>
    events.flatMap((event) =>
      event.kind === EventKind.copyFilled ? [[event.portfolio, event.filled, event.cost]] : [],
    );

  test('by liquidation is followed by all, at one price', () => {
    exchange.rest(DAN, -234, 100);
    expect(exchange.order(ANN, trader, 180).code).toBe(0);
    expect(lotsOf(trader, bobs, cats)).toEqual([180, 18, 36]);
    exchange.rest(DAN, 190, 95);
    exchange.rest(DAN, 100, 94);
    const fallen = exchange.index(95);
    expect(fallen.events.some(({ kind }) => kind === EventKind.liquidation)).toBe(true);
    expect(lotsOf(trader)).toEqual([0]);
    exchange.restore();
    // 10 at 95 and 44 at 94 are 94.185… for both: 18 and 36 lots.
    expect(pricesOf(exchange.finish())).toEqual([
      [bobs, 18, 16_953_333],
      [cats, 36, 33_906_666],
    ]);
    expect(lotsOf(bobs, cats)).toEqual([0, 0]);
    checkInvariants(exchange.core.state);
  });

  test('by deleveraging is followed in the same part', () => {
    exchange.fund(EVE, 120n);
    exchange.rest(EVE, -20, 100);
    exchange.rest(DAN, -214, 100);
    expect(exchange.order(ANN, trader, 180).code).toBe(0);
    exchange.rest(DAN, 100, 104);
    exchange.index(110);
    // The trader does not go on before the followers are where the trader is.
    expect(exchange.core.state.copies.reduced).toHaveLength(1);
    expect(exchange.order(ANN, trader, 1).code).toBe(Reject.copyUnderWay);
    exchange.finish();
    // Nobody sells to who is bankrupt: a ninth of the trader's lots is taken.
    expect(lotsOf(EVE, trader)).toEqual([0, 160]);
    expect(lotsOf(bobs, cats)).toEqual([16, 32]);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });
});

test('many followers leave in portions, between the commands of others', () => {
  const crowd = 2 * COPY_EXITS_PER_COMMAND + 30;
  exchange = new CopyExchange(crowd + 3, NEWEST_RULES);
  const [boss, maker] = [16, 17];
  trader = exchange.open(boss, 1_000n * COIN, { followersMax: 10_000 }).id;
  const followers = Array.from({ length: crowd }, (_, i) => {
    const root = 18 + i;
    const { id } = exchange.follow(root, trader, 100n * COIN);
    if (i % 2 === 1) exchange.set(root, id, { exit: CopyExit.takeOver });
    return { root, id };
  });
  exchange.fund(maker, 50_000n);
  exchange.index(100);
  exchange.rest(maker, -900, 100);
  expect(exchange.order(boss, trader, 10).code).toBe(0);
  exchange.finish();
  exchange.rest(maker, 900, 100);
  exchange.end(boss, trader);
  let commands = 0;
  for (; exchange.core.deadline === 0; commands++) {
    if (commands % 2 === 0) exchange.restore();
    // Somebody else trades meanwhile, and one of them leaves by itself.
    exchange.rest(maker, -1, 120);
    const { root, id } = followers[(commands * 37) % crowd]!;
    if (exchange.core.state.copies.portfolios.has(id)) exchange.stop(root, id);
  }
  expect(commands).toBeGreaterThan(2);
  for (const [i, { root, id }] of followers.entries()) {
    expect(exchange.core.state.copies.portfolios.has(id)).toBe(false);
    const own = exchange.position(futuresOf(root)).lots;
    const money = exchange.has(spotOf(root)) + exchange.has(futuresOf(root));
    expect([i % 2 === 1 ? own <= 1 : own === 0, money]).toEqual([true, 100_000n * COIN]);
  }
  checkInvariants(exchange.core.state);
});

test('INV-35 what has ended has nothing left, after any commands', () => {
  const random = new TestRandom(seedOf());
  const roots = [ANN, BOB, CAT, EVE];
  exchange = new CopyExchange(5, NEWEST_RULES, FEE);
  exchange.fund(DAN, 90_000n);
  exchange.index(100);
  let left = 0;
  for (let step = 0; step < 400; step++) {
    const { portfolios } = exchange.core.state.copies;
    const traders = [...portfolios.values()].filter((one) => one.trader === null);
    const followers = [...portfolios.values()].filter((one) => one.trader !== null);
    if (random.chance(0.3)) exchange.index(random.int(92, 108));
    if (random.chance(0.6)) exchange.rest(DAN, random.int(1, 40), random.int(88, 99));
    if (random.chance(0.6)) exchange.rest(DAN, -random.int(1, 40), random.int(101, 112));
    const [one, whose] = [random.pick([...traders, null]), random.pick(roots)];
    const pick = random.int(0, 9);
    if (one === null || pick === 0) exchange.open(whose, 1_000n * COIN);
    else if (pick < 3) exchange.follow(whose, one.user, BigInt(random.int(100, 900)) * COIN);
    else if (pick < 7) exchange.order(one.root, one.user, random.int(-20, 20) || 1);
    else if (pick === 7) exchange.end(one.root, one.user);
    else if (followers.length > 0) {
      const follower = random.pick(followers);
      const exit = random.pick([CopyExit.close, CopyExit.takeOver]);
      if (random.chance(0.5)) exchange.set(follower.root, follower.user, { exit });
      else if (exchange.stop(follower.root, follower.user, exit).code === 0) left += 1;
    }
    checkInvariants(exchange.core.state);
    if (step % 25 === 0) exchange.restore();
    exchange.finish();
    // What has ended has nothing, and no lots are anywhere but with their owners.
    const { users, copies } = exchange.core.state;
    for (let user = EVE + 1; user < users.count; user++) {
      if (copies.portfolios.has(user)) continue;
      expect([exchange.has(futuresOf(user)), ...lotsOf(user)]).toEqual([0n, 0]);
    }
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    expect(exchange.position(SystemAccount.copying).lots).toBe(0);
  }
  expect(left).toBeGreaterThan(10);
});
