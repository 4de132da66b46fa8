/** Copy trading: any commands of traders, followers and others, held against what events say lot by lot. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CopyExit,
  CopyMargin,
  CopySizing,
  type Event,
  EventKind,
  PlanType,
  PositionLeg,
  PositionMode,
  type Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, spotOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveBatches } from './naive-batches.ts';
import { checkMargins } from './position-invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const STEPS = Number(process.env['HALCYON_COPY_ORDERS'] ?? 600);
const UNIT = 10_000n;
const [TAKER, MAKER] = [600, 200];
const [ANN, BOB, DAN, EVE] = [16, 17, 18, 19];
const ROOTS = [20, 21, 22, 23, 24, 25];

/** An exchange with two traders, those who follow them, and two others who trade. */
class Storm {
  readonly exchange = new CopyExchange(10, NEWEST_RULES, TAKER, 100_000, MAKER);
  readonly random = new TestRandom(seedOf());
  readonly naive = new NaiveBatches(UNIT, { taker: BigInt(TAKER), maker: BigInt(MAKER) });
  readonly traders: { readonly root: number; readonly user: number }[] = [];
  /** Those that traders have positions in. */
  private readonly legs: readonly PositionLeg[] = [PositionLeg.net];
  readonly met = {
    rested: 0,
    repriced: 0,
    amended: 0,
    left: 0,
    compared: 0,
    closed: 0,
    fired: 0,
    taken: 0,
  };

  constructor(mode: PositionMode) {
    const { exchange } = this;
    if (mode === PositionMode.hedge) {
      this.legs = [PositionLeg.long, PositionLeg.short];
      for (const root of [...ROOTS, ANN, BOB]) exchange.hedge(root);
    }
    for (const user of [DAN, EVE]) {
      exchange.fund(user, 90_000n);
      exchange.lever(user, 2);
    }
    exchange.index(100);
    for (const root of [ANN, BOB]) {
      const { id } = exchange.open(root, 5_000n * COIN, { amountMax: 10 ** 15 }, mode);
      this.traders.push({ root, user: id });
    }
  }

  /** One command and all that follows from it, held against the oracle. */
  step(): void {
    const { exchange, naive } = this;
    const users = [...exchange.core.state.copies.portfolios.keys()];
    const before = new Map(users.map((user) => [user, this.paidBy(user)]));
    const told = new Map(this.owners().map(([key, owner]) => [key, owner]));
    const moved = new Set<number>();
    const events = this.command(moved);
    if (this.random.chance(0.1)) exchange.restore();
    events.push(...exchange.finish());
    for (const event of events) {
      if (event.kind === EventKind.planEnded && event.order !== 0) this.met.fired += 1;
    }
    naive.follow(events);
    naive.settle();
    checkInvariants(exchange.core.state);
    const { waiting } = exchange.core.trading.contracts.risk;
    checkMargins(exchange.core.state, new Set(waiting.keys()));
    this.compareMoney(events, before, told, moved);
    this.forget();
  }

  /** What a portfolio has changed by what it got of batches, and by nothing else. */
  private compareMoney(
    events: readonly Event[],
    before: ReadonlyMap<number, bigint>,
    told: ReadonlyMap<string, { readonly cost: bigint; readonly fee: bigint }>,
    moved: ReadonlySet<number>,
  ): void {
    const beside = this.besides(events);
    const paid = new Map<number, bigint>();
    for (const [key, { user, side, cost, fee }] of this.owners()) {
      const was = told.get(key) ?? { cost: 0n, fee: 0n };
      const sum = (side === 0 ? 1n : -1n) * (cost - was.cost) + fee - was.fee;
      paid.set(user, (paid.get(user) ?? 0n) + sum);
    }
    for (const [user, was] of before) {
      const gone = !this.exchange.core.state.copies.portfolios.has(user);
      if (gone || moved.has(user) || beside.has(futuresOf(user))) continue;
      expect(this.paidBy(user) - was, `money of ${user}`).toBe(paid.get(user) ?? 0n);
      this.met.compared += 1;
    }
  }

  /** Accounts that traded, or were paid, beside batches. */
  private besides(events: readonly Event[]): Set<number> {
    const accounts = new Set<number>();
    for (const event of events) {
      if (event.kind === EventKind.liquidation) accounts.add(event.account);
      else if (event.kind === EventKind.contractTrade) {
        accounts.add(event.makerAccount).add(event.takerAccount);
      } else if (event.kind === EventKind.moved) accounts.add(event.from).add(event.to);
      else if (event.kind === EventKind.copyShareSettled) accounts.add(futuresOf(event.portfolio));
    }
    return accounts;
  }

  private owners() {
    return [...this.naive.batches].flatMap(([id, { side, owners }]) =>
      owners.map(({ user, told }) => [`${id}:${user}`, { user, side, ...told }] as const),
    );
  }

  /** Units that a portfolio has put into its positions. */
  private paidBy(user: number): bigint {
    return this.legs.reduce(
      (sum, leg) => {
        const { lots, cost } = this.exchange.positionOf(futuresOf(user), leg);
        return sum + BigInt(Math.sign(lots)) * BigInt(cost) * UNIT;
      },
      -this.exchange.has(futuresOf(user)),
    );
  }

  /** Drops batches that are over; then the account of batches has nothing but for those that go on. */
  private forget(): void {
    const { copies } = this.exchange.core.state;
    const live = new Set([...copies.allBatches()].map(({ id }) => id));
    for (const id of this.naive.batches.keys()) if (!live.has(id)) this.naive.batches.delete(id);
    expect(this.exchange.position(SystemAccount.copying).lots).toBe(0);
    if (live.size === 0) expect(this.exchange.has(SystemAccount.copying)).toBe(0n);
    this.met.rested += live.size > 0 ? 1 : 0;
    for (const { owners, taken, filled } of copies.allBatches()) {
      if (taken > 0 && filled > taken) this.met.repriced += 1;
      this.met.left += owners.filter(({ out }) => out).length;
    }
  }

  private command(moved: Set<number>): Event[] {
    const { exchange, random } = this;
    const pick = random.int(0, 99);
    if (pick < 45) return this.others();
    if (pick < 70) return this.ordered();
    if (pick < 75) return [...exchange.index(random.int(93, 107)).events];
    return this.followed(moved);
  }

  private others(): Event[] {
    const { exchange, random } = this;
    const [user, lots] = [random.pick([DAN, EVE]), random.int(1, 30)];
    const sign = random.chance(0.5) ? 1 : -1;
    return [...exchange.rest(user, sign * lots, 100 + random.int(-6, 6)).events];
  }

  private ordered(): Event[] {
    const { exchange, random } = this;
    const { root, user } = random.pick(this.traders);
    exchange.leg = random.pick(this.legs);
    const batches = [...exchange.core.state.copies.batchesOf(user)];
    if (batches.length > 0 && random.chance(0.3)) {
      const { id, price } = random.pick(batches);
      const to = random.chance(0.3) ? 0 : price + random.int(-4, 4);
      const said = exchange.amend(root, user, id, to, random.chance(0.4) ? 0 : random.int(1, 40));
      if (said.code !== 0) expect(said.events).toEqual([]);
      else this.met.amended += 1;
      return [...said.events];
    }
    if (batches.length > 0 && random.chance(0.2)) {
      return [...exchange.cancel(root, user, random.pick(batches).id).events];
    }
    if (random.chance(0.1)) {
      const said = exchange.close(root, user, random.int(0, 1));
      if (said.code !== 0) expect(said.events).toEqual([]);
      else this.met.closed += 1;
      return [...said.events];
    }
    if (random.chance(0.2)) return this.planned(root, user);
    const lots = random.int(1, 30) * (random.chance(0.5) ? 1 : -1);
    const price = 100 + random.int(-5, 5);
    const { gtc, ioc, fok, postOnly } = TimeInForce;
    const timeInForce = random.pick([gtc, gtc, gtc, gtc, ioc, fok, postOnly]);
    const reduceOnly = random.chance(0.25) ? 1 : 0;
    const said = exchange.order(root, user, lots, price, reduceOnly, timeInForce);
    if (said.code !== 0) expect(said.events).toEqual([]);
    return [...said.events];
  }

  private planned(root: number, user: number): Event[] {
    const { exchange, random } = this;
    const own = [...exchange.core.state.plans.values()].filter(
      ({ account }) => account === futuresOf(user),
    );
    if (own.length > 10) {
      return [...exchange.cancelPlan(root, user, random.pick(own).id).events];
    }
    const { trigger, positionProfit, positionLoss, trailing } = PlanType;
    const planType = random.pick([trigger, trigger, positionProfit, positionLoss, trailing]);
    const { lots: open } = exchange.position(futuresOf(user));
    const ofPosition = planType === positionProfit || planType === positionLoss;
    const lots = ofPosition ? 0 : random.int(1, 20) * (random.chance(0.5) ? 1 : -1);
    const side = ofPosition ? Number(open > 0) : Number(lots < 0);
    const said = exchange.plan(root, user, planType, lots, 100 + random.int(-5, 5), {
      side: side as Side,
      price: random.chance(0.3) ? 100 + random.int(-4, 4) : 0,
      callbackPpm: planType === trailing ? 20_000 : 0,
      reduceOnly: ofPosition ? 0 : random.int(0, 1),
    });
    if (said.code !== 0) expect(said.events).toEqual([]);
    return [...said.events];
  }

  private followed(moved: Set<number>): Event[] {
    const { exchange, random } = this;
    const followers = [...exchange.core.state.copies.portfolios.values()].filter(
      (one) => one.trader !== null,
    );
    const trader = random.pick(this.traders);
    if (followers.length < 3 || random.chance(0.3)) {
      const amount = BigInt(random.int(100, 3_000)) * COIN;
      return [...exchange.follow(random.pick(ROOTS), trader.user, amount).events];
    }
    const { root, user } = random.pick([...followers, trader]);
    const isTrader = user === trader.user;
    const act = random.int(0, 9);
    if (act < 3) {
      const amount = BigInt(random.int(-500, 900)) * COIN;
      moved.add(user);
      exchange.deposit(spotOf(root), amount < 0n ? 1n : amount + 1n);
      return [...exchange.move(root, user, amount).events];
    }
    if (isTrader) return [];
    if (act < 8) return [...exchange.set(root, user, this.settings()).events];
    const exit = random.pick([CopyExit.close, CopyExit.close, CopyExit.takeOver]);
    const said = exchange.stop(root, user, exit);
    // Who took positions over goes on without them.
    const closed = this.legs.flatMap((leg) => {
      const { lots } = exchange.positionOf(futuresOf(root), leg);
      return lots === 0 ? [] : exchange.rest(root, -lots, lots > 0 ? 96 : 104, leg).events;
    });
    if (exit === CopyExit.takeOver && said.code === 0) this.met.taken += 1;
    return [...said.events, ...closed];
  }

  private settings() {
    const { random } = this;
    const { ratio, multiple } = CopySizing;
    return {
      sizing: random.pick([ratio, multiple]),
      size: random.int(100, 3_000) * 1_000,
      ...{ leverageOf: random.pick([0, 1, 2] as const), leverage: random.int(1, 20) },
      margin: random.pick([CopyMargin.traders, CopyMargin.cross, CopyMargin.isolated]),
      slippagePpm: random.pick([0, 0, 20_000, 60_000]),
      paused: random.chance(0.15) ? 1 : 0,
    };
  }
}

test.each([
  ['one-way mode', PositionMode.oneWay],
  ['hedge mode', PositionMode.hedge],
])(
  'INV-28 INV-29 INV-36 INV-37 owners of orders that wait have what lots handed out one by one give: %s',
  (_name, mode) => {
    const storm = new Storm(mode);
    for (let step = 0; step < STEPS; step++) storm.step();
    const { rested, repriced, amended, left, compared, closed, fired, taken } = storm.met;
    expect(rested).toBeGreaterThan(STEPS / 4);
    expect(compared).toBeGreaterThan(STEPS);
    expect(Math.min(repriced, amended, left, closed, fired, taken)).toBeGreaterThan(0);
    expect(storm.naive.checked).toBeGreaterThan(0);
  },
);
