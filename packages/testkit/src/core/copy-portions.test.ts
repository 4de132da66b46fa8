/** Copy trading: many owners of an order that waits get their parts in portions, between the commands of others. */
import {
  COPY_OWNERS_PER_COMMAND,
  CommandKind,
  CopyExit,
  type CopyFilledEvent,
  type Event,
  EventKind,
  InstrumentState,
  OrderType,
  PositionLeg,
  Reject,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf, orderOf } from './copy-exchange.ts';
import { SMALL_TERMS } from './futures-scenario.ts';
import { checkInvariants } from './invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const ANN = 16;

const filledOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyFilled);

let exchange: CopyExchange;
let trader: number;

const batches = () => [...exchange.core.state.copies.allBatches()];

describe('many owners', () => {
  const CROWD = 2 * COPY_OWNERS_PER_COMMAND + 100;
  let followers: number[];
  const [MAKER, THIN] = [17, 18];
  const MAKERS = [MAKER, 19, 20];

  beforeEach(() => {
    exchange = new CopyExchange(CROWD + 3);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    followers = Array.from({ length: CROWD }, (_, i) => {
      return exchange.follow(THIN + 1 + i, trader, 100n * COIN).id;
    });
    for (const maker of MAKERS) exchange.fund(maker, 90_000n);
    exchange.index(100);
    expect(exchange.wait(ANN, trader, 10, 100).code).toBe(0);
    exchange.finish();
  });

  test('a taker waits for none of them, and few lots are worked out at once', () => {
    const said = exchange.rest(MAKER, -50, 100);
    expect(filledOf(said.events)).toHaveLength(50);
    expect(exchange.core.state.copies.pending).toBe(false);
    exchange.cancel(ANN, trader, batches()[0]!.id);
    exchange.finish();
    // With two prices a trade changes what everybody pays.
    for (const maker of MAKERS.slice(1)) exchange.rest(maker, -900, 99);
    expect(exchange.wait(ANN, trader, 10, 100).code).toBe(0);
    exchange.finish();
    const many = exchange.rest(MAKER, -200, 100);
    expect(filledOf(many.events).length).toBeLessThan(2 * COPY_OWNERS_PER_COMMAND);
    expect(exchange.core.state.copies.pending).toBe(true);
    exchange.restore();
    // One who leaves waits for nobody; one who is asked for has its own part first.
    const [one, last] = [followers.at(-2)!, followers.at(-1)!];
    exchange.stop(exchange.follower(last).root, last, CopyExit.takeOver);
    expect(exchange.core.state.copies.pending).toBe(false);
    checkInvariants(exchange.core.state);
    exchange.rest(MAKER, -200, 100);
    expect(exchange.core.state.copies.pending).toBe(true);
    expect(exchange.end(exchange.follower(one).root, one).code).toBe(Reject.copyStillOpen);
    exchange.finish();
    expect(batches()).toEqual([]);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    checkInvariants(exchange.core.state);
  });

  test('an order that only closes is made smaller at once for all, before owners have what closed otherwise', () => {
    exchange = new CopyExchange(CROWD + 3);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    for (let i = 0; i < CROWD; i++) exchange.follow(THIN + 1 + i, trader, 200n * COIN);
    exchange.index(100);
    const makers = [MAKER, 19, 20, 21, 22];
    for (const maker of makers) {
      exchange.fund(maker, 90_000n);
      exchange.rest(maker, -900, 100);
    }
    exchange.order(ANN, trader, 10);
    exchange.finish();
    expect(exchange.wait(ANN, trader, -10, 104, 1).code).toBe(0);
    exchange.finish();
    for (const maker of makers) exchange.rest(maker, 900, 99);
    expect(exchange.order(ANN, trader, -5).code).toBe(0);
    exchange.gather();
    exchange.tick(exchange.time);
    const least = () => batches().find(({ reduceOnly }) => reduceOnly)!;
    const kept = (user: number) => (user === trader ? 5 : 1);
    expect(exchange.core.state.copies.pending).toBe(true);
    expect(least().owners.filter(({ user, lots }) => lots !== kept(user))).toEqual([]);
    checkInvariants(exchange.core.state);
    exchange.restore();
    // It is met before they have it: nobody's position turns around.
    for (const maker of makers) {
      const kind = CommandKind.cancelAll;
      exchange.send({ kind, account: futuresOf(maker), instrument: BTC });
    }
    for (const maker of makers) exchange.lever(maker, 2);
    for (const maker of makers.slice(0, 3)) expect(exchange.rest(maker, 900, 104).code).toBe(0);
    exchange.finish();
    checkInvariants(exchange.core.state);
    const lots = [trader, ...exchange.core.state.copies.followersOf(trader)].map(
      (user) => exchange.position(futuresOf(user)).lots,
    );
    expect(lots.filter((own) => own !== 0)).toEqual([]);
    checkInvariants(exchange.core.state);
  });

  test('trades of others prolong it twice at most', () => {
    exchange.cancel(ANN, trader, batches()[0]!.id);
    exchange.finish();
    // With two prices each trade changes what everybody pays.
    for (const maker of MAKERS.slice(1)) exchange.rest(maker, -900, 99);
    exchange.wait(ANN, trader, 10, 100);
    exchange.finish();
    let longest = 0;
    for (let i = 0, now = 0; i < 30; i++) {
      exchange.rest(MAKER, -5, 100);
      now = exchange.core.state.copies.pending ? now + 1 : 0;
      longest = Math.max(longest, now);
      if (i % 10 === 0) exchange.restore();
    }
    expect(longest).toBeGreaterThan(1);
    expect(longest).toBeLessThan(8);
    checkInvariants(exchange.core.state);
  });
});

describe('an amendment about which many are asked', () => {
  const CROWD = 2 * COPY_OWNERS_PER_COMMAND + 100;
  const [MAKER, OTHER] = [17, 18];
  const FIRST = 19;
  let ids: number[];
  let id: number;

  beforeEach(() => {
    exchange = new CopyExchange(CROWD + 3);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    ids = Array.from({ length: CROWD }, (_, i) => {
      return exchange.follow(FIRST + i, trader, 200n * COIN).id;
    });
    for (const maker of [MAKER, OTHER]) exchange.fund(maker, 90_000n);
    for (const maker of [MAKER, OTHER]) exchange.lever(maker, 2);
    exchange.index(100);
    ({ id } = exchange.wait(ANN, trader, 10, 98));
    exchange.finish();
  });

  const amended = () => exchange.core.state.copies.amended;
  const partOf = (user: number) => batches()[0]!.owners.find((owner) => owner.user === user)!;
  const refused = (events: readonly Event[]) =>
    events.flatMap((event) => (event.kind === EventKind.copyAmendRefused ? [event] : []));
  const next = () => {
    checkInvariants(exchange.core.state);
    exchange.restore();
    return exchange.tick(exchange.time).events;
  };

  test('leaves the order as it is until all were asked; who was asked holds what it needs', () => {
    const said = exchange.amend(ANN, trader, id, 99, 20);
    expect([said.code, said.id, filledOf(said.events)]).toEqual([0, id, []]);
    expect(amended()[0]!.parts).toHaveLength(COPY_OWNERS_PER_COMMAND);
    expect(batches()[0]).toMatchObject({ price: 98, amending: true });
    // Two lots at 98 need 9.8 coins, four at 99 need 19.8: who was not asked yet has 190.2 free.
    const [first, last] = [ids[0]!, ids.at(-1)!];
    const most = (user: number) => exchange.move(exchange.follower(user).root, user, -300n * COIN);
    expect(most(last).limit).toBe(1_902_000);
    expect(most(first).limit).toBe(1_802_000);
    expect(exchange.order(ANN, trader, 1).code).toBe(Reject.copyUnderWay);
    expect(exchange.amend(ANN, trader, id, 97, 0).code).toBe(Reject.copyUnderWay);
    while (amended().length > 0) next();
    exchange.finish();
    expect(batches()[0]).toMatchObject({ id, price: 99, amending: false });
    expect([partOf(trader).lots, partOf(first).lots, partOf(last).lots]).toEqual([20, 4, 4]);
    expect(batches()[0]!.owners.filter(({ extra }) => extra !== 0)).toEqual([]);
    checkInvariants(exchange.core.state);
  });

  test('of less, at a lower price, gives back in portions what is not needed', () => {
    expect(exchange.amend(ANN, trader, id, 97, 5).code).toBe(0);
    exchange.finish();
    expect([partOf(trader).lots, partOf(ids[0]!).lots]).toEqual([5, 1]);
    checkInvariants(exchange.core.state);
    expect(exchange.amend(ANN, trader, id, 97, 3).code).toBe(0);
    checkInvariants(exchange.core.state);
    exchange.finish();
    expect([partOf(trader).lots, partOf(ids[0]!).lots]).toEqual([3, 0]);
    checkInvariants(exchange.core.state);
  });

  test('goes on with what is left where the order is met, or owners leave, pause or take money out', () => {
    exchange.amend(ANN, trader, id, 99, 20);
    const [a, b, c] = [ids[0]!, ids[1]!, ids[2]!];
    const root = (user: number) => exchange.follower(user).root;
    exchange.stop(root(a), a, CopyExit.takeOver);
    exchange.set(root(b), b, { paused: 1 });
    expect(exchange.move(root(c), c, -180n * COIN).code).toBe(0);
    exchange.rest(MAKER, -500, 98);
    checkInvariants(exchange.core.state);
    while (amended().length > 0) next();
    exchange.finish();
    const own = partOf(trader);
    expect([own.lots, batches()[0]!.price]).toEqual([20, 99]);
    expect(own.filled).toBeGreaterThan(0);
    const parts = [partOf(a), partOf(b), partOf(c)];
    expect(parts.map(({ lots, filled }) => lots - filled)).toEqual([0, 0, expect.any(Number)]);
    expect(parts[2]!.lots).toBeLessThanOrEqual(4);
    checkInvariants(exchange.core.state);
    exchange.rest(OTHER, -900, 99);
    exchange.cancel(ANN, trader, id);
    exchange.finish();
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    checkInvariants(exchange.core.state);
  });

  test('is not made, and told why, where the price went against it; nobody holds anything for it', () => {
    exchange.amend(ANN, trader, id, 99, 20);
    exchange.index(97);
    const events = exchange.finish();
    expect(refused(events)).toMatchObject([
      { batch: id, price: 99, quantity: 20, code: Reject.copyPriceMoved, limit: 100, value: 97 },
    ]);
    expect(batches()[0]).toMatchObject({ price: 98, amending: false });
    expect([partOf(trader).lots, partOf(ids[0]!).lots]).toEqual([10, 2]);
    checkInvariants(exchange.core.state);
  });

  test('ends with its order', () => {
    exchange.amend(ANN, trader, id, 99, 20);
    expect(exchange.cancel(ANN, trader, id).code).toBe(0);
    expect(amended()).toEqual([]);
    checkInvariants(exchange.core.state);
    expect(refused(exchange.finish())).toEqual([]);
    expect(batches()).toEqual([]);
    checkInvariants(exchange.core.state);
  });
});

describe('positions that are closed', () => {
  const CROWD = COPY_OWNERS_PER_COMMAND + 50;
  const ETH = 1;
  const MAKERS = [17, 18];
  const FIRST = 19;
  const lots = (user: number, instrument = BTC) => {
    const { seats, positions } = exchange.core.state;
    const seat = seats.find(futuresOf(user), instrument);
    return seat === -1 ? 0 : positions.lots(seats.position(seat));
  };
  const everybody = () => [trader, ...exchange.core.state.copies.followersOf(trader)];
  const rest = (user: number, instrument: number, side: Side, quantity: number, price: number) => {
    const order = { ...orderOf(futuresOf(user), side, quantity, price), instrument };
    expect(exchange.send(order).code).toBe(0);
  };
  const close = (instrument: number) =>
    exchange.send({
      ...{ kind: CommandKind.closeCopyPosition, user: ANN, portfolio: trader },
      ...{ instrument, reverses: 0, leg: PositionLeg.net },
    });
  const gathered = (events: readonly Event[]) =>
    events.flatMap((event) =>
      event.kind === EventKind.copyOrderGathered ? [[event.batch, event.ended, event.code]] : [],
    );

  beforeEach(() => {
    exchange = new CopyExchange(CROWD + 3);
    const named = { symbol: 'ETHUSD', base: 0, quote: 1, priceScale: 0, quantityScale: 0 };
    const sizes = { priceStep: 1, quantityStep: 1, quantityMin: 1, quantityMax: 1_000 };
    const limits = { ...sizes, notionalMin: 0, bandPpm: 500_000, openOrdersMax: 100 };
    const tiers = [{ upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 }];
    const contract = { ...SMALL_TERMS, tiers, makerPpm: 0, takerPpm: 0, openInterestMax: 100_000 };
    const state = InstrumentState.open;
    exchange.send({ kind: CommandKind.listContract, ...named, ...limits, state, contract });
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    for (let i = 0; i < CROWD; i++) exchange.follow(FIRST + i, trader, 100n * COIN);
    for (const maker of MAKERS) exchange.fund(maker, 90_000n);
    exchange.send({ kind: CommandKind.prices, entries: [BTC, 100, ETH, 50] });
    for (const [instrument, price] of [
      [BTC, 100],
      [ETH, 50],
    ] as const) {
      for (const maker of MAKERS) rest(maker, instrument, Side.sell, 600, price);
      exchange.send({
        ...{ kind: CommandKind.placeCopyOrder, user: ANN, portfolio: trader, instrument },
        ...{ side: Side.buy, type: OrderType.market, price: 0, quantity: 10, reduceOnly: 0 },
        ...{ timeInForce: TimeInForce.ioc, leg: PositionLeg.net },
      });
      exchange.finish();
      for (const maker of MAKERS) rest(maker, instrument, Side.buy, 600, price);
    }
    expect(everybody().filter((user) => lots(user) === 0 || lots(user, ETH) === 0)).toEqual([]);
  });

  test('at once, several of them, are closed one after the other, each under its id', () => {
    const [one, other] = [close(BTC), close(ETH)];
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(gathered(other.events)).toEqual([[other.id, 0, 0]]);
    const again = close(ETH);
    expect(again.code).toBe(Reject.copyUnderWay);
    checkInvariants(exchange.core.state);
    exchange.restore();
    const events = [one, other, again].flatMap((said) => said.events);
    const traded = [...events, ...exchange.finish()].flatMap((event) =>
      event.kind === EventKind.copyBatchTraded ? [event.batch] : [],
    );
    expect(traded).toEqual([one.id, other.id]);
    expect(everybody().filter((user) => lots(user) !== 0 || lots(user, ETH) !== 0)).toEqual([]);
    expect(exchange.core.state.copies.closing).toEqual([]);
    checkInvariants(exchange.core.state);
  });

  test('wait for their turn until they are taken back, or nothing is left to close', () => {
    close(BTC);
    const other = close(ETH);
    const taken = exchange.cancel(ANN, trader, other.id);
    expect([taken.code, gathered(taken.events)]).toEqual([0, [[other.id, 1, 0]]]);
    exchange.finish();
    expect([lots(trader), lots(trader, ETH)]).toEqual([0, 10]);
    expect(close(BTC).code).toBe(Reject.reduceOnlyNothing);
    checkInvariants(exchange.core.state);
  });

  test('by followers whose trader is gone are asked about in portions, and have one price', () => {
    exchange.end(ANN, trader);
    const [at] = exchange.core.state.copies.leaving;
    expect(at!.asked?.owners).toHaveLength(COPY_OWNERS_PER_COMMAND);
    exchange.restore();
    // One who was asked leaves by itself.
    const [, one] = everybody();
    const said = exchange.stop(exchange.follower(one!).root, one!, CopyExit.close);
    expect(said.code).toBe(0);
    const traded = [...said.events, ...exchange.finish()].flatMap((event) =>
      event.kind === EventKind.copyBatchTraded ? [[event.instrument, event.lots]] : [],
    );
    expect(traded).toEqual([
      [BTC, CROWD - 1],
      [ETH, CROWD - 1],
    ]);
    expect(exchange.core.state.copies.followersOf(trader).size).toBe(0);
    checkInvariants(exchange.core.state);
  });
});

test('owners have the same, whenever it is worked out', () => {
  const crowd = COPY_OWNERS_PER_COMMAND + 300;
  const [maker, others] = [17, [18, 19, 20, 21]];
  const run = (each: (exchange: CopyExchange, step: number) => void): string[] => {
    const random = new TestRandom(seedOf());
    const own = new CopyExchange(crowd + 3);
    const user = own.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    const ids = Array.from({ length: crowd }, (_, i) => own.follow(18 + i, user, 100n * COIN).id);
    for (const root of [maker, ...others]) own.fund(root, 90_000n);
    own.index(100);
    for (const root of others.slice(0, 2)) own.rest(root, -400, 99);
    own.wait(ANN, user, 10, 100);
    for (let step = 0; step < 30; step++) {
      own.rest(random.pick([maker, ...others]), -random.int(1, 60), 100);
      const root = 30 + random.int(0, crowd - 20);
      const id = ids[root - 18]!;
      if (random.chance(0.2) && own.core.state.copies.portfolios.has(id)) {
        own.stop(root, id, CopyExit.takeOver);
      }
      each(own, step);
    }
    own.finish();
    checkInvariants(own.core.state);
    return [user, ...ids, ...ids.map((_, i) => 18 + i)].map((one) => {
      const { lots, cost } = own.position(futuresOf(one));
      const paid = BigInt(cost) * COIN - own.has(futuresOf(one));
      return `${one}: ${lots} for ${paid}`;
    });
  };
  const lazily = run((own, step) => {
    if (step % 7 === 0) own.restore();
  });
  expect(run((own) => own.finish())).toEqual(lazily);
});
