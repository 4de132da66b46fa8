/** Copy trading: any commands while many owners get their parts in portions, held against what lots handed out one by one give. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_OWNERS_PER_COMMAND,
  CopyExit,
  type Event,
  EventKind,
  PlanType,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveBatches } from './naive-batches.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const STEPS = Number(process.env['HALCYON_COPY_CROWD'] ?? 50);
const CROWD = COPY_OWNERS_PER_COMMAND + 200;
const [TAKER, MAKER] = [600, 200];
const ANN = 16;
const MAKERS = [17, 18, 19, 20, 21, 22];
const FIRST = 23;

class Crowd {
  readonly exchange = new CopyExchange(CROWD + 7, NEWEST_RULES, TAKER, 100_000, MAKER);
  readonly random = new TestRandom(seedOf());
  readonly naive = new NaiveBatches(10_000n, { taker: BigInt(TAKER), maker: BigInt(MAKER) });
  readonly met = { pending: 0, settled: 0, left: 0, amended: 0, closed: 0, trimmed: 0 };
  readonly trader: number;
  private readonly ids: number[];

  constructor() {
    const { exchange } = this;
    this.trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    this.ids = Array.from({ length: CROWD }, (_, i) => {
      return exchange.follow(FIRST + i, this.trader, BigInt(100 + (i % 7) * 60) * COIN).id;
    });
    for (const maker of MAKERS) {
      exchange.fund(maker, 90_000n);
      exchange.lever(maker, 2);
    }
    exchange.index(100);
  }

  /** One command, and now and then all that is under way. */
  step(): void {
    const { exchange, naive, random, met } = this;
    const events = this.command();
    if (random.chance(0.1)) exchange.restore();
    if (random.chance(0.25)) events.push(...exchange.finish());
    naive.follow(events);
    for (const event of events) {
      if (event.kind !== EventKind.copyFilled) continue;
      if (event.lots > event.filled && event.leftOut === 8) met.trimmed += 1;
    }
    const { pending, gathered } = exchange.core.state.copies;
    if (pending) met.pending += 1;
    else if (gathered.length === 0) {
      naive.settle();
      met.settled += 1;
    }
    if (random.chance(0.2)) checkInvariants(exchange.core.state);
  }

  /** Everybody has all, and nothing is left with the account of batches. */
  end(): void {
    const { exchange, naive, trader } = this;
    naive.follow(exchange.finish());
    for (const { id } of [...exchange.core.state.copies.batchesOf(trader)]) {
      naive.follow(exchange.cancel(ANN, trader, id).events);
      naive.follow(exchange.finish());
    }
    naive.settle();
    checkInvariants(exchange.core.state);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
    expect(exchange.position(SystemAccount.copying).lots).toBe(0);
  }

  private command(): Event[] {
    const { exchange, random } = this;
    const pick = random.int(0, 99);
    if (pick < 45) {
      const lots = random.int(100, 900) * (random.chance(0.5) ? 1 : -1);
      return [...exchange.rest(random.pick(MAKERS), lots, 100 + random.int(-4, 4)).events];
    }
    if (pick < 50) return [...exchange.index(random.int(97, 103)).events];
    if (pick < 75) return this.ordered();
    if (pick < 80) return [...exchange.tick(exchange.time).events];
    return this.followed();
  }

  private ordered(): Event[] {
    const { exchange, random, trader, met } = this;
    const batches = [...exchange.core.state.copies.batchesOf(trader)];
    const { lots: open } = exchange.position(futuresOf(trader));
    if (batches.length > 0 && random.chance(0.35)) {
      const { id, price } = random.pick(batches);
      const to = random.chance(0.3) ? 0 : price + random.int(-3, 3);
      const said = exchange.amend(ANN, trader, id, to, random.chance(0.4) ? 0 : random.int(1, 40));
      if (said.code === 0) met.amended += 1;
      return [...said.events];
    }
    if (batches.length > 3) return [...exchange.cancel(ANN, trader, batches[0]!.id).events];
    if (open !== 0 && batches.some(({ reduceOnly }) => reduceOnly) && random.chance(0.5)) {
      const half = Math.max(1, Math.abs(open) >> 1);
      return [...exchange.order(ANN, trader, -Math.sign(open) * half).events];
    }
    if (open !== 0 && random.chance(0.5)) {
      const said = exchange.close(ANN, trader, random.int(0, 1));
      if (said.code === 0) met.closed += 1;
      return [...said.events];
    }
    if (open !== 0 && random.chance(0.2)) {
      const { positionLoss } = PlanType;
      const side = open > 0 ? 1 : 0;
      return [...exchange.plan(ANN, trader, positionLoss, 0, open > 0 ? 97 : 103, { side }).events];
    }
    const away = open !== 0 && random.chance(0.4);
    const lots = random.int(1, 30) * (random.chance(0.5) ? 1 : -1);
    const price = away ? 100 + Math.sign(open) * 5 : 100 + random.int(-3, 3);
    const { gtc, ioc } = TimeInForce;
    const reduces = away || (open !== 0 && random.chance(0.3));
    const signed = reduces ? -Math.sign(open) * Math.abs(lots) : lots;
    const force = away || random.chance(0.6) ? gtc : ioc;
    return [...exchange.order(ANN, trader, signed, price, reduces ? 1 : 0, force).events];
  }

  private followed(): Event[] {
    const { exchange, random, ids, met } = this;
    const at = random.int(0, ids.length - 1);
    const [root, id] = [FIRST + at, ids[at]!];
    if (!exchange.core.state.copies.portfolios.has(id)) return [];
    if (random.chance(0.5)) {
      met.left += 1;
      const exit = random.pick([CopyExit.close, CopyExit.takeOver]);
      return [...exchange.stop(root, id, exit).events];
    }
    if (random.chance(0.5)) return [...exchange.set(root, id, { paused: random.int(0, 1) }).events];
    return [...exchange.move(root, id, BigInt(random.int(-60, 60)) * COIN).events];
  }
}

test('INV-28 INV-29 INV-36 who leaves or closes while others wait for theirs takes nothing from anybody', () => {
  const crowd = new Crowd();
  for (let step = 0; step < STEPS; step++) crowd.step();
  crowd.end();
  const { closed, ...met } = crowd.met;
  expect(closed, JSON.stringify(crowd.met)).toBeGreaterThan(0);
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(0);
});
