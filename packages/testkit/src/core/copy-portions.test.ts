/** Copy trading: many owners of an order that waits get their parts in portions, between the commands of others. */
import {
  COPY_OWNERS_PER_COMMAND,
  CopyExit,
  type CopyFilledEvent,
  type Event,
  EventKind,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { Random } from './random.ts';
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

  test('what closes otherwise is worked out at once, before an order that only closes is met', () => {
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
    expect(exchange.core.state.copies.pending).toBe(false);
    const [batch] = batches();
    expect(batch!.owners.filter(({ user, lots }) => lots !== (user === trader ? 5 : 1))).toEqual(
      [],
    );
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

test('owners have the same, whenever it is worked out', () => {
  const crowd = COPY_OWNERS_PER_COMMAND + 300;
  const [maker, others] = [17, [18, 19, 20, 21]];
  const run = (each: (exchange: CopyExchange, step: number) => void): string[] => {
    const random = new Random(seedOf());
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
