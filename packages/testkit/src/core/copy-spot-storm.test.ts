/** Copy trading in pairs at random: against an oracle follower by follower, and with leaving, snapshots and replays. */
import { Core, stateHash } from '@halcyon/core';
import {
  type CommandInput,
  CopyExit,
  type CopyFilledEvent,
  CopySizing,
  type Event,
  EventKind,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { COIN, type Said, spotOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { byTheBook, NaiveSpotCopies } from './naive-spot-copies.ts';
import { TestRandom } from './random.ts';
import { PAIR, SpotCopyExchange } from './spot-copy-exchange.ts';
import { seedOf } from './test-seed.ts';

const [ANN, DAN, EVE] = [16, 22, 23];
const FOLLOWERS = [17, 18, 19, 20, 21];

/** Notes what it carries out, so that it can be carried out again. */
class Recorded extends SpotCopyExchange {
  // Set while the exchange is made.
  declare journal: CommandInput[] | undefined;

  override send(input: CommandInput): Said {
    this.journal ??= [];
    this.journal.push({ ...input, time: this.time } as unknown as CommandInput);
    return super.send(input);
  }
}

class Storm {
  readonly exchange = new Recorded(8);
  readonly oracle = new NaiveSpotCopies();
  readonly random: TestRandom;
  readonly trader: number;
  readonly portfolios = new Map<number, number>();
  /** How often followers had lots, and were left out by the book. */
  met = { in: 0, out: 0, traded: 0, ended: 0 };
  private price = 100;

  constructor(seed: number) {
    this.random = new TestRandom(seed);
    const { exchange, oracle, random } = this;
    exchange.rest(DAN, -1, 100);
    exchange.rest(EVE, 1, 100);
    this.trader = exchange.open(ANN, 5_000n * COIN, { amountMax: 10 ** 15 }).id;
    oracle.begin(this.trader, 5_000n * COIN);
    for (const user of FOLLOWERS) this.join(user, BigInt(random.int(100, 9_000)));
  }

  join(user: number, coins: bigint): void {
    const { exchange, oracle } = this;
    const { id, code } = exchange.join(user, this.trader, coins * COIN);
    expect(code).toBe(0);
    this.portfolios.set(user, id);
    oracle.begin(id, coins * COIN);
  }

  mark(): bigint {
    return BigInt(this.exchange.core.state.markets[PAIR]!.markPrice());
  }

  /** Somebody else's order: the book moves, and what waits is met. */
  quote(): readonly Event[] {
    const { exchange, random } = this;
    this.price = Math.max(60, Math.min(140, this.price + random.int(-3, 3)));
    const buys = random.chance(0.5);
    const away = random.int(-2, 4);
    const price = buys ? this.price - away : this.price + away;
    const lots = random.int(1, 25) * (buys ? 1 : -1);
    return exchange.rest(buys ? EVE : DAN, lots, price).events;
  }

  /** A trader's order; sizes are those of the oracle. @returns what was told, and the price that it holds */
  order(): readonly [events: readonly Event[], held: bigint] {
    const { exchange, oracle, random, trader } = this;
    const { coins, heldCoins } = oracle.portfolios.get(trader)!;
    const had = Number((coins - heldCoins) / 1_000n);
    const sells = had > 0 && random.chance(0.5);
    const quantity = sells ? (random.chance(0.3) ? had : random.int(1, had)) : random.int(1, 9);
    const { ioc, fok, gtc, postOnly } = TimeInForce;
    const isMarket = random.chance(0.35);
    const limit = isMarket ? 0 : this.price + random.int(-4, 4);
    const timeInForce = random.pick([gtc, gtc, ioc, fok, postOnly]);
    const mark = this.mark();
    const price = isMarket ? mark : BigInt(limit);
    const side = sells ? Side.sell : Side.buy;
    const wish = { side, lots: quantity, price };
    const wanted = new Map(
      [...this.portfolios.values()].map((user) => {
        return [user, oracle.wanted(trader, user, wish, mark)] as const;
      }),
    );
    const lots = sells ? -quantity : quantity;
    const { code, events } = exchange.order(ANN, trader, lots, limit, 0, timeInForce);
    if (code !== 0) return [events, 0n];
    const opened = events.find((event) => event.kind === EventKind.orderOpened)!;
    const own = events.filter((event) => {
      return event.kind !== EventKind.copyFilled || event.batch === opened.order;
    });
    this.holdSizes(own, wanted, side);
    return [events, BigInt(opened.price)];
  }

  private holdSizes(events: readonly Event[], wanted: Map<number, bigint>, side: Side): void {
    const first = new Map<number, CopyFilledEvent>();
    for (const event of events) {
      if (event.kind !== EventKind.copyFilled || first.has(event.portfolio)) continue;
      first.set(event.portfolio, event);
    }
    for (const [user, lots] of wanted) {
      const told = first.get(user)!;
      if (told.lots > 0) this.met.in += 1;
      if (side === Side.buy && byTheBook(told.leftOut)) this.met.out += 1;
      else expect(BigInt(told.lots), `lots of ${user}`).toBe(lots);
    }
  }

  /** Whatever is not an order. */
  other(): readonly Event[] {
    const { exchange, oracle, random, trader } = this;
    const waiting = exchange.core.state.copies.batchesOf(trader);
    if (waiting.length > 2 || (waiting.length > 0 && random.chance(0.5))) {
      return exchange.cancel(ANN, trader, random.pick(waiting).id).events;
    }
    const user = random.pick(FOLLOWERS);
    const portfolio = this.portfolios.get(user)!;
    const own = oracle.portfolios.get(portfolio)!;
    if (random.chance(0.4)) {
      const amount = BigInt(random.int(-300, 300)) * COIN;
      if (amount === 0n) return [];
      const { code, events } = exchange.move(user, portfolio, amount);
      if (code === 0) own.money += amount;
      return events;
    }
    if (waiting.length > 0) return [];
    const sizing = random.pick(Object.values(CopySizing));
    const sizes = {
      [CopySizing.ratio]: random.int(1, 30) * 100_000,
      [CopySizing.amount]: random.int(1, 900) * Number(COIN),
      [CopySizing.multiple]: random.int(1, 40) * 100_000,
    };
    const limits = { orderMax: random.chance(0.2) ? random.int(100, 900) * Number(COIN) : 0 };
    const change = { sizing, size: sizes[sizing], ...limits, paused: random.chance(0.1) ? 1 : 0 };
    const more = { slippagePpm: random.chance(0.2) ? random.int(1, 40) * 1_000 : 0 };
    const said = exchange.set(user, portfolio, { ...change, ...more });
    own.settings = exchange.follower(portfolio).settings;
    return said.events;
  }

  /** A step without anybody who leaves: the oracle knows what everybody has. */
  step(): void {
    const { exchange, oracle, random } = this;
    const pick = random.next();
    const [events, held] =
      pick < 0.45 ? [this.quote(), 0n] : pick < 0.75 ? this.order() : [this.other(), 0n];
    if (random.chance(0.05)) exchange.restore();
    const all = [...events, ...exchange.finish()];
    oracle.follow(all, held);
    for (const event of all) {
      if (event.kind === EventKind.trade) this.met.traded += 1;
      if (event.kind === EventKind.copyBatchTraded) this.met.ended += 1;
    }
    for (const [user, own] of oracle.portfolios) {
      const { money, coins, heldMoney, heldCoins, cost } = own;
      const { ledger, copies } = exchange.core.state;
      const slots = [1, 0].map((asset) => ledger.slot(spotOf(user), asset));
      const has = [...exchange.both(user), ...slots.map((slot) => ledger.held(slot))];
      expect(has, `what ${user} has`).toEqual([money, coins, heldMoney, heldCoins]);
      expect(copies.holdings.cost(user), `what coins of ${user} cost`).toBe(cost);
    }
    checkInvariants(exchange.core.state);
  }

  private exits() {
    const { random } = this;
    const maybe = (most: number) => (random.chance(0.5) ? 0 : random.int(1, most) * 10_000);
    return {
      ...{ takeProfitPpm: maybe(20), stopLossPpm: maybe(20), drawdownPpm: maybe(15) },
      ...{ portfolioProfitPpm: maybe(10), portfolioLossPpm: maybe(20) },
    };
  }

  /** A step in which followers come, pause and leave, whatever waits. */
  wild(): void {
    const { exchange, random, trader } = this;
    const pick = random.next();
    const user = random.pick(FOLLOWERS);
    const portfolio = this.portfolios.get(user)!;
    const there = exchange.core.state.copies.portfolios.has(portfolio);
    if (pick < 0.4) this.quote();
    else if (pick < 0.6) {
      const lots = random.int(-6, 9) || 1;
      exchange.order(
        ANN,
        trader,
        lots,
        random.chance(0.3) ? 0 : this.price + random.int(-5, 5),
        0,
        0,
      );
    } else if (pick < 0.65) exchange.close(ANN, trader);
    else if (pick < 0.7) {
      const waiting = exchange.core.state.copies.batchesOf(trader);
      if (waiting.length > 0) exchange.cancel(ANN, trader, random.pick(waiting).id);
    } else if (pick < 0.75) exchange.tick(exchange.time + random.int(0, 9 * 24 * 3_600_000));
    else if (!there) {
      const { id, code } = exchange.join(user, trader, BigInt(random.int(100, 3_000)) * COIN);
      if (code === 0) this.portfolios.set(user, id);
    } else if (pick < 0.83) exchange.stop(user, portfolio, random.pick(Object.values(CopyExit)));
    else if (pick < 0.88) exchange.close(user, portfolio);
    else if (pick < 0.93)
      exchange.set(user, portfolio, { paused: random.int(0, 1), ...this.exits() });
    else if (pick < 0.97) exchange.end(user, portfolio);
    else exchange.move(user, portfolio, BigInt(random.int(-200, 200)) * COIN);
    checkInvariants(exchange.core.state);
    if (random.chance(0.3)) exchange.finish();
    if (random.chance(0.05)) exchange.restore();
    checkInvariants(exchange.core.state);
  }
}

test('INV-28, INV-29, INV-33, INV-37: everybody has what the oracle says', () => {
  const storm = new Storm(seedOf());
  for (let i = 0; i < 300; i++) storm.step();
  const { met } = storm;
  expect(met.in).toBeGreaterThan(50);
  expect(met.out).toBeGreaterThan(2);
  expect(met.ended).toBeGreaterThan(25);
});

test('INV-15, INV-35, INV-36: who comes and leaves leaves nothing behind, and a replay is the same', () => {
  const storm = new Storm(seedOf() + 1);
  for (let i = 0; i < 300; i++) storm.wild();
  const { exchange } = storm;
  exchange.end(ANN, storm.trader);
  exchange.finish();
  for (const [user, portfolio] of storm.portfolios) {
    if (exchange.core.state.copies.portfolios.has(portfolio)) {
      expect(exchange.stop(user, portfolio, CopyExit.takeOver).code).toBe(0);
    }
    expect(exchange.both(portfolio)).toEqual([0n, 0n]);
  }
  checkInvariants(exchange.core.state);
  const again = new SpotCopyExchange(0);
  again.core = new Core();
  for (const input of exchange.journal!) {
    again.time = (input as unknown as { time: number }).time;
    again.send(input);
  }
  expect(stateHash(again.core)).toBe(stateHash(exchange.core));
});
